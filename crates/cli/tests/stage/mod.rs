//! What the tests of the terminal play on: folders, servers, terminals, and a cable to cut.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};

/// However busy the machine is, what must happen happens within this.
pub(crate) const LONG: Duration = Duration::from_secs(120);

/// A folder that is removed afterwards.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("fourfall-stage-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is in the folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The real server.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) folder: Folder,
}

/// `fourfall serve` on a free port, whatever the environment says.
pub(crate) fn serve(folder: &Folder) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourfall"));
    command.arg("serve").arg("--data-dir").arg(&folder.0).args(["--listen", "127.0.0.1:0"]);
    for variable in ["PORT", "DATABASE_URL", "FOURFALL_LOG", "FOURFALL_LISTEN"] {
        command.env_remove(variable);
    }
    command
}

/// A running server, its address, and the rest of its log.
pub(crate) fn started(folder: &Folder) -> (Child, String, BufReader<ChildStderr>) {
    started_by(&mut serve(folder))
}

/// The same for a server that is started in another way.
pub(crate) fn started_by(command: &mut Command) -> (Child, String, BufReader<ChildStderr>) {
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut log = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut line = String::new();
    while !line.contains("serving on http://") {
        line.clear();
        assert_ne!(log.read_line(&mut line).expect("it logs"), 0, "it ended early");
    }
    let address = line.split("http://").nth(1).expect("an address");
    let address = address.split_whitespace().next().expect("an address").to_owned();
    (child, address, log)
}

impl Server {
    pub(crate) fn start() -> Server {
        let folder = Folder::new();
        let (child, address, mut log) = started(&folder);
        // Somebody must read the log, or the server would wait for it.
        thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Server { child, address: address.parse().expect("an address"), folder }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Starts it on what it has stored, on another port.
    pub(crate) fn start_again(&mut self) {
        let (child, address, mut log) = started(&self.folder);
        thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        (self.child, self.address) = (child, address.parse().expect("an address"));
    }

    /// Ends it as an operator does, and keeps what it has stored.
    pub(crate) fn stop(&mut self) {
        let id = self.child.id().to_string();
        // One that has ended already needs no signal.
        let _ = Command::new("kill").arg("-TERM").arg(id).stderr(Stdio::null()).status();
        self.child.wait().expect("it ends");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What a cable does with what is sent over it.
const CARRIES: u8 = 0;
const SWALLOWS: u8 = 1;
const REFUSES: u8 = 2;

/// A cable to a server, which can be cut.
pub(crate) struct Cable {
    pub(crate) address: SocketAddr,
    server: Arc<Mutex<SocketAddr>>,
    does: Arc<AtomicU8>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Cable {
    pub(crate) fn to(server: SocketAddr) -> Cable {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let (does, streams) = (Arc::new(AtomicU8::new(CARRIES)), Arc::default());
        let cable = Cable { address, server: Arc::new(Mutex::new(server)), does, streams };
        let (does, streams) = (cable.does.clone(), cable.streams.clone());
        let server = cable.server.clone();
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                if does.load(Ordering::SeqCst) == REFUSES {
                    continue;
                }
                let server = *server.lock().expect("nobody panics");
                let far = TcpStream::connect(server).expect("the server is there");
                for (from, to) in [(&near, &far), (&far, &near)] {
                    let copy = |it: &TcpStream| it.try_clone().expect("a socket can be shared");
                    let (mut from, mut to, does) = (copy(from), copy(to), does.clone());
                    streams.lock().expect("nobody panics").push(copy(&from));
                    thread::spawn(move || {
                        let mut bytes = [0; 4096];
                        while let Ok(length @ 1..) = from.read(&mut bytes) {
                            if does.load(Ordering::SeqCst) == CARRIES
                                && to.write_all(&bytes[..length]).is_err()
                            {
                                break;
                            }
                        }
                        // Whoever went first has told the other.
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        cable
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on nothing that is sent arrives, and nobody notices.
    pub(crate) fn swallow(&self) {
        self.does.store(SWALLOWS, Ordering::SeqCst);
    }

    /// Cuts it: connections break, and no new one is made.
    pub(crate) fn cut(&self) {
        self.does.store(REFUSES, Ordering::SeqCst);
        for stream in self.streams.lock().expect("nobody panics").drain(..) {
            // It may have ended by itself.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Mends it, with another server at its end.
    pub(crate) fn lead_to(&self, server: SocketAddr) {
        *self.server.lock().expect("nobody panics") = server;
        self.mend();
    }

    pub(crate) fn mend(&self) {
        self.does.store(CARRIES, Ordering::SeqCst);
    }
}

/// The binary in a terminal of its own.
pub(crate) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Its home, unless it shares that of another.
    _home: Option<Folder>,
}

/// How a terminal is started.
pub(crate) struct Setup {
    pub(crate) size: (u16, u16),
    pub(crate) variables: Vec<(&'static str, String)>,
    /// A shell script in which `$FOURFALL` is the binary, instead of the binary itself.
    pub(crate) script: Option<&'static str>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { size: (80, 24), variables: Vec::new(), script: None }
    }
}

impl Terminal {
    /// Starts `fourfall` with these words on a screen of 80 × 24.
    pub(crate) fn start(words: &[&str]) -> Terminal {
        Terminal::start_with(words, Setup::default())
    }

    pub(crate) fn start_with(words: &[&str], setup: Setup) -> Terminal {
        let (columns, rows) = setup.size;
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal can be made");
        let home = Folder::new();
        let mut command = match setup.script {
            Some(script) => {
                let mut command = CommandBuilder::new("sh");
                command.args(["-c", script]);
                command
            }
            None => CommandBuilder::new(env!("CARGO_BIN_EXE_fourfall")),
        };
        command.args(words);
        command.env_clear();
        command.env("PATH", std::env::var("PATH").unwrap_or_default());
        command.env("FOURFALL", env!("CARGO_BIN_EXE_fourfall"));
        command.env("HOME", &home.0);
        command.env("LANG", "C.UTF-8");
        command.env("TERM", "xterm-256color");
        for (name, value) in setup.variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("it starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("the terminal can be read");
        let writer = pair.master.take_writer().expect("the terminal can be written to");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(some(rows), some(columns), 0)));
        let shown = screen.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut bytes) {
                shown.lock().expect("nobody panics").process(&bytes[..length]);
            }
        });
        Terminal { master: pair.master, writer, child, screen, _home: Some(home) }
    }

    pub(crate) fn look<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.screen.lock().expect("nobody panics").screen())
    }

    pub(crate) fn text(&self) -> String {
        self.look(vt100::Screen::contents)
    }

    /// Waits until what is asked for is there, and gives it.
    #[track_caller]
    pub(crate) fn wait<T>(
        &mut self,
        what: &str,
        mut look: impl FnMut(&vt100::Screen) -> Option<T>,
    ) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = self.look(&mut look) {
                return found;
            }
            let ended = self.child.try_wait().expect("it can be asked");
            assert!(
                start.elapsed() < LONG,
                "waited in vain for {what}; ended: {ended:?}; the screen:\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[track_caller]
    pub(crate) fn wait_for(&mut self, sentence: &str) {
        self.wait(sentence, |it| it.contents().contains(sentence).then_some(()));
    }

    /// Waits until the board shows this game.
    #[track_caller]
    pub(crate) fn wait_for_board(&mut self, drawing: &str) {
        self.wait(drawing, |it| (board(it).as_deref() == Some(drawing)).then_some(()));
    }

    pub(crate) fn send(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("it reads keys");
        self.writer.flush().expect("it reads keys");
    }

    /// Chooses a column and drops a disc.
    pub(crate) fn drop_disc(&mut self, number: u8) {
        self.send(&format!("{number}\r"));
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.screen.lock().expect("nobody panics").screen_mut().set_size(some(rows), some(columns));
        self.master.resize(size).expect("a terminal can be resized");
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Waits for its end, and gives its exit code.
    #[track_caller]
    pub(crate) fn end(&mut self) -> u32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                return status.exit_code();
            }
            assert!(start.elapsed() < LONG, "it does not end; the screen:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // One that has ended already needs no killing.
        let _ = self.child.kill();
    }
}

fn some(length: u16) -> NonZeroU16 {
    NonZeroU16::new(length).expect("a screen has some rows and columns")
}

/// The board on a screen without colours, as `Position` draws it: found by its column numbers.
pub(crate) fn board(screen: &vt100::Screen) -> Option<String> {
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let at = |row: u16, column: u16| {
        let cell = screen.cell(row, column)?;
        Some(if cell.has_contents() { cell.contents().chars().next()? } else { ' ' })
    };
    let numbers = |row: u16, first: u16, step: u16| {
        (1..=7)
            .zip(0..)
            .all(|(number, index)| at(row, first + index * step) == char::from_digit(number, 10))
    };
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let found = places.filter(|it| at(it.0, it.1) == Some('1')).find_map(|(row, first)| {
        let height = [(4, 1), (5, 2), (7, 3)].into_iter().find(|it| numbers(row, first, it.0));
        height.map(|(step, height)| (row, first, step, height))
    });
    let (row, first, step, height) = found?;
    let mut drawing = String::new();
    for level in (0..6).rev() {
        let y = row.checked_sub(1 + height * level)?;
        let cells = (0..7).map(|index| match at(y, first + index * step) {
            Some('·') => Some('.'),
            found => found,
        });
        let cells: Option<Vec<String>> = cells.map(|it| it.map(String::from)).collect();
        drawing += &(cells?.join(" ") + "\n");
    }
    Some(drawing)
}
