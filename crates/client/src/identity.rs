//! Who somebody is on each server, kept in a file that only its owner can read.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::address::Server;

/// Who somebody is on one server.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// Public.
    pub player_id: String,
    /// Secret: whoever has it is this player.
    pub token: String,
}

/// Leaves the secret out.
impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identity").field("player_id", &self.player_id).finish_non_exhaustive()
    }
}

/// The file of all identities.
#[derive(Clone, Debug)]
pub struct Identities {
    file: PathBuf,
}

impl Identities {
    /// Those in this folder, which is created when the first is kept.
    pub fn in_folder(folder: &Path) -> Identities {
        Identities { file: folder.join("identities.json") }
    }

    /// Who we are on this server, if we have been there.
    ///
    /// # Errors
    ///
    /// If the file is there but can't be read.
    pub fn of(&self, server: &Server) -> io::Result<Option<Identity>> {
        Ok(self.read()?.remove(&server.to_string()))
    }

    /// Keeps who we are on this server.
    ///
    /// # Errors
    ///
    /// If the file can't be read or written; it is as it was then.
    pub fn keep(&self, server: &Server, identity: &Identity) -> io::Result<()> {
        let mut all = self.read()?;
        all.insert(server.to_string(), identity.clone());
        let folder = self.file.parent().unwrap_or(Path::new("."));
        make_private_folder(folder)?;
        // Written beside it and renamed, so that a crash leaves the old file or the new one.
        let beside = self.file.with_extension(format!("json.{}", std::process::id()));
        let mut bytes = serde_json::to_vec_pretty(&all).map_err(io::Error::other)?;
        bytes.push(b'\n');
        let written = private_file(&beside).and_then(|mut file| file.write_all(&bytes));
        let renamed = written.and_then(|()| fs::rename(&beside, &self.file));
        if renamed.is_err() {
            // The first failure is the one to tell; what is left behind is harmless.
            let _ = fs::remove_file(&beside);
        }
        renamed
    }

    /// The file itself, to be named in messages.
    pub fn file(&self) -> &Path {
        &self.file
    }

    fn read(&self) -> io::Result<BTreeMap<String, Identity>> {
        match fs::read(&self.file) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes)?),
            Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
            Err(err) => Err(err),
        }
    }
}

fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut options = fs::DirBuilder::new();
    options.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut options, 0o700);
    options.create(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(name: &str) -> Identity {
        Identity { player_id: format!("p_{name}"), token: format!("p_{name}.secret") }
    }

    #[test]
    fn identities_are_kept_by_server_and_for_their_owner_only() {
        let folder = std::env::temp_dir().join(format!("fourfall-identity-{}", std::process::id()));
        let identities = Identities::in_folder(&folder.join("deep"));
        let (home, away): (Server, Server) =
            ("http://127.0.0.1:4444".parse().unwrap(), "https://play.example".parse().unwrap());
        assert_eq!(identities.of(&home).unwrap(), None);
        identities.keep(&home, &identity("ada")).unwrap();
        identities.keep(&away, &identity("alan")).unwrap();
        identities.keep(&home, &identity("grace")).unwrap();
        assert_eq!(identities.of(&home).unwrap(), Some(identity("grace")));
        assert_eq!(identities.of(&away).unwrap(), Some(identity("alan")));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(identities.file()), 0o600);
            assert_eq!(mode(identities.file().parent().unwrap()), 0o700);
        }
        fs::write(identities.file(), "not JSON").unwrap();
        assert!(identities.of(&home).is_err());
        assert!(identities.keep(&home, &identity("ada")).is_err());
        assert_eq!(fs::read_to_string(identities.file()).unwrap(), "not JSON", "as it was");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_secret_is_not_shown_by_accident() {
        assert!(!format!("{:?}", identity("ada")).contains("secret"));
    }
}
