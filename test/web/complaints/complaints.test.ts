import { describe, expect, test } from 'bun:test'
import { dmarcSite, HOSTILE } from '../dmarc/dmarc-site.ts'
import { NOW } from '../fake-mail-tests.ts'
import { busyMonth, fakeComplaints, type HeldComplaints, hostileMonth } from './fake-complaints.ts'

const PLACE = '/domains/dom-example.org/complaints'

const words = (html: string) =>
  html
    .replace(/<svg.*?<\/svg>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replaceAll(' .', '.')

function siteWith(held: HeldComplaints) {
  const { complaints, asked } = fakeComplaints({ 'dom-example.org': held })
  return { ...dmarcSite({}, {}, { complaints }), asked }
}

describe('the complaints of a domain', () => {
  test('how many, at whom, about what, and what to do', async () => {
    const said = words(await siteWith(busyMonth(NOW)).html(PLACE))
    expect(said).toContain('61 complaints at 3 providers')
    expect(said).toContain('Yahoo and AOL 48 12,400 0.38% Too many')
    expect(said).toContain('Outlook.com and Hotmail 11 9,000 0.12% Many')
    expect(said).toContain('La Poste 2 not known not known')
    expect(said).toContain('autumn-sale:shop:newsletter:example Feedback-ID 44 2')
    expect(said).toContain('5 complaints name no campaign')
    expect(said).toContain('Marked as not spam 4 0')
    expect(said).toContain('3 complaints came without proof of who sent them')
    expect(said).toContain(
      'Yahoo and AOL counts 48 complaints about 12,400 messages of example.org in 7 days',
    )
  })

  test('the days are drawn, with their numbers in a table', async () => {
    const html = await siteWith(busyMonth(NOW)).html(PLACE)
    expect(html).toContain('class="chart-bars"')
    expect(html).toContain('class="chart-bars-failed"')
    expect(words(html)).toMatch(/2026 40 2/)
  })

  test('the window is that of the address', async () => {
    const site = siteWith(busyMonth(NOW))
    await site.html(`${PLACE}?days=7`)
    expect(site.asked.at(-1)).toMatchObject({ id: 'dom-example.org' })
    expect((site.asked.at(-1)?.to ?? 0) - (site.asked.at(-1)?.from ?? 0)).toBe(6)
    const wrong = await site.ask(`${PLACE}?days=1000`)
    expect(wrong.status).toBe(422)
    expect(words(await wrong.text())).toContain('A window has 1 to 366 days.')
  })

  test('before any came: the address, and where each provider is asked', async () => {
    const html = await siteWith({}).html(PLACE)
    const said = words(html)
    expect(said).toContain('No complaint has come yet')
    expect(html).toContain('data-copy="fbl-abcdefgh@reports.example"')
    expect(html).toContain('href="https://senders.yahooinc.com/complaint-feedback-loop/"')
    expect(said).toContain('Registered by DKIM domain. Told by others, not on its own page, 2026-06-22')
    expect(said).toContain('Providers that send no reports of single complaints')
    expect(html).not.toContain('chart-bars')
  })

  test('what a provider asks by mail is read there, as text', async () => {
    const html = await siteWith(busyMonth(NOW)).html(PLACE)
    expect(html).toContain('enter this code in the Sender Hub: 481516')
  })

  test('of a domain that is not verified: no address, and what to do', async () => {
    const html = await siteWith({ verified: false, address: undefined as never }).html(PLACE)
    expect(words(html)).toContain('Complaints are taken for verified domains. Verify it first.')
    expect(html).not.toContain('fbl-')
  })

  test('whoever may not read reports does not see them, and others’ domains are not there', async () => {
    const { complaints } = fakeComplaints({})
    const site = dmarcSite({}, {}, { complaints })
    expect((await site.ask('/domains/dom-elsewhere.example/complaints')).status).toBe(404)
    expect((await site.ask(PLACE, 'nobody')).status).toBe(303)
  })
})

describe('texts of strangers', () => {
  test('are text, and neither turn nor widen the page', async () => {
    const html = await siteWith(hostileMonth(NOW, HOSTILE)).html(PLACE)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img')
    expect(html).not.toContain('\u202e')
    expect(words(html)).toContain('160 more campaigns are not shown')
    expect(html.length).toBeLessThan(200_000)
  })
})

describe('the page of a domain', () => {
  test('has them in a line', async () => {
    const said = words(await siteWith(busyMonth(NOW)).html('/domains/dom-example.org'))
    expect(said).toContain('Too many 61 complaints in the last 30 days. Its complaints')
  })

  test('leads to where they are registered before any came', async () => {
    const html = await siteWith({}).html('/domains/dom-example.org')
    expect(words(html)).toContain('Register for their reports')
    expect(html).toContain(`href="${PLACE}"`)
  })

  test('says nothing where none are taken, or the domain is not verified', async () => {
    expect(await dmarcSite({}).html('/domains/dom-example.org')).not.toContain('id="complaints"')
    expect(await siteWith({}).html('/domains/dom-unproved.example')).not.toContain('id="complaints"')
  })
})
