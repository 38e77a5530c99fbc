import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { codeOf, createBrowser, type FactorSite, factorSite, PASSWORD } from './factor-site.ts'

const secretIn = (page: string) => /name="secret" value="([A-Z2-7]{32})"/.exec(page)?.[1] ?? ''
const codesIn = (page: string) =>
  [...page.matchAll(/<code>([0-9a-z]{4}(?:-[0-9a-z]{4}){2})<\/code>/g)].map(([, code]) => code ?? '')

describe('two-step sign-in', () => {
  let site: FactorSite
  beforeAll(async () => {
    site = await factorSite()
  })
  afterAll(() => site.done())

  async function signedIn() {
    const person = await site.somebody()
    const browser = createBrowser(site)
    await browser.signIn(person.email)
    return { person, browser }
  }

  test('is set up with a code of the app, and shows its recovery codes once', async () => {
    const { person, browser } = await signedIn()
    const page = await browser.text('/me/two-factor/set-up')
    const secret = secretIn(page)
    expect(page).toContain(secret.replace(/.{4}(?=.)/g, '$& '))
    expect(page).toContain('<svg class="qr-code"')
    const send = (fields: object) =>
      browser.send('/me/two-factor/set-up', { secret, password: PASSWORD, ...fields })
    const wrong = await send({ code: '000000' })
    expect(wrong.status).toBe(422)
    expect(secretIn(await wrong.text())).toBe(secret)
    const unproved = await send({ code: codeOf(secret), password: 'another password' })
    expect(await unproved.text()).toContain('This is not your password.')
    const done = await send({ code: codeOf(secret) })
    expect(done.headers.get('cache-control')).toBe('no-store')
    const codes = codesIn(await done.text())
    expect(codes).toHaveLength(10)
    expect(await browser.text('/me/two-factor')).toContain('You have 10 recovery codes left')
    expect((await browser.ask('/me/two-factor/set-up')).headers.get('location')).toBe('/me/two-factor')
    expect((await site.store.audit.list({ personId: person.id, limit: 1 }))[0]?.action).toBe('totp.enabled')
  })

  test('is asked for after the password, and a code works once', async () => {
    const person = await site.somebody()
    const { base32 } = await site.turnOn(person)
    const browser = createBrowser(site)
    const first = await browser.signIn(person.email)
    expect(first.headers.get('location')).toBe('/sign-in/code')
    const half = browser.cookies.get('mailgauge')
    expect((await browser.ask('/me')).headers.get('location')).toBe('/sign-in?next=%2Fme')
    const code = codeOf(base32)
    const second = await browser.send('/sign-in/code', { code })
    expect(second.headers.get('location')).toBe('/')
    expect(browser.cookies.get('mailgauge')).not.toBe(half)
    expect((await browser.ask('/me')).status).toBe(200)
    // The half session is gone: who saw its cookie has nothing.
    const planted = createBrowser(site)
    planted.cookies.set('mailgauge', half ?? '')
    expect((await planted.ask('/sign-in/code')).headers.get('location')).toBe('/sign-in')
    const again = createBrowser(site)
    await again.signIn(person.email)
    const replayed = await again.send('/sign-in/code', { code })
    expect(await replayed.text()).toContain('This code was used already.')
  })

  test('a recovery code opens it, and it is said how many are left', async () => {
    const person = await site.somebody()
    const { codes } = await site.turnOn(person)
    const browser = createBrowser(site)
    await browser.signIn(person.email)
    const done = await browser.send('/sign-in/code', { code: codes[3]?.toUpperCase() ?? '' })
    const location = done.headers.get('location') ?? ''
    expect(await browser.text(location)).toContain('You have 9 codes left')
  })

  test('guesses are slowed down', async () => {
    const person = await site.somebody()
    await site.turnOn(person)
    const browser = createBrowser(site)
    await browser.signIn(person.email)
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess += 1)
      statuses.push((await browser.send('/sign-in/code', { code: `00000${guess}` })).status)
    expect(statuses).toContain(429)
  })

  test.each([
    ['codes', 'These are your new codes.'],
    ['off', ''],
  ])('%s asks for the password first', async (what, says) => {
    const person = await site.somebody()
    const { base32 } = await site.turnOn(person)
    const browser = createBrowser(site)
    await browser.signIn(person.email)
    await browser.send('/sign-in/code', { code: codeOf(base32) })
    const path = `/me/two-factor/${what}`
    expect((await browser.send(path, { password: 'another password' })).status).toBe(422)
    const done = await browser.send(path, { password: PASSWORD })
    expect(await done.text()).toContain(says)
    const { isOn } = (await site.people.factors?.secondFactor.stateOf(person.id)) ?? {}
    expect(isOn).toBe(what === 'codes')
  })

  test('forms of other sites are refused, and so is nobody', async () => {
    const { browser } = await signedIn()
    const strange = { 'sec-fetch-site': 'cross-site' }
    for (const path of [
      '/me/two-factor/set-up',
      '/me/two-factor/off',
      '/me/two-factor/codes',
      '/me/passkeys',
      '/me/passkeys/options',
      '/me/confirm',
      '/sign-in/passkey',
      '/sign-in/passkey/options',
      '/sign-in/code/passkey',
    ])
      expect([path, (await browser.send(path, {}, strange)).status]).toEqual([path, 403])
    expect((await createBrowser(site).ask('/me/two-factor')).headers.get('location')).toContain(
      '/sign-in?next=',
    )
  })
})

test('at an IP address passkeys are hidden, and the page says where they work', async () => {
  const site = await factorSite({ baseUrl: 'http://127.0.0.1:PORT' })
  const person = await site.somebody()
  const browser = createBrowser(site)
  expect(await browser.text('/sign-in')).not.toContain('passkey')
  await browser.signIn(person.email)
  const page = await browser.text('/me/passkeys')
  expect(page).toContain('Passkeys cannot be used at this address')
  expect(page).toContain(site.base.replace('127.0.0.1', 'localhost'))
  expect((await browser.send('/me/passkeys/options')).status).toBe(404)
  await site.done()
})
