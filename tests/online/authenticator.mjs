// A device with a passkey, made of software: what a browser would send for it, byte by byte.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Somebody is there, and has shown who they are. */
const PRESENT = 0b0000_0101;
/** A new key follows. */
const ATTESTED = 0b0100_0000;

const sha256 = (bytes) => createHash('sha256').update(bytes).digest();
const base64url = (bytes) => Buffer.from(bytes).toString('base64url');

export class Authenticator {
  credential = randomBytes(32);
  uses = 0;
  #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(origin) {
    this.origin = origin;
  }

  #clientData(type, { challenge }) {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #head(host, flags) {
    this.uses += 1;
    const uses = Buffer.alloc(4);
    uses.writeUInt32BE(this.uses);
    return Buffer.concat([sha256(host), Buffer.of(flags), uses]);
  }

  #answer(response) {
    const id = base64url(this.credential);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  /** What `navigator.credentials.create` leads to. */
  create(options) {
    this.handle = options.user.id;
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a point on P-256 for ES256.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const data = Buffer.concat([
      this.#head(options.rp.id, PRESENT | ATTESTED),
      Buffer.alloc(16),
      Buffer.of(0, this.credential.length),
      this.credential,
      key,
    ]);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const object = Buffer.concat([
      Buffer.from('\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58', 'latin1'),
      Buffer.of(data.length),
      data,
    ]);
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', options)),
      attestationObject: base64url(object),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get` leads to. */
  get(options) {
    const data = this.#head(options.rpId, PRESENT);
    const client = this.#clientData('webauthn.get', options);
    return this.#answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey)),
      userHandle: this.handle,
    });
  }
}
