import { describe, expect, test } from 'bun:test'
import { EVENT_TYPES } from '../../../../src/core/event.ts'
import { payloadOf } from '../../../../src/services/destinations/payloads/payload.ts'
import { LONGEST_TITLE, MOST_LINES, SEVERITIES } from '../../../../src/services/destinations/words/words.ts'
import { wordsOfEvent } from '../../../../src/services/destinations/words/words-of-event.ts'
import { HOSTILE_NAMES, hostileSamples, SAMPLES } from './samples.ts'

const TELLER = { baseUrl: 'https://mailgauge.example.org' }
const told = (type: string, at = 0) => {
  const event = SAMPLES.filter((one) => one.type === type)[at]
  if (!event) throw new Error(type)
  return wordsOfEvent(payloadOf(event, TELLER))
}

test('there is a sample of every type', () => {
  const types = new Set(SAMPLES.map(({ type }) => type))
  expect(EVENT_TYPES.filter((type) => !types.has(type))).toEqual([])
})

test.each(SAMPLES.map((event, at) => [event.type, at, event] as const))(
  '%s (%i) has a title, lines and a link here',
  (_type, _at, event) => {
    const words = wordsOfEvent(payloadOf(event, TELLER))
    expect(words.title.length).toBeGreaterThan(5)
    expect(words.lines.length).toBeGreaterThan(0)
    expect(words.link?.url).toStartWith(`${TELLER.baseUrl}/`)
    expect(SEVERITIES).toContain(words.severity)
    expect(words.about.length).toBeGreaterThan(0)
    const all = [words.title, ...words.lines].join('\n')
    expect(all).not.toMatch(/undefined|NaN|null|\[object|!|—/)
  },
)

describe('what people read', () => {
  test('of a monitor that is not as expected', () => {
    expect(told('monitor.alert')).toEqual({
      title: 'DKIM failed and 1 more: Newsletter',
      lines: [
        'The check DKIM failed: The message has no DKIM signature.',
        'The score is 6.1; at least 8.0 is expected.',
        'Not as expected since 23 Nov 2026, 08:00 UTC.',
        'Open the report of the last message: the check says what to fix.',
      ],
      link: { label: 'Open the monitor', url: 'https://mailgauge.example.org/monitors/mon_1' },
      severity: 'critical',
      about: 'mon_1',
      course: 'begins',
    })
    expect(told('monitor.alert', 1)).toMatchObject({
      title: 'Nothing received: Newsletter',
      lines: [
        'No message came for 26 hours; one is expected every 24 hours.',
        'Not as expected since 23 Nov 2026, 08:00 UTC.',
        'Check whether the job that sends has run, and in the mail log whether its mail was refused.',
      ],
    })
    expect(told('monitor.recovered')).toMatchObject({
      title: 'Recovered: Newsletter',
      lines: [
        'Everything is as expected again.',
        'What was not as expected, since 23 Nov 2026, 08:00 UTC:',
        'The score was 6.1; at least 8.0 is expected.',
        'The last message scored 9.4 of 10.',
      ],
      about: 'mon_1',
      course: 'ends',
    })
  })

  test('of records that changed: what went and what came', () => {
    expect(told('domain.record_changed').lines).toEqual([
      'The DMARC record at _dmarc.example.org changed.',
      'Removed: p=reject',
      'Added: p=none',
      'The SPF record at example.org changed.',
      'Removed: include:_spf.example.net',
      expect.stringMatching(/^A new DKIM key at s1\._domainkey\.example\.org: v=DKIM1; .*…$/),
      'It changed between 23 Nov 2026, 10:02 UTC and 23 Nov 2026, 14:02 UTC.',
      'If nobody on your side planned this, find out who made the change.',
    ])
  })

  test.each([
    [{ condition: 'check_failed', about: 'reverse-dns' }, 'Reverse DNS failed: Shop'],
    [{ condition: 'record_broken', about: 'spf' }, 'SPF broken: Shop'],
    [{ condition: 'listed', about: 'zen.example 192.0.2.7' }, 'Listed by zen.example: Shop'],
    [{ condition: 'score_low' }, 'Score too low: Shop'],
    [{ condition: 'not_analysed' }, 'Message not analysed: Shop'],
    [{ condition: 'of a later version' }, 'Alert: Shop'],
  ])('%j is what happened before the name', (reason, title) => {
    const words = wordsOfEvent({
      type: 'monitor.alert',
      data: { name: 'Shop', reasons: [{ says: 'So.', ...reason }] },
    })
    expect(words.title).toBe(title)
  })

  test('what is new stands first, also where something graver has lasted for long', () => {
    const since = (minute: number) => `2026-11-23T08:0${minute}:00.000Z`
    const reasons = [
      { condition: 'check_failed', about: 'dkim', says: 'The check DKIM failed.', since: since(0) },
      { condition: 'record_broken', about: 'spf', says: 'The record cannot be read.', since: since(5) },
      { condition: 'score_low', says: 'The message scored 6.5.', since: since(0) },
    ]
    const { title, lines } = wordsOfEvent({ type: 'monitor.alert', data: { name: 'Shop', reasons } })
    expect(title).toBe('SPF broken and 2 more: Shop')
    expect(lines.slice(0, 4)).toEqual([
      'SPF: The record cannot be read.',
      'The check DKIM failed.',
      'The message scored 6.5.',
      'Not as expected since 23 Nov 2026, 08:00 UTC.',
    ])
  })

  test('which record changed stands in the title, of several how many', () => {
    const title = (...changes: object[]) =>
      wordsOfEvent({ type: 'domain.record_changed', data: { domain: 'example.org', changes } }).title
    const spf = { record: 'spf', name: 'example.org' }
    expect(title({ ...spf, before: ['a'], after: ['b'] })).toBe('SPF record changed: example.org')
    expect(title({ ...spf, before: ['a'], after: [] })).toBe('SPF record gone: example.org')
    expect(title({ ...spf, before: [], after: ['b'] })).toBe('New SPF record: example.org')
    expect(title(spf, spf, spf)).toBe('3 DNS records changed: example.org')
  })

  test('of a week', () => {
    expect(told('digest.weekly')).toMatchObject({
      title: 'The week of 16 to 22 Nov 2026',
      lines: [
        '7 alerts from monitors.',
        'Newsletter: not as expected now, 7 messages, median score 9.3, 2 alerts.',
        'Domain: as expected.',
        'And 3 more monitors.',
        'DMARC reports about the mail of 15 to 21 Nov 2026:',
        'example.org: 98.0% of 12,345 messages passed DMARC, 97.1% the week before.',
        'The DMARC record at _dmarc.example.org changed on 18 Nov 2026.',
        'example.net: no message was reported; 100% passed DMARC the week before.',
      ],
    })
  })

  test('of reports', () => {
    expect(told('dmarc.report_received').lines).toEqual([
      'google.com reports 1,234 messages, of which 98.0% passed DMARC.',
    ])
    expect(told('dmarc.source_regressed').lines).toEqual([
      '10.0% of 400 messages of Mailer Inc as example.org passed DMARC, 99.0% in the 28 days before.',
      'See what fails at this source: often a DKIM key or an SPF entry was changed or lost.',
    ])
    expect(told('dmarc.policy_changed').lines[0]).toBe(
      'Receivers have seen another DMARC policy of example.org since 22 Nov 2026: p=reject → p=none.',
    )
  })

  test('of the service itself', () => {
    expect(told('instance.trouble')).toMatchObject({
      title: 'Trouble: Free space',
      about: 'disk',
      course: 'begins',
      lines: [
        'The disk has 400 MB left; mail is refused below 300 MB.',
        'Delete what is not needed on the file system of the data directory.',
        'Since 23 Nov 2026, 08:00 UTC.',
      ],
    })
    expect(told('instance.recovered')).toMatchObject({ about: 'disk', course: 'ends', severity: 'good' })
  })
})

test('of a name that looks unregistered no older record is compared', () => {
  const next = (says: string) =>
    wordsOfEvent({
      type: 'monitor.alert',
      data: { name: 'Orders', reasons: [{ condition: 'record_broken', about: 'spf', says }] },
    }).lines.at(-1)
  const loose =
    'a:out.old.example in the SPF record of example.org leads to out.old.example, whose domain old.example looks unregistered: whoever registers it can send as example.org.'
  expect(next(loose)).toStartWith('Look the domain up by RDAP or whois.')
  expect(next('There are two SPF records.')).toStartWith('Compare the records')
})

test('complaints are critical by a rate, and a warning where only their number is known', () => {
  const counted = { domain: 'example.org', name: 'Comcast', complaints: 31, days: 7, complaints_before: 6 }
  const severity = (data: Record<string, unknown>) =>
    wordsOfEvent({ type: 'complaints.rate_high', data }).severity
  expect(severity({ ...counted, sent: 8410, complaint_rate: 0.0036 })).toBe('critical')
  expect(severity(counted)).toBe('warning')
})

describe('texts of strangers', () => {
  test.each(HOSTILE_NAMES)('%p brings no link, no mention, no line and no length of its own', (name) => {
    for (const event of hostileSamples(name)) {
      const { title, lines } = wordsOfEvent(payloadOf(event, TELLER))
      expect(title.length).toBeLessThanOrEqual(LONGEST_TITLE * 2)
      expect(lines.length).toBeLessThanOrEqual(MOST_LINES)
      for (const line of [title, ...lines]) {
        expect(line.length).toBeLessThanOrEqual(1_300)
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}]|:\/\/|(^|[\s<"])@[\p{L}\p{N}]/u)
      }
    }
  })

  test('whatever a kept payload is, something is said', () => {
    for (const type of EVENT_TYPES) {
      for (const data of [
        {},
        { reasons: 7, changes: [null, 3, {}], monitors: {}, link: 'javascript:alert(1)' },
      ]) {
        const { title, lines, link } = wordsOfEvent({ type, data })
        expect(title.length).toBeGreaterThan(0)
        expect([title, ...lines].join()).not.toMatch(/undefined|NaN/)
        expect(link).toBeUndefined()
      }
    }
  })
})
