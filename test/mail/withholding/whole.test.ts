import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHtml } from '../../../src/mail/html.ts'
import { extractLinks } from '../../../src/mail/links.ts'
import { parseMessage } from '../../../src/mail/parse.ts'
import { judgeWithholding } from '../../../src/mail/withholding.ts'

interface Whole {
  id: string
  label: 'secret' | 'ordinary'
  kind: string
  raw: string
}

/** Whole messages by an author who knew nothing of the rules; none of these was fitted to. */
const MESSAGES = readWhole('held-out')
/** Those of another author, read by nobody who changes the rules. */
const UNREAD = readWhole('held-out-2')

function readWhole(name: string): Whole[] {
  const text = readFileSync(join(import.meta.dir, `whole/${name}.jsonl`), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Whole)
}

function isWithheld({ raw }: Whole): boolean {
  const octets = Buffer.from(raw)
  const message = parseMessage(octets)
  const html = message.html === undefined ? undefined : parseHtml(message.html)
  return judgeWithholding(message, html, extractLinks(html, message.text), octets) !== undefined
}

const shareOf = (messages: readonly Whole[]) => messages.filter(isWithheld).length / messages.length

test('whole messages with a secret are withheld', () => {
  expect(shareOf(MESSAGES.filter(({ label }) => label === 'secret'))).toBeGreaterThan(0.99)
})

test.each(['office', 'personal', 'newsletter', 'notification', 'receipt'])(
  'whole messages without one are shown: %s',
  (kind) => {
    const ordinary = MESSAGES.filter((one) => one.label === 'ordinary' && one.kind === kind)
    expect(ordinary.length).toBeGreaterThan(40)
    expect(shareOf(ordinary)).toBeLessThan(0.025)
  },
)

/** What is reached, in 100: of office mail and of the hard cases it is not yet the 2 that it should be. */
const PINNED: [string, number][] = [
  ['notification', 2],
  ['receipt', 2],
  ['newsletter', 2],
  ['personal', 2],
  ['office', 18],
  ['list', 3],
  ['hard', 12],
]

describe('whole messages that nobody read who changed the rules', () => {
  const kindsOf = (kind: RegExp) => UNREAD.filter((one) => one.label === 'ordinary' && kind.test(one.kind))

  test('with a secret, are withheld', () => {
    expect(shareOf(UNREAD.filter(({ label }) => label === 'secret'))).toBeGreaterThan(0.97)
  })

  test.each(PINNED)('without one, are shown: %s, but for %d of 100', (kind, most) => {
    const ordinary = kindsOf(new RegExp(`^${kind}`))
    expect(ordinary.length).toBeGreaterThan(35)
    expect(shareOf(ordinary)).toBeLessThanOrEqual(most / 100)
  })
})
