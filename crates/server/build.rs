//! Puts the built page (`web/dist`) into the binary, compressed once, here.
//!
//! Without a built page the table is empty, and the server says how to build one.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Above this size brotli's highest levels cost seconds and save one percent.
const BEST_BROTLI_BYTES_MAX: usize = 512 * 1024;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // Cargo runs a build script again every time a watched path is missing; an empty folder is enough to avoid that.
    fs::create_dir_all(&root).expect("web/dist can be made");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", root.display());

    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut files = Vec::new();
    walk(&root, String::new(), &mut files);
    // By name, because the server finds a file by binary search.
    files.sort();

    let mut table = String::from("static FILES: &[File] = &[\n");
    for (index, (name, path)) in files.iter().enumerate() {
        let body = fs::read(path).expect("a file of the page can be read");
        let variant = |suffix: &str, bytes: Vec<u8>| {
            if bytes.len() >= body.len() {
                return "None".to_owned();
            }
            let file = out.join(format!("{index}.{suffix}"));
            fs::write(&file, bytes).expect("the build folder can be written");
            format!("Some(include_bytes!({file:?}))")
        };
        let brotli = variant("br", brotli(&body));
        let gzip = variant("gz", gzip(&body));
        let path = path.canonicalize().expect("the file was just read");
        table.push_str(&format!(
            "    File {{ path: {name:?}, body: include_bytes!({path:?}), brotli: {brotli}, gzip: {gzip}, \
             etag: \"\\\"{:016x}\\\"\" }},\n",
            fingerprint(&body),
        ));
    }
    table.push_str("];\n");
    fs::write(out.join("page.rs"), table).expect("the build folder can be written");
}

/// Every file below `folder`: the path it is requested by, and where it is on disk.
fn walk(folder: &Path, prefix: String, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("the page's folder can be read") {
        let entry = entry.expect("the page's folder can be read");
        let name = entry.file_name().into_string().expect("the page has plain file names");
        let name = format!("{prefix}/{name}");
        let path = entry.path();
        if path.is_dir() {
            walk(&path, name, files);
        } else {
            files.push((name, path));
        }
    }
}

fn brotli(body: &[u8]) -> Vec<u8> {
    let quality = if body.len() <= BEST_BROTLI_BYTES_MAX { 11 } else { 9 };
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 4096, quality, 22);
    writer.write_all(body).expect("writing to memory cannot fail");
    drop(writer);
    packed
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(body).expect("writing to memory cannot fail");
    writer.finish().expect("writing to memory cannot fail")
}

/// Changes when the file does. Nobody gains by forging it: it only saves a download.
fn fingerprint(body: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    hasher.finish()
}
