//! Servers on the internet have https: the machine's certificates say whom to trust.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Output};
use std::sync::Arc;
use std::thread;

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// Made for these tests, for `localhost` and a hundred years; nobody trusts it who is not told to.
const CERTIFICATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/localhost.crt");
const KEY: &[u8] = include_bytes!("data/localhost.key");

const GAME: &str = r#"{"roomId":"r1","players":[{"id":"a","username":"Ada","color":"red"},
    {"id":"b","username":"Alan","color":"yellow"}],"moves":"4435","result":null}"#;

/// A server that answers every question with a game.
fn serve() -> SocketAddr {
    let certificate = CertificateDer::from_pem_file(CERTIFICATE).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(KEY).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("usual versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("they belong together");
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    thread::spawn(move || {
        for tcp in listener.incoming().map_while(Result::ok) {
            let connection = ServerConnection::new(config.clone()).expect("a connection");
            let mut stream = StreamOwned::new(connection, tcp);
            let mut asked = [0; 2048];
            // Whoever does not trust us goes.
            if stream.read(&mut asked).is_ok() {
                let length = GAME.len();
                let _ = write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{GAME}");
            }
        }
    });
    address
}

fn replay(url: &str, certificates: &str) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourfall"));
    command.args(["replay", url]).env("SSL_CERT_FILE", certificates).env_remove("SSL_CERT_DIR");
    let Output { status, stdout, stderr } = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(stdout), text(stderr), status.code())
}

#[test]
fn a_server_is_trusted_if_the_machine_trusts_it() {
    let port = serve().port();
    let (page, said, code) = replay(&format!("https://localhost:{port}/game/r1"), CERTIFICATE);
    assert_eq!((said.as_str(), code), ("", Some(0)));
    assert!(page.ends_with("Moves: 4435\n"), "{page}");
    // Another name than the certificate's.
    let (_, said, code) = replay(&format!("https://127.0.0.1:{port}/game/r1"), CERTIFICATE);
    assert_eq!(code, Some(1));
    assert!(said.contains("invalid peer certificate"), "{said}");
    // A machine that trusts nobody.
    let (_, said, code) = replay(&format!("https://localhost:{port}/game/r1"), "/nowhere");
    assert_eq!(code, Some(1));
    assert!(said.contains("no certificates to check the server's with"), "{said}");
}
