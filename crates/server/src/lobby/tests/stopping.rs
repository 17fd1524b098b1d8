//! A server that is about to stop, as seen by clients that are just connecting.

use fourfall_socketio::serve::{Connections, Limits as Doors, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::*;

/// A refusal would be final for the official client; a lost transport is not.
#[tokio::test]
async fn who_joins_while_the_server_stops_is_closed_and_not_refused() {
    let house = House::new();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (_running, stopping) = watch::channel(false);
    let sockets = crate::socket::server(&house.lobby);
    tokio::spawn(serve(listener, sockets, Doors::default(), Connections::default(), stopping));
    let ask = async |method: &str, sid: &str, body: &str| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let length = body.len();
        let request = format!(
            "{method} /socket.io/?EIO=4&transport=polling{sid} HTTP/1.1\r\nhost: x\r\n\
             connection: close\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head[9..12].to_owned(), body.to_owned())
    };
    for namespace in ["/connect4,", ""] {
        let (_, open) = ask("GET", "", "").await;
        let open: serde_json::Value = serde_json::from_str(&open[1..]).unwrap();
        let sid = format!("&sid={}", open["sid"].as_str().unwrap());
        house.lobby.services().stopping.cancel();
        ask("POST", &sid, &format!("40{namespace}")).await;
        let (status, heard) = ask("GET", &sid, "").await;
        // Told at once if it polled in time, and otherwise there is nothing left to poll.
        assert!(heard == "1" || status == "400", "{status} {heard}");
    }
}
