"""What can be raised besides ValueError and TypeError."""


class IllegalMove(ValueError):
    """The rules do not allow this move: the column is full, or the game is over."""


class GameOver(IllegalMove):
    """The game is over: there is nothing to play and nothing to solve."""


class Unproved(RuntimeError):
    """The search reached its limit. The score is at least and at most this, proved.

    >>> from fourfall import Solver, Unproved
    >>> try:
    ...     Solver(book=False).score("4", nodes=1000)
    ... except Unproved as unproved:
    ...     unproved.at_least < unproved.at_most
    True
    """

    def __init__(self, at_least: int, at_most: int) -> None:
        super().__init__(at_least, at_most)
        self.at_least = at_least
        self.at_most = at_most

    def __str__(self) -> str:
        return (
            "the search reached its limit: "
            f"the score is at least {self.at_least} and at most {self.at_most}"
        )
