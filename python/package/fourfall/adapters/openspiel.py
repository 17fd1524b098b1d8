"""OpenSpiel's `connect_four`: its action string, which is `state.history_str()`.

>>> position("3, 2") == Position("43")
True
>>> action_string("43")
'3, 2'
"""

from fourfall import Position


def position(actions: str) -> Position:
    """The position after these actions, 0 to 6, with commas or blanks between them."""
    words = actions.replace(",", " ").split()
    columns = []
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise ValueError(f"expected actions such as \"3, 2\", found {word!r}")
        columns.append(int(word))
    return Position(columns)


def action_string(moves: str) -> str:
    """The actions for a string of moves, columns 1 to 7. The moves must be legal."""
    Position(moves)
    return ", ".join(str(int(it) - 1) for it in moves)
