import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { createBrowser, type FactorSite, factorSite, PASSWORD } from '../web/factors/factor-site.ts'
import { hasChromium, openPage, sharedBrowser } from './browser.ts'

/** An authenticator of the device, as Chromium plays one. */
async function addAuthenticator(page: Page, more: object = {}) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...more,
    },
  })
  return { cdp, authenticatorId }
}

/** As a copy of the passkey would count that was made long ago. */
async function turnBack(cdp: CDPSession, authenticatorId: string): Promise<void> {
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  for (const credential of credentials) {
    const { credentialId } = credential
    await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } })
  }
}

describe.skipIf(!hasChromium)('passkeys', () => {
  let browser: Browser
  let site: FactorSite
  beforeAll(async () => {
    browser = await sharedBrowser()
    site = await factorSite()
  })
  afterAll(() => site.done())

  /** `offers`: the browser offers passkeys without a click, which this authenticator takes at once. */
  async function signedIn(
    email: string,
    { offers = false, ...more }: { offers?: boolean; isUserVerified?: boolean } = {},
  ) {
    const opened = await openPage(browser)
    const { page } = opened
    if (!offers)
      await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
    const authenticator = await addAuthenticator(page, more)
    await page.goto(`${site.base}/sign-in`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${site.base}/`)
    return { ...opened, ...authenticator }
  }

  async function add(page: Page, name: string) {
    await page.goto(`${site.base}/me/passkeys`)
    await page.getByLabel('Name of the passkey').fill(name)
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey was added.').waitFor()
  }

  async function signOut(page: Page) {
    await page.context().clearCookies()
    await page.goto(`${site.base}/sign-in`)
  }

  const signInBy = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()

  test('one is added, signs in without an address, is renamed and removed', async () => {
    const person = await site.somebody()
    const { page, complaints, close } = await signedIn(person.email)
    await add(page, 'Laptop')
    expect(await page.getByRole('row', { name: /Laptop.*never/ }).count()).toBe(1)
    await signOut(page)
    await signInBy(page)
    await page.waitForURL(`${site.base}/`)
    await page.goto(`${site.base}/me/passkeys`)
    expect(await page.getByRole('row', { name: /never/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Change Laptop' }).click()
    await page.getByLabel('Name of the passkey').fill('Old laptop')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('The passkey was renamed.').waitFor()
    await page.getByRole('link', { name: 'Change Old laptop' }).click()
    await page.getByRole('link', { name: 'Remove this passkey' }).click()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Remove this passkey' }).click()
    await page.getByText('The passkey was removed.').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('it is offered with the address, without a click', async () => {
    const person = await site.somebody()
    const { page, close } = await signedIn(person.email, { offers: true })
    await add(page, 'Laptop')
    await page.context().clearCookies()
    await page.goto(`${site.base}/sign-in?next=%2Fme`)
    await page.getByRole('heading', { name: 'Your profile' }).waitFor()
    await close()
  })

  test('it stands for both factors, and for the code after a password', async () => {
    const person = await site.somebody()
    const { page, close } = await signedIn(person.email)
    await add(page, 'Phone')
    await site.turnOn(person)
    await signOut(page)
    await signInBy(page)
    await page.waitForURL(`${site.base}/`)
    await signOut(page)
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await page.waitForURL(`${site.base}/`)
    await page.goto(`${site.base}/me/two-factor/off`)
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.getByText('Two-step sign-in is off.').waitFor()
    await close()
  })

  test('a counter that goes back is refused, and said', async () => {
    const person = await site.somebody()
    const { page, cdp, authenticatorId, close } = await signedIn(person.email)
    await add(page, 'Key')
    await signOut(page)
    await signInBy(page)
    await page.waitForURL(`${site.base}/`)
    await turnBack(cdp, authenticatorId)
    await signOut(page)
    await signInBy(page)
    await page.getByText('its counter went back').waitFor()
    await page.goto(`${site.base}/me`)
    expect(page.url()).toContain('/sign-in')
    await close()
  })

  test('an answer that was made for another origin is refused', async () => {
    const person = await site.somebody()
    const { page, close } = await signedIn(person.email)
    await add(page, 'Laptop')
    // A page of the same host at another port may ask for the same passkeys.
    const other = await factorSite()
    const visitor = createBrowser(site)
    const asked = (await (await visitor.send('/sign-in/passkey/options')).json()) as {
      options: { challenge: string }
    }
    await page.context().clearCookies()
    await page.goto(`${other.base}/docs`)
    const answer = await page.evaluate(answerTo, asked.options.challenge)
    const refused = await visitor.send('/sign-in/passkey', { passkey_answer: answer })
    expect(refused.status).toBe(403)
    expect(visitor.cookies.has('mailgauge')).toBe(false)
    await other.done()
    await close()
  })

  test('an answer counts once', async () => {
    const person = await site.somebody()
    const { page, close } = await signedIn(person.email)
    await add(page, 'Laptop')
    const [one, two] = [createBrowser(site), createBrowser(site)]
    const asked = (await (await one.send('/sign-in/passkey/options')).json()) as {
      options: { challenge: string }
    }
    for (const [name, value] of one.cookies) two.cookies.set(name, value)
    const answer = await page.evaluate(answerTo, asked.options.challenge)
    const strange = { 'sec-fetch-site': 'cross-site' }
    expect((await one.send('/sign-in/passkey', { passkey_answer: answer }, strange)).status).toBe(403)
    expect((await one.send('/sign-in/passkey', { passkey_answer: answer })).headers.get('location')).toBe('/')
    const again = await two.send('/sign-in/passkey', { passkey_answer: answer })
    expect([again.status, two.cookies.has('mailgauge')]).toEqual([403, false])
    await close()
  })

  test('an authenticator that verifies nobody makes none', async () => {
    const person = await site.somebody()
    const { page, close } = await signedIn(person.email, { isUserVerified: false })
    await page.goto(`${site.base}/me/passkeys`)
    await page.getByLabel('Name of the passkey').fill('Key')
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Nothing was done').first().waitFor()
    expect(await site.store.people.passkeys.of(person.id)).toEqual([])
    await close()
  })
})

/** In the page: what its browser answers to a challenge, as our script would send it. */
const answerTo = async (challenge: string): Promise<string> => {
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
  const text = (buffer: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '')
  const { navigator } = globalThis as unknown as {
    navigator: { credentials: { get(options: object): Promise<Answered> } }
  }
  const { id, rawId, type, response } = await navigator.credentials.get({
    publicKey: { challenge: bytes(challenge), rpId: 'localhost', userVerification: 'required' },
  })
  return JSON.stringify({
    id,
    rawId: text(rawId),
    type,
    clientExtensionResults: {},
    response: {
      authenticatorData: text(response.authenticatorData),
      clientDataJSON: text(response.clientDataJSON),
      signature: text(response.signature),
      userHandle: text(response.userHandle),
    },
  })
}

interface Answered {
  id: string
  rawId: ArrayBuffer
  type: string
  response: Record<'authenticatorData' | 'clientDataJSON' | 'signature' | 'userHandle', ArrayBuffer>
}
