# python bot.py URL GAMES: looks for opponents, and drops its discs as near to the middle as it can.
import sys
import socketio

url, left = sys.argv[1], int(sys.argv[2])
auth, game = {}, {}  # what a connection carries: nothing at first, then who we are
socket = socketio.Client()

def ask(event, **payload):
    socket.emit(event, {"playerId": auth.get("playerId"), **payload}, "/connect4")

def follow(news):
    if news["roomId"] == game.get("roomId") and news["version"] <= game["version"]:
        return  # known already
    game.update(news)
    free = [it for it in (3, 2, 4, 1, 5, 0, 6) if game["board"][it] is None]
    if free and not game.get("over") and game["players"][game["currentTurn"]]["id"] == auth["playerId"]:
        ask("game:move", roomId=game["roomId"], column=free[0], moveNumber=len(game["moveHistory"]) + 1)

def over(news):
    global left
    left -= 1
    won = news["winner"] == auth["playerId"]
    print("won" if won else "lost" if news["winner"] else "drawn", news["reason"], flush=True)
    ask("matchmaking:join", username="Python") if left else socket.disconnect()

for event, handle in {
    "connect": lambda: auth and ask("game:reconnect"),
    "session:created": lambda identity: (auth.update(identity), ask("matchmaking:join", username="Python")),
    "game:started": lambda whole: follow({**whole, "moveHistory": [], "over": None}),
    "game:reconnected": follow, "game:move:made": follow, "game:over": over,
    "game:error": lambda error: print(error["event"], error["message"], file=sys.stderr),
}.items():
    socket.on(event, handle, namespace="/connect4")
socket.connect(url, auth=lambda: auth, namespaces="/connect4")
socket.wait()
