/**
 * Passkeys as the browser wants them and as they travel: bytes here, base64url there. Newer browsers translate
 * by themselves; for the others it is done here.
 */

/** What the page uses of `PublicKeyCredential`, each of which an older browser may lack. */
type Helpers = Partial<
  Pick<typeof PublicKeyCredential, 'parseCreationOptionsFromJSON' | 'parseRequestOptionsFromJSON'>
>;

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (it) => it.codePointAt(0) ?? 0);
}

export function textOf(buffer: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(buffer), (it) => String.fromCodePoint(it)).join('');
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function keyOf(it: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: bytesOf(it.id) };
}

export function creationOptions(
  json: PublicKeyCredentialCreationOptionsJSON,
  helpers: Helpers = PublicKeyCredential,
): PublicKeyCredentialCreationOptions {
  if (helpers.parseCreationOptionsFromJSON) return helpers.parseCreationOptionsFromJSON(json);
  const { rp, user, challenge, pubKeyCredParams, timeout, authenticatorSelection } = json;
  return {
    rp,
    user: { ...user, id: bytesOf(user.id) },
    challenge: bytesOf(challenge),
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    excludeCredentials: (json.excludeCredentials ?? []).map(keyOf),
    attestation: 'none',
    ...(timeout === undefined ? {} : { timeout }),
    ...(authenticatorSelection === undefined ? {} : { authenticatorSelection }),
  };
}

export function requestOptions(
  json: PublicKeyCredentialRequestOptionsJSON,
  helpers: Helpers = PublicKeyCredential,
): PublicKeyCredentialRequestOptions {
  if (helpers.parseRequestOptionsFromJSON) return helpers.parseRequestOptionsFromJSON(json);
  const { challenge, rpId, timeout } = json;
  return {
    challenge: bytesOf(challenge),
    allowCredentials: (json.allowCredentials ?? []).map(keyOf),
    userVerification: 'preferred',
    ...(rpId === undefined ? {} : { rpId }),
    ...(timeout === undefined ? {} : { timeout }),
  };
}

/** What the server is sent of a passkey. */
export function credentialJson(credential: PublicKeyCredential): object {
  const modern: Partial<Pick<PublicKeyCredential, 'toJSON'>> = credential;
  if (modern.toJSON !== undefined) return credential.toJSON();
  const { id, rawId, type, response, authenticatorAttachment } = credential;
  return {
    id,
    rawId: textOf(rawId),
    type,
    authenticatorAttachment,
    clientExtensionResults: {},
    response: { clientDataJSON: textOf(response.clientDataJSON), ...answerOf(response) },
  };
}

function answerOf(response: AuthenticatorResponse): object {
  if ('attestationObject' in response && response.attestationObject instanceof ArrayBuffer) {
    return { attestationObject: textOf(response.attestationObject) };
  }
  const part = (name: string): object => {
    const bytes: unknown = Reflect.get(response, name);
    return bytes instanceof ArrayBuffer ? { [name]: textOf(bytes) } : {};
  };
  return { ...part('authenticatorData'), ...part('signature'), ...part('userHandle') };
}
