import { describe, expect, test } from 'bun:test'
import { dayOf, startOf } from '../../../src/core/kept/day.ts'
import { NOW } from '../fake-mail-tests.ts'
import { HOSTILE } from './dmarc-site.ts'
import { changed, EVENTS_PATH, eventsSite, regressed } from './events-site.ts'

describe('the page of what changed', () => {
  test('tells what lasts with what to do, and what was told with where to look', async () => {
    const html = await eventsSite([regressed()], [changed(1)]).html(EVENTS_PATH)
    expect(html).toContain('1 thing that authenticated reports show lasts.')
    expect(html).toContain(
      '12.0% of 300 messages of Mailer as example.org passed DMARC, 99.1% in the 28 days before.',
    )
    expect(html).toContain(
      'See what fails at this source: often a DKIM key or an SPF entry was changed or lost.',
    )
    expect(html).toContain('href="/domains/dom-example.org/dmarc/source?key=sender%3Amailer"')
    expect(html).toContain('since 17 Nov 2026: p=none → p=quarantine.')
    expect(html).toContain('href="/domains/dom-example.org/dmarc/policy"')
  })

  test('tells what is of sample data', async () => {
    const html = await eventsSite([], [{ ...changed(1), isSample: true }, changed(2)]).html(EVENTS_PATH)
    expect(html.match(/, in the sample data/g)).toHaveLength(1)
  })

  test('tells of what lasts the day on which it was found, and no hour', async () => {
    const found = async (since: Date) => eventsSite([{ ...regressed(), since }], []).html(EVENTS_PATH)
    expect(await found(new Date(startOf(dayOf(NOW.getTime()))))).toContain('found today')
    expect(await found(new Date('2026-11-01T00:00:00Z'))).toContain('found on 1 Nov 2026')
  })

  test('says what is watched where nothing was told yet', async () => {
    const html = await eventsSite([], []).html(EVENTS_PATH)
    expect(html).toContain('Nothing was told yet')
    expect(html).toContain('What changed in what authenticated reports say. Nothing of it lasts.')
  })

  test('shows the last hundred, and says that there are more', async () => {
    const many = Array.from({ length: 150 }, (_, n) => changed(n))
    const html = await eventsSite([], many).html(EVENTS_PATH)
    expect(html.match(/p=none → p=quarantine/g)).toHaveLength(100)
    expect(html).toContain('These are the last 100.')
    expect(html.length).toBeLessThan(60_000)
  })

  test('shows 40 of the sources that fail where hundreds do, the page of the domain five, and both say how many there are', async () => {
    const { html } = eventsSite(
      Array.from({ length: 350 }, () => regressed()),
      Array.from({ length: 100 }, (_, n) => changed(n)),
    )
    const own = await html(EVENTS_PATH)
    expect(own).toContain('350 things that authenticated reports show last.')
    expect(own).toContain('These are 40 of 350.')
    expect(own.match(/12\.0% of 300 messages/g)).toHaveLength(40)
    expect(own.length).toBeLessThan(60_000)
    const domain = await html('/domains/dom-example.org')
    expect(domain.match(/12\.0% of 300 messages/g)).toHaveLength(5)
    expect(domain).toContain('350 things last: more of it')
  })

  test('shows names as what they are, whoever wrote them', async () => {
    const html = await eventsSite([regressed(HOSTILE)], []).html(EVENTS_PATH)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('\u202E')
  })

  test('is not there for a domain of somebody else, and is a tab among its neighbours', async () => {
    const { ask, html } = eventsSite([], [])
    expect((await ask('/domains/elsewhere/dmarc/events')).status).toBe(404)
    expect((await ask(EVENTS_PATH, 'nobody')).status).not.toBe(200)
    expect(await html(EVENTS_PATH)).toContain(`<a href="${EVENTS_PATH}" aria-current="page">What changed</a>`)
  })
})
