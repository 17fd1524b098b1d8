//! Bytes to and from a server, encrypted where its address says so.

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::address::{Scheme, Server};

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

pub(crate) type Stream = Box<dyn Io>;

/// Connects to the server.
pub(crate) async fn open(server: &Server) -> io::Result<Stream> {
    timeout(CONNECT_TIMEOUT, connect(server)).await.unwrap_or_else(|_| {
        Err(io::Error::new(io::ErrorKind::TimedOut, "no answer within ten seconds"))
    })
}

async fn connect(server: &Server) -> io::Result<Stream> {
    let tcp = TcpStream::connect((server.bare_host(), server.port)).await?;
    // A move is one small packet, and nothing follows it that it could wait for.
    tcp.set_nodelay(true)?;
    match server.scheme {
        Scheme::Http => Ok(Box::new(tcp)),
        Scheme::Https => {
            let name = ServerName::try_from(server.bare_host().to_owned());
            let name = name.map_err(|err| io::Error::new(io::ErrorKind::InvalidInput, err))?;
            Ok(Box::new(TlsConnector::from(tls()?).connect(name, tcp).await?))
        }
    }
}

/// How encrypted connections are made; the machine's certificates are read once.
fn tls() -> io::Result<Arc<ClientConfig>> {
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(config) = CONFIG.get() {
        return Ok(config.clone());
    }
    let mut roots = RootCertStore::empty();
    // A certificate that can't be read is skipped; the others are enough.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        let why = "this machine has no certificates to check the server's with (ca-certificates)";
        return Err(io::Error::new(io::ErrorKind::NotFound, why));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(CONFIG.get_or_init(|| Arc::new(config)).clone())
}
