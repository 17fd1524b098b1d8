# python sync.py URL GAMES TRANSPORT…: python-socketio, written from document 003 alone. Says how each game ended.
import sys
import socketio

url, games, transports = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
me, game, ended = {}, {}, []
socket = socketio.Client(reconnection=False)


def told(answer):
    # The move after the last one is late, which is nobody's fault.
    if not answer["ok"] and answer["error"]["code"] != "game_over":
        print(answer, file=sys.stderr)
        socket.disconnect()


def look_for_a_game():
    socket.emit("matchmaking:join", {"username": "Python"}, callback=told)


def play(news):
    game.update(news)
    if game["players"][game["currentTurn"]]["id"] == me["playerId"] and None in game["board"][:7]:
        column = game["board"].index(None)
        move = {"roomId": game["roomId"], "playerId": me["playerId"], "column": column}
        socket.emit("game:move", move, callback=told)


def over(news):
    ended.append(news)
    discs = sum(cell is not None for cell in game["board"])
    print("won" if news["winner"] == me["playerId"] else "lost", discs, news["reason"], flush=True)
    look_for_a_game() if len(ended) < games else socket.disconnect()


# Listeners with one parameter each, as people write them: one argument more, and they fail.
socket.on("session:created", lambda news: (me.update(news), look_for_a_game()))
socket.on("game:started", play)
socket.on("game:move:made", play)
socket.on("game:over", over)
socket.connect(url, transports=transports or None)
socket.wait()
sys.exit(len(ended) != games)
