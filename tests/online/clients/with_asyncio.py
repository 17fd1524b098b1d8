# python with_asyncio.py URL GAMES TRANSPORT…: the same with python-socketio's asyncio client.
import asyncio
import sys
import socketio

url, games, transports = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
me, game, ended = {}, {}, []
socket = socketio.AsyncClient(reconnection=False)


async def told(answer):
    # The move after the last one is late, which is nobody's fault.
    if not answer["ok"] and answer["error"]["code"] != "game_over":
        print(answer, file=sys.stderr)
        await socket.disconnect()


async def look_for_a_game():
    await socket.emit("matchmaking:join", {"username": "Python"}, callback=told)


@socket.on("session:created")
async def created(news):
    me.update(news)
    await look_for_a_game()


@socket.on("game:started")
@socket.on("game:move:made")
async def play(news):
    game.update(news)
    if game["players"][game["currentTurn"]]["id"] == me["playerId"] and None in game["board"][:7]:
        column = game["board"].index(None)
        move = {"roomId": game["roomId"], "playerId": me["playerId"], "column": column}
        await socket.emit("game:move", move, callback=told)


@socket.on("game:over")
async def over(news):
    ended.append(news)
    discs = sum(cell is not None for cell in game["board"])
    print("won" if news["winner"] == me["playerId"] else "lost", discs, news["reason"], flush=True)
    await (look_for_a_game() if len(ended) < games else socket.disconnect())


async def main():
    await socket.connect(url, transports=transports or None)
    await socket.wait()


asyncio.run(main())
sys.exit(len(ended) != games)
