import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { violations } from '../../browser/axe.ts'
import { hasChromium, openPage, sharedBrowser } from '../../browser/browser.ts'
import { type Running, serve, temporaryFolder } from '../../support/binary.ts'
import { confirmation, jmrpAttached, yahoo } from '../../support/complaint-mail.ts'
import { type DnsServer, dnsServer } from '../../support/dns-server.ts'
import { reporter } from '../../support/report-mail.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'

const DEMO = 'mailgauge-sample.example'

const text = (raw: Uint8Array) => new TextDecoder().decode(raw)

describe.skipIf(!hasChromium)('the complaints of a domain', () => {
  let browser: Browser
  let running: Running
  let dns: DnsServer
  const sends = reporter('arf.mail.yahoo.com')
  const { folder, remove } = temporaryFolder()
  beforeAll(async () => {
    browser = await sharedBrowser()
    dns = await dnsServer(sends.zone)
    running = await serve(folder, [
      '--http.listen=127.0.0.1:0',
      '--smtp.listen=127.0.0.1:0',
      `--dns.servers=${dns.address}`,
      '--log.format=json',
    ])
  })
  afterAll(async () => {
    await running?.kill()
    dns?.close()
    remove()
  })

  test('from the address to the counts, and nothing of the message', async () => {
    const base = `http://localhost:${running.http.split(':').at(-1)}`
    const { page, complaints, close } = await openPage(browser)
    page.setDefaultTimeout(60_000)
    const press = (name: string) => page.locator('main').getByRole('button', { name, exact: true }).click()
    const link = await until(() => /\/setup#t=[\w-]+/.exec(running.output())?.[0])
    await page.goto(`${base}${link}`)
    await page.getByLabel('Your name').fill('Ann')
    await page.getByLabel('E-mail address').fill('ann@example.org')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByLabel('Name of the account').fill('Example')
    await press('Set up this site')
    await page.locator('.menu > summary', { hasText: 'Ann' }).waitFor()
    await page.goto(`${base}/domains`)
    await page.getByLabel('Domains').fill(DEMO)
    await press('Add')
    await press('Verify')
    await page.getByText('The domain is verified.').waitFor()

    await page.getByRole('link', { name: 'Register for their reports' }).click()
    await page.getByText('No complaint has come yet').waitFor()
    expect(await violations(page)).toEqual([])
    const address = (await page.locator('.address-text').textContent()) ?? ''
    expect(address).toMatch(/^fbl-[0-9a-f]{26}@/)
    const from = `News <news@${DEMO}>`
    const one = await sends.sign(text(yahoo({ id: '1', campaign: 'autumn:shop:news:mailer', from })))
    const client = await greetedClient(running.smtp, 'reporter.example')
    for (const data of [one, one, jmrpAttached({ id: '2' }), confirmation()]) {
      expect((await client.deliver({ from: 'bounce@reporter.example', to: [address], data })).code).toBe(250)
    }
    const parts = [
      '1 complaint at 1 provider',
      'Yahoo and AOL',
      'autumn:shop:news:mailer',
      '1 complaint came without proof',
      'Other mail to the address',
    ]
    await until(async () => {
      await page.reload()
      const said = (await page.locator('main').textContent()) ?? ''
      return parts.every((part) => said.includes(part))
    })
    expect(await violations(page)).toEqual([])
    const html = await page.content()
    expect(html).not.toContain(`news@${DEMO}`)
    expect(html).not.toContain('SECRETWORD')
    expect(complaints.filter((said) => !said.includes('status of 4'))).toEqual([])
    await close()
  }, 300_000)
})
