/** A name claimed and logged in to by a passkey alone, with an authenticator of the browser's own making. */
import type { CDPSession, Page } from '@playwright/test';
import { serious } from './axe';
import { expect, pair, playOut, test, title } from './play';

/** Passkeys belong to a name, and an address in numbers has none. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost');

interface Keeper {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

async function keeperOf(page: Page): Promise<Keeper> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

test('a name is claimed by a passkey, and its owner logs in elsewhere by it', async ({
  person,
  server,
}) => {
  test.slow();
  const at = named(server.url);
  const ada = await person('Ada', { at });
  const bo = await person('Bo', { at });
  await pair(ada, bo);
  await playOut([ada, bo], '4455667');
  await expect(title(ada)).toHaveText('YOU WON');

  const keeper = await keeperOf(ada);
  await ada.goto('/account');
  await ada.getByRole('button', { name: 'Claim it with a passkey' }).click();
  await expect(ada.locator('code')).toHaveCount(8);
  await expect(ada.getByText('You are Ada.')).toBeVisible();
  const keys = ada.getByRole('region', { name: 'Passkeys' });
  await expect(keys.getByRole('listitem')).toHaveCount(1);
  await expect(ada.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  expect(await serious(ada)).toEqual([]);

  // The only way in stays.
  await keys.getByRole('button', { name: 'Remove' }).click();
  await expect(ada.getByRole('status').filter({ hasText: /\w/u }).first()).toBeVisible();
  await expect(keys.getByRole('listitem')).toHaveCount(1);
  await ada.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(ada.getByRole('heading', { name: 'Lost the password?' })).toBeVisible();

  const phone = await person('Somebody', { at });
  const other = await keeperOf(phone);
  await phone.goto('/account');
  const login = phone.getByRole('button', { name: 'Log in with a passkey' });
  await login.click();
  await expect(phone.getByText('No passkey was used, and nothing has changed.')).toBeVisible();
  const { credentials } = await keeper.cdp.send('WebAuthn.getCredentials', {
    authenticatorId: keeper.authenticatorId,
  });
  expect(credentials).toHaveLength(1);
  for (const credential of credentials) {
    await other.cdp.send('WebAuthn.addCredential', {
      authenticatorId: other.authenticatorId,
      credential,
    });
  }
  await login.click();
  await expect(phone.getByText('You are Ada.')).toBeVisible();

  // What only the owner may do asks for the passkey, not for a password.
  const first = phone.locator('form', { hasText: 'Choose a password' });
  await first.getByLabel('New password').fill('four blue discs in a row');
  await first.getByRole('button').click();
  await expect(phone.getByRole('heading', { name: 'Change the password' })).toBeVisible();
  await phone
    .getByRole('region', { name: 'Passkeys' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(phone.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(
    0,
  );
  await phone.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(phone.getByText('Done. This passkey lets you in from now on.')).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(
    1,
  );
});

test('where passkeys cannot work nobody is offered one', async ({ person }) => {
  const ada = await person('Ada');
  await ada.goto('/account');
  await expect(ada.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(ada.getByRole('button', { name: /passkey/u })).toHaveCount(0);
});
