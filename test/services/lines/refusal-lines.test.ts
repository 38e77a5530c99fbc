import { expect, test } from 'bun:test'
import type { MailNote } from '../../../src/core/mail-log.ts'
import { createRefusalLines } from '../../../src/services/mail-log/refusal-lines.ts'
import { testClock } from '../../support/clock.ts'
import { until } from '../../support/until.ts'
import { recordingLog } from '../../support/world.ts'

const note = (more: Partial<MailNote> = {}): MailNote => ({
  at: new Date(0),
  outcome: 'unknown_recipient',
  client: '192.0.2.9',
  network: '192.0.2.9/32',
  helo: 'mail.example.org',
  mailFrom: 'ann@example.org',
  rcptTo: 'secret@test.example',
  reply: { code: 550, text: '5.1.1 No such test address' },
  ...more,
})

function refusals(everyMs?: number) {
  const log = recordingLog()
  const debug: unknown[] = []
  const lines = createRefusalLines(
    { ...log, debug: (facts, sentence) => void debug.push({ facts, sentence }) },
    testClock(),
    everyMs,
  )
  return { log, debug, lines }
}

test('a flood is one line a minute, with how many and why; the first are told one by one at level debug', () => {
  const { log, debug, lines } = refusals()
  for (let i = 0; i < 10_000; i++)
    lines.record(note({ outcome: i % 4 === 0 ? 'no_relay' : 'unknown_recipient' }))
  lines.record(note({ outcome: 'accepted' }))
  lines.close()
  lines.close()
  expect(log.lines).toEqual([
    {
      level: 'info',
      facts: {
        since: expect.any(String),
        refusals: 10_000,
        reasons: { no_relay: 2500, unknown_recipient: 7500 },
      },
      sentence: 'Mail was refused: the last minute',
    },
  ])
  expect(debug).toHaveLength(31)
  expect(debug.at(-1)).toEqual({
    facts: { more: 9970 },
    sentence: 'More mail was refused in the same minute',
  })
})

test('a line of its own tells the client and the domain of the sender, and neither recipient nor words', () => {
  const { debug, lines } = refusals()
  lines.record(
    note({ helo: 'x'.repeat(10_000), mailFrom: `"a@b"@${'y'.repeat(9000)}`, tls: 'TLSv1.3', size: 9 }),
  )
  lines.record(note({ mailFrom: '' }))
  expect(debug).toMatchObject([
    {
      facts: {
        reason: 'unknown_recipient',
        code: 550,
        client: '192.0.2.9',
        helo: 'x'.repeat(255),
        mailFromDomain: 'y'.repeat(255),
        tls: 'TLSv1.3',
        bytes: 9,
      },
    },
    { facts: { mailFromDomain: '<>', tls: 'none' } },
  ])
  expect(JSON.stringify(debug)).not.toMatch(/secret|ann|No such/)
  lines.close()
})

test('the minute is over by itself', async () => {
  const { log, lines } = refusals(1)
  lines.record(note())
  await until(() => log.lines.length === 1)
  lines.record(note())
  await until(() => log.lines.length === 2)
})
