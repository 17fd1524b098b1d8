import { expect, test } from 'vitest';
import { bytesOf, creationOptions, credentialJson, requestOptions, textOf } from './webauthn';

test.each([
  ['', []],
  ['_w', [255]],
  ['-_8', [251, 255]],
  ['AQID', [1, 2, 3]],
])('%s is %j, and back', (text, bytes) => {
  expect([...bytesOf(text)]).toEqual(bytes);
  expect(textOf(Uint8Array.from(bytes).buffer)).toBe(text);
});

test('a browser that cannot translate is given bytes', () => {
  const creation = creationOptions(
    {
      rp: { id: 'play.example', name: 'Fourfall' },
      user: { id: 'AQ', name: 'Ada', displayName: 'Ada' },
      challenge: 'Ag',
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      excludeCredentials: [{ type: 'public-key', id: 'Aw' }],
      timeout: 1_000,
      authenticatorSelection: { residentKey: 'required' },
    },
    {},
  );
  expect(creation).toEqual({
    rp: { id: 'play.example', name: 'Fourfall' },
    user: { id: Uint8Array.of(1), name: 'Ada', displayName: 'Ada' },
    challenge: Uint8Array.of(2),
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: [{ type: 'public-key', id: Uint8Array.of(3) }],
    attestation: 'none',
    timeout: 1_000,
    authenticatorSelection: { residentKey: 'required' },
  });
  expect(requestOptions({ challenge: 'Ag', rpId: 'play.example' }, {})).toEqual({
    challenge: Uint8Array.of(2),
    allowCredentials: [],
    userVerification: 'preferred',
    rpId: 'play.example',
  });
});

const bytes = (...of: number[]): ArrayBuffer => Uint8Array.from(of).buffer;

test('what it answers is sent as text', () => {
  const answered = (response: object): PublicKeyCredential =>
    Reflect.apply(Object, undefined, [
      { id: 'AQ', rawId: bytes(1), type: 'public-key', authenticatorAttachment: null, response },
    ]);
  const common = { id: 'AQ', rawId: 'AQ', type: 'public-key', clientExtensionResults: {} };
  expect(
    credentialJson(answered({ clientDataJSON: bytes(2), attestationObject: bytes(3) })),
  ).toMatchObject({ ...common, response: { clientDataJSON: 'Ag', attestationObject: 'Aw' } });
  expect(
    credentialJson(
      answered({
        clientDataJSON: bytes(2),
        authenticatorData: bytes(3),
        signature: bytes(4),
        userHandle: null,
      }),
    ),
  ).toMatchObject({
    ...common,
    response: { clientDataJSON: 'Ag', authenticatorData: 'Aw', signature: 'BA' },
  });
});
