import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DEMO_DOMAIN } from '../../../src/services/samples/zone.ts'
import { type Running, serve, temporaryFolder } from '../../support/binary.ts'
import { until } from '../../support/until.ts'
import { hasChromium, openPage, sharedBrowser, type Watched } from '../browser.ts'

/** As `npm start` runs it once it is built, but for free ports and no question that leaves this machine. */
const FLAGS = [
  '--http.listen=127.0.0.1:0',
  '--smtp.listen=127.0.0.1:0',
  '--dns.servers=127.0.0.1:1',
  '--dns.timeout=200ms',
  '--log.format=json',
]

/** `PACE=person` walks as fast as somebody who reads each page and types: what docs/first-minutes.md tells was measured so. */
const PERSON = { readMs: 4000, typeMs: 150 }
const MACHINE = { readMs: 0, typeMs: 0 }
const pace = process.env['PACE'] === 'person' ? PERSON : MACHINE

describe.skipIf(!hasChromium)('the first minutes of a newcomer', () => {
  const { folder, remove } = temporaryFolder()
  const took: string[] = []
  let began = 0
  let running: Running
  let watched: Watched

  const note = (what: string) =>
    void took.push(`${Math.round((performance.now() - began) / 1000)} s  ${what}`)
  const read = () => Bun.sleep(pace.readMs)
  const press = async (words: string | RegExp) => {
    await read()
    const { page } = watched
    await page
      .getByRole('button', { name: words })
      .or(page.getByRole('link', { name: words }))
      .first()
      .click()
  }
  const type = async (label: string | RegExp, text: string) => {
    await watched.page.getByLabel(label).first().pressSequentially(text, { delay: pace.typeMs })
  }

  beforeAll(async () => {
    began = performance.now()
    running = await serve(folder, FLAGS)
    watched = await openPage(await sharedBrowser())
  })
  afterAll(async () => {
    await watched.close()
    await running.kill()
    remove()
    console.info(`The first minutes of a newcomer:\n${took.join('\n')}`)
  })

  test('the set-up link makes an account', async () => {
    const { page } = watched
    const path = await until(
      () => /http:\/\/localhost[^\s#"/]*(\/setup#t=st_[\w-]{43})/.exec(running.output())?.[1],
    )
    note('the service runs, and its set-up link is read')
    await page.goto(`http://${running.http}${path}`)
    await type(/^Your name/, 'Ann Berg')
    await type(/address/i, 'ann@example.org')
    await type(/^Password/, 'correct horse battery')
    await type(/account/i, 'Example')
    await press('Set up this site')
    await page.waitForURL(/\/admin\/setup$/)
    note('there is an account')
  })

  test('the demo domain is added and verified', async () => {
    const { page } = watched
    await press('Domains')
    await page.waitForURL(/\/domains$/)
    await type(/^Domains?/, DEMO_DOMAIN)
    await press(/^Add/)
    await page.getByText('mailgauge-verify=').first().waitFor()
    await press(/^Verify/)
    await page.getByText('The domain is verified').waitFor()
    note('the demo domain is verified')
  })

  test('a year of DMARC reports about it is loaded with one press', async () => {
    const { page } = watched
    await press('DMARC reports of this domain')
    await press('Load a year of sample data')
    await page.waitForURL(/days=366/)
    await page.getByText(/of [\d,]{7,} messages passed DMARC/).waitFor()
    await read()
    note('a year of DMARC reports is there')
  })

  test('a key is created and works', async () => {
    const { page } = watched
    await page.goto(`http://${running.http}/settings/keys`)
    await press(/^Create/)
    await type(/^Name/, 'CI')
    await page.getByLabel(/domains:read/).check()
    await press('Create the key')
    const key = await page.getByText(/^mg_/).first().textContent()
    const whoami = await fetch(`http://${running.http}/v1/whoami`, {
      headers: { authorization: `Bearer ${key?.trim()}` },
    })
    expect(whoami.status).toBe(200)
    const domains = await fetch(`http://${running.http}/v1/domains`, {
      headers: { authorization: `Bearer ${key?.trim()}` },
    })
    expect(await domains.json()).toMatchObject({ domains: [{ domain: DEMO_DOMAIN, verified: true }] })
    note('there is a key')
  })

  test('a bad message has a report', async () => {
    const { page } = watched
    await press('New test')
    await press(/^Create/)
    await press('Send a bad sample')
    await page.getByRole('heading', { name: /of 10$/ }).waitFor()
    await read()
    note('the bad sample has its report')
  })

  test('a good one after it is compared with it', async () => {
    const { page } = watched
    await press('Send a clean sample')
    // A report is not pulled away from who reads it, where the newer one came behind its page.
    const newer = page.getByRole('link', { name: 'Show it' })
    const good = page.getByRole('heading', { name: /^10 of 10$/ })
    await newer.or(good).first().waitFor()
    if (await newer.isVisible()) await newer.click()
    await good.waitFor()
    await press(/since message 1/)
    await page.waitForURL(/\/compare/)
    await page.getByRole('heading', { name: /since message 1/ }).waitFor()
    await read()
    note('the two reports are compared')
    expect(watched.complaints).toEqual([])
  })
})
