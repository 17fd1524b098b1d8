//! A server on a free port, and a client that says exactly what it is told to.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use fourfall_server::ServerError;
use fourfall_server::config::{Config, Options, StoreLocation};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    admin: SocketAddr,
    folder: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<Result<(), ServerError>>>,
}

pub(crate) struct Response {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|it| it.split_once(": "));
        lines.into_iter().find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.body))
    }
}

impl Server {
    pub(crate) async fn start() -> Server {
        Server::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Options)) -> Server {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("fourfall-api-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let store = StoreLocation::Folder(folder.clone());
        let mut options = Options { listen, store, ..Options::default() };
        change(&mut options);
        let config = Config::new(options).expect("the options fit together");
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = async move { drop(stopped.await) };
        let server = fourfall_server::Server::bind(config).await.expect("it starts");
        let (address, admin) = (server.local_addr(), server.admin_addr().expect("a free port"));
        let running = Some(tokio::spawn(server.serve(shutdown)));
        Server { address, admin, folder, stop: Some(stop), running }
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) async fn stop(mut self) -> Result<(), ServerError> {
        drop(self.stop.take());
        self.running.take().expect("stopped once").await.expect("it does not panic")
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.request("GET", path, &[], "").await
    }

    /// What operators see.
    pub(crate) async fn admin(&self, path: &str) -> Response {
        let request = format!("GET {path} HTTP/1.1\r\nhost: admin\r\nconnection: close\r\n\r\n");
        raw(self.admin, &request).await
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> Response {
        self.request("POST", path, &[("content-type", "application/json")], body).await
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Response {
        let headers: String =
            headers.iter().map(|(name, it)| format!("{name}: {it}\r\n")).collect();
        let length = body.len();
        let host = self.address;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
             content-length: {length}\r\n{headers}\r\n{body}"
        );
        raw(self.address, &request).await
    }

    /// Sends what is no request, says that this was all, and waits until the server closes.
    pub(crate) async fn rubbish(&self, bytes: &str) {
        let mut stream = TcpStream::connect(self.address).await.expect("it listens");
        stream.write_all(bytes.as_bytes()).await.expect("it reads");
        stream.shutdown().await.expect("it is open");
        // What it answers, if anything, does not matter here.
        let _ = stream.read_to_end(&mut Vec::new()).await;
    }
}

/// Sends a request as it is, and reads until the server closes.
async fn raw(address: SocketAddr, request: &str) -> Response {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut bytes = Vec::new();
    // A server that closes on us early has said all it wants to say.
    let _ = stream.read_to_end(&mut bytes).await;
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
    Response { status, head: head.to_owned(), body: body.to_owned() }
}

impl Drop for Server {
    fn drop(&mut self) {
        // What is left behind is in the folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
