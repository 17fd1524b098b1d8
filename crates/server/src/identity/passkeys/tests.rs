//! Tests with a simulated authenticator.

use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};

use super::super::{fresh_key, fresh_player, random};
use super::*;

const ORIGIN: &str = "https://play.example";
/// Flags: user present and user verified.
const PRESENT: u8 = 0b0000_0101;
/// Flag: attested credential data follows.
const ATTESTED: u8 = 0b0100_0000;

/// A device with one key.
struct Device {
    key: SigningKey,
    credential: [u8; 16],
    /// The user handle it was given.
    handle: String,
    uses: u32,
    counts: bool,
    origin: &'static str,
}

fn base64url(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..=chunk.len() {
            let index = group >> (18 - 6 * digit) & 63;
            text.push(char::from(DIGITS[index as usize]));
        }
    }
    text
}

impl Device {
    fn new() -> Device {
        let key = SigningKey::from_slice(&random::<32>()).expect("almost every number is a key");
        let (credential, handle) = (random(), String::new());
        Device { key, credential, handle, uses: 1, counts: true, origin: ORIGIN }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = &options["challenge"];
        let data = json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false });
        serde_json::to_vec(&data).unwrap()
    }

    /// The authenticator data: hash of the host, flags, signature counter.
    fn head(&self, flags: u8) -> Vec<u8> {
        let host = host(ORIGIN).unwrap();
        let uses = self.uses.to_be_bytes();
        [&Sha256::digest(host)[..], &[flags], &uses].concat()
    }

    /// Registers its key.
    fn register(&mut self, options: &Value) -> Value {
        options["user"]["id"].as_str().unwrap().clone_into(&mut self.handle);
        let point = self.key.verifying_key().to_encoded_point(false);
        // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a point on P-256 for ES256.
        let public: Vec<u8> = [
            &[0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20],
            &point.x().unwrap()[..],
            &[0x22, 0x58, 0x20],
            &point.y().unwrap()[..],
        ]
        .concat();
        let length = [0, u8::try_from(self.credential.len()).unwrap()];
        let data =
            [&self.head(PRESENT | ATTESTED)[..], &[0; 16], &length, &self.credential, &public]
                .concat();
        let length = u8::try_from(data.len()).unwrap();
        // {"fmt": "none", "attStmt": {}, "authData": data}
        let object =
            [&b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"[..], &[length], &data].concat();
        let id = base64url(&self.credential);
        json!({
            "id": id,
            "rawId": id,
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": base64url(&self.client_data("webauthn.create", options)),
                "attestationObject": base64url(&object),
            },
        })
    }

    fn log_in(&mut self, options: &Value) -> Value {
        self.uses += u32::from(self.counts);
        let (data, client) = (self.head(PRESENT), self.client_data("webauthn.get", options));
        let signature: Signature =
            self.key.sign(&[&data[..], &Sha256::digest(&client)[..]].concat());
        let id = base64url(&self.credential);
        json!({
            "id": id,
            "rawId": id,
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": base64url(&client),
                "authenticatorData": base64url(&data),
                "signature": base64url(signature.to_der().as_bytes()),
                "userHandle": self.handle,
            },
        })
    }
}

/// A server, a player and a device of theirs.
struct Rig {
    party: Party,
    tokens: Tokens,
    player: PlayerId,
    device: Device,
}

impl Rig {
    fn new() -> Rig {
        let party = Party::of(ORIGIN).unwrap();
        let (tokens, player) = (Tokens::new(&fresh_key()), fresh_player());
        Rig { party, tokens, player, device: Device::new() }
    }

    fn ask_for_key(&self, keys: &[Key]) -> Question {
        let purpose = Purpose::Add(self.player.to_string());
        ask_for_key(&self.party, &self.tokens, purpose, &self.player, "Ada Lovelace", keys).unwrap()
    }

    fn open(&self, question: &Question) -> Ceremony {
        Ceremony::open(&question.ceremony, &self.tokens).expect("it was sealed here")
    }

    fn register(&mut self) -> Result<Key, Refused> {
        let question = self.ask_for_key(&[]);
        let answer = self.device.register(&question.options);
        take_key(&self.party, &self.open(&question), &answer)
    }

    fn log_in(&mut self, key: &Key) -> Result<String, Refused> {
        let question = ask_who(&self.party, &self.tokens).unwrap();
        let answer = self.device.log_in(&question.options);
        let answer = Answer::read(&answer)?;
        assert_eq!(answer.key_id(), key.id);
        answer.check(&self.party, &self.open(&question), &self.player, key)
    }
}

#[test]
fn a_key_is_made_and_logs_in_again_and_again() {
    let mut rig = Rig::new();
    let mut key = rig.register().unwrap();
    for _ in 0..3 {
        key.state = rig.log_in(&key).unwrap();
    }
}

#[test]
fn browsers_are_asked_for_what_they_should_make() {
    let mut rig = Rig::new();
    let key = rig.register().unwrap();
    let options = rig.ask_for_key(std::slice::from_ref(&key)).options;
    assert_eq!(options["rp"], json!({ "id": "play.example", "name": "Fourfall" }));
    assert_eq!(options["user"]["name"], "Ada Lovelace");
    assert_eq!(options["excludeCredentials"][0]["id"], base64url(&rig.device.credential));
    let wanted = &options["authenticatorSelection"];
    assert_eq!([&wanted["residentKey"], &wanted["userVerification"]], ["required", "preferred"]);
    let login = ask_who(&rig.party, &rig.tokens).unwrap().options;
    assert_eq!(
        (&login["rpId"], &login["userVerification"]),
        (&json!("play.example"), &json!("preferred"))
    );
    assert_eq!(login["allowCredentials"], json!([]), "nobody's keys are named");
}

#[test]
fn another_page_gets_nowhere() {
    let mut rig = Rig::new();
    rig.device.origin = "https://evil.example";
    assert!(matches!(rig.register(), Err(Refused::Wrong(_))));
    rig.device.origin = ORIGIN;
    let key = rig.register().unwrap();
    rig.device.origin = "https://evil.example";
    assert!(matches!(rig.log_in(&key), Err(Refused::Wrong(_))));
}

#[test]
fn an_answer_to_another_question_is_none() {
    let mut rig = Rig::new();
    let (one, other) = (rig.ask_for_key(&[]), rig.ask_for_key(&[]));
    let answer = rig.device.register(&one.options);
    assert!(matches!(take_key(&rig.party, &rig.open(&other), &answer), Err(Refused::Wrong(_))));
    let key = take_key(&rig.party, &rig.open(&one), &answer).unwrap();

    let (one, other) =
        (ask_who(&rig.party, &rig.tokens).unwrap(), ask_who(&rig.party, &rig.tokens).unwrap());
    let answer = Answer::read(&rig.device.log_in(&one.options)).unwrap();
    let check = |question| answer.check(&rig.party, &rig.open(question), &rig.player, &key);
    assert!(matches!(check(&other), Err(Refused::Wrong(_))));
    assert!(check(&one).is_ok());
}

#[test]
fn a_question_of_another_server_is_none_of_ours() {
    let rig = Rig::new();
    let question = Rig::new().ask_for_key(&[]);
    assert!(Ceremony::open(&question.ceremony, &rig.tokens).is_none());
    let ours = rig.ask_for_key(&[]);
    let changed = ours.ceremony.replacen('0', "1", 1);
    assert!(Ceremony::open(&changed, &rig.tokens).is_none());
    assert_eq!(rig.open(&ours).purpose, Purpose::Add(rig.player.to_string()));
}

#[test]
fn a_copy_of_a_key_is_noticed_by_its_counter() {
    let mut rig = Rig::new();
    let mut key = rig.register().unwrap();
    rig.device.uses = 10;
    key.state = rig.log_in(&key).unwrap();
    rig.device.uses = 4;
    assert!(matches!(rig.log_in(&key), Err(Refused::Wrong(_))));
    rig.device.uses = 11;
    assert!(rig.log_in(&key).is_ok(), "the twelfth use comes after the eleventh");
}

/// Keys that are synchronised between devices do not count their signatures.
#[test]
fn a_key_that_does_not_count_is_let_in() {
    let mut rig = Rig::new();
    (rig.device.uses, rig.device.counts) = (0, false);
    let mut key = rig.register().unwrap();
    for _ in 0..2 {
        key.state = rig.log_in(&key).unwrap();
    }
}

#[test]
fn another_key_or_another_player_does_not_fit() {
    let mut rig = Rig::new();
    let key = rig.register().unwrap();
    let mut stranger = Device::new();
    (stranger.credential, stranger.handle) = (rig.device.credential, rig.device.handle.clone());
    rig.device = stranger;
    assert!(matches!(rig.log_in(&key), Err(Refused::Wrong(_))));
    let mut rig = Rig::new();
    let key = rig.register().unwrap();
    rig.player = fresh_player();
    assert!(matches!(rig.log_in(&key), Err(Refused::Wrong(_))));
}

#[test]
fn addresses_have_no_passkeys() {
    for (origin, is) in [
        ("https://play.example", true),
        ("https://play.example:8443", true),
        ("http://localhost:4444", true),
        ("http://127.0.0.1:4444", false),
        ("http://[::1]:4444", false),
        ("http://[::1]", false),
        ("null", false),
    ] {
        assert_eq!(Party::of(origin).is_some(), is, "{origin}");
    }
    assert!(Party::of_this_machine("http://localhost:5173").is_some());
    assert!(Party::of_this_machine("https://play.example").is_none());
}

#[test]
fn rubbish_is_no_answer() {
    let rig = Rig::new();
    for rubbish in [json!(null), json!({}), json!({ "id": "x" }), json!([1, 2]), json!("text")] {
        assert!(matches!(Answer::read(&rubbish), Err(Refused::Unreadable(_))));
        let ceremony = rig.open(&rig.ask_for_key(&[]));
        assert!(matches!(take_key(&rig.party, &ceremony, &rubbish), Err(Refused::Unreadable(_))));
    }
}
