import { expect, test } from 'bun:test'
import { complaintProvider, KNOWN_LOOPS } from '../../../src/mail/complaints/providers.ts'

test.each([
  ['feedback@arf.mail.yahoo.com', undefined, 'yahoo'],
  ['Staff@Hotmail.com', undefined, 'outlook'],
  ['feedbackloop@comcastfbl.senderscore.net', 'Comcast', 'comcast'],
  ['feedbackloop@yandexfbl.senderscore.net', 'Yandex', 'yandex'],
  ['feedbackloop@feedback.senderscore.net', 'Comcast', 'comcast'],
  ['feedbackloop@feedback.senderscore.net', 'Telenor', 'validity'],
  ['complaints@email-abuse.amazonses.com', undefined, 'ses'],
  ['fbl@reports.isp.example.net', 'Comcast', 'example.net'],
  // Anybody has a mailbox there.
  ['somebody@hotmail.com', 'Comcast', undefined],
  ['somebody@yahoo.com', undefined, undefined],
  ['somebody@gmail.com', undefined, undefined],
])('%s, which names %s: %s', (from, source, provider) => {
  expect(complaintProvider(from, source)).toBe(provider)
})

test('no two providers are told by the same sender, source or reporter, and none by a domain of mailboxes alone', () => {
  for (const key of ['senders', 'sources', 'reporters'] as const) {
    const all = KNOWN_LOOPS.providers
      .flatMap((provider) => provider[key] ?? [])
      .map((name) => name.toLowerCase())
    expect(all.length).toBe(new Set(all).size)
  }
  for (const { senders } of KNOWN_LOOPS.providers) {
    for (const sender of senders)
      expect(['hotmail.com', 'yahoo.com', 'mail.ru', 'aol.com']).not.toContain(sender)
  }
})
