import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { hasChromium, launch, openPage, sharedBrowser, WITHOUT_SCRIPTS } from '../browser/browser.ts'
import { type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { onFreePort } from '../support/free-port.ts'
import { CLIENT, type RunningProvider, runProvider } from '../support/openid-provider.ts'
import { codeOf, createBrowser, PASSWORD } from '../web/factors/factor-site.ts'

const EMAIL = 'ann@example.org'

let place: ReturnType<typeof temporaryFolder>
let provider: RunningProvider
let running: Running
let base: string

beforeEach(async () => {
  place = temporaryFolder()
  provider = await runProvider()
  running = await onFreePort((port) => {
    base = `http://localhost:${port}`
    writeConfig(
      place.folder,
      {},
      {
        http: `listen = ["127.0.0.1:${port}"]`,
        site: `base_url = "${base}"`,
        people: `admin_email = "${EMAIL}"\nadmin_password = "${PASSWORD}"`,
        oidc: `issuer = "${provider.issuer}"\nclient_id = "${CLIENT.clientId}"\nclient_secret = "${CLIENT.clientSecret}"`,
      },
    )
    return serve(place.folder)
  })
  provider.admit(`${base}/sign-in/openid/back`)
})
afterEach(async () => {
  await running.kill()
  await provider.stop()
  place.remove()
})

// The libraries behind these load when they are first used: what the bundler makes of them shows here alone.
describe('signing in to the binary', () => {
  test('with an authenticator app, and with a provider that is linked', async () => {
    const browser = createBrowser({ base })
    await browser.signIn(EMAIL)
    const linking = await (await browser.send('/me/openid/link', { password: PASSWORD })).text()
    const url = /url=([^"]+)"/.exec(linking)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const back = await provider.signIn(url, 'ann')
    expect((await browser.ask(`${back.pathname}${back.search}`)).headers.get('location')).toBe(
      '/me/openid?done=linked',
    )

    const again = createBrowser({ base })
    const begun = await again.ask('/sign-in/openid')
    const answered = await provider.signIn(begun.headers.get('location') ?? '', 'ann')
    expect((await again.ask(`${answered.pathname}${answered.search}`)).headers.get('location')).toBe('/')
    expect((await again.ask('/me')).status).toBe(200)

    const page = await browser.text('/me/two-factor/set-up')
    const secret = /name="secret" value="([A-Z2-7]{32})"/.exec(page)?.[1] ?? ''
    const fields = { secret, code: codeOf(secret), password: PASSWORD }
    expect(await (await browser.send('/me/two-factor/set-up', fields)).text()).toContain(
      'Your recovery codes',
    )
    const half = createBrowser({ base })
    expect((await half.signIn(EMAIL)).headers.get('location')).toBe('/sign-in/code')
    const whole = await half.send('/sign-in/code', { code: codeOf(secret, 30) })
    expect(whole.headers.get('location')).toBe('/')
  })

  test.skipIf(!hasChromium).each([
    ['with', []],
    ['without', [WITHOUT_SCRIPTS]],
  ])('with a provider in a browser %s JavaScript', async (_, switches) => {
    const browser = await launch(...switches)
    const { page, close } = await openPage(browser)
    await page.goto(`${base}/sign-in`)
    await page.getByLabel('E-mail address').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${base}/`)
    await page.goto(`${base}/me/openid`)
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: /^Link / }).click()
    await atProvider(page)
    await page.getByText('It is linked', { exact: true }).waitFor()

    await page.context().clearCookies()
    await page.goto(`${base}/sign-in?next=%2Fme`)
    await page.getByRole('link', { name: /^Continue with/ }).click()
    await atProvider(page)
    await page.getByRole('heading', { name: 'Your profile' }).waitFor()
    await close()
    await browser.close()
  })

  test.skipIf(!hasChromium)('with a passkey', async () => {
    const { page, complaints, close } = await openPage(await sharedBrowser())
    await addAuthenticator(page)
    await page.goto(`${base}/sign-in`)
    await page.getByLabel('E-mail address').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${base}/`)
    await page.goto(`${base}/me/passkeys`)
    await page.getByLabel('Name of the passkey').fill('Laptop')
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey was added.').waitFor()
    await page.context().clearCookies()
    // The browser offers it with the address, and this one takes what is offered.
    await page.goto(`${base}/sign-in?next=%2Fme`)
    await page.getByRole('heading', { name: 'Your profile' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

/** Signs in there, and agrees. */
async function atProvider(page: Page): Promise<void> {
  await page.locator('input[name=login]').fill('ann')
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
