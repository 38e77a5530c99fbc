import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractLinks } from '../../../src/mail/reading/links/links.ts'
import { parseHtml } from '../../../src/mail/reading/markup/html.ts'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import { judgeWithholding } from '../../../src/mail/withholding/withholding.ts'
import { readUnseen, withPiece } from './padding.ts'

interface Whole {
  id: string
  label: 'secret' | 'ordinary'
  kind: string
  raw: string
}

/** Whole messages by an author who knew nothing of the rules; none of these was fitted to. */
const MESSAGES = readWhole('held-out')
/** Those of a fourth author, written when the rules were frozen: nobody who changed the rules has read them. */
const UNSEEN = readWhole('held-out-5')
/** Articles about codes and passwords that quote them, and secrets that look alike, by a fifth author: nobody has read these. */
const ARTICLES = readWhole('held-out-6')
/** As above by a sixth author, who changed the rules: another half of what that author wrote was looked at, this one never. */
const QUOTING = readWhole('held-out-7')
/** Those of a third author; none was fitted to, but they were looked at when the rules were chosen. */
const OTHERS = readWhole('held-out-4')

function readWhole(name: string): Whole[] {
  const text = readFileSync(join(import.meta.dir, `whole/${name}.jsonl`), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Whole)
}

function isWithheld({ raw }: { raw: string | Uint8Array }): boolean {
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
    expect(shareOf(ordinary)).toBeLessThan(0.02)
  },
)

describe('whole messages of an author who wrote hard ones', () => {
  test.each(['notice', 'personal', 'receipt', 'list', 'newsletter'])('without one, are shown: %s', (kind) => {
    const ordinary = OTHERS.filter((one) => one.label === 'ordinary' && one.kind === kind)
    expect(ordinary.length).toBeGreaterThan(0)
    expect(shareOf(ordinary)).toBe(0)
  })

  test('with a secret, are withheld', () => {
    expect(shareOf(OTHERS.filter(({ label }) => label === 'secret'))).toBeGreaterThan(0.92)
  })

  test('without one, are shown', () => {
    const ordinary = OTHERS.filter(({ label }) => label === 'ordinary')
    expect(ordinary.length).toBeGreaterThan(100)
    expect(shareOf(ordinary)).toBeLessThan(0.03)
  })
})

describe('whole messages of an author whom nothing was fitted to', () => {
  const secret = UNSEEN.filter(({ label }) => label === 'secret')
  const ordinary = UNSEEN.filter(({ label }) => label === 'ordinary')

  test('with a secret, are withheld', () => {
    expect(secret.length).toBeGreaterThan(250)
    expect(shareOf(secret)).toBeGreaterThanOrEqual(0.98)
  })

  test.each(['office', 'personal', 'newsletter', 'notification', 'receipt', 'list', 'article'])(
    'without one, are shown: %s',
    (kind) => {
      const some = ordinary.filter((one) => one.kind === kind)
      expect(some.length).toBeGreaterThanOrEqual(kind === 'article' ? 10 : 40)
      expect(shareOf(some)).toBeLessThan(0.02)
    },
  )
})

describe('articles that quote codes, and secrets that look like them', () => {
  test('hardly a secret is missed', () => {
    const secret = ARTICLES.filter(({ label }) => label === 'secret')
    expect(secret.length).toBeGreaterThan(16)
    expect(shareOf(secret)).toBe(1)
  })

  test('more than half of the articles are shown', () => {
    const articles = ARTICLES.filter(({ label }) => label === 'ordinary')
    expect(articles.length).toBeGreaterThan(20)
    expect(shareOf(articles)).toBeLessThan(0.4)
  })

  test('those of another author', () => {
    const secret = QUOTING.filter(({ label }) => label === 'secret')
    const articles = QUOTING.filter(({ label }) => label === 'ordinary')
    expect([secret.length, articles.length]).toEqual([13, 23])
    expect(shareOf(secret)).toBeGreaterThan(0.92)
    expect(shareOf(articles)).toBeLessThan(0.27)
  })
})

describe('among footers, menus, legal text and threads nobody has read', () => {
  const blocks = readUnseen()
  /** Every message with text, each among a block of its own and among four. */
  const told = UNSEEN.flatMap((one, index) => {
    const { text } = parseMessage(Buffer.from(one.raw))
    if (text === undefined || index % 3 !== 0) return []
    const one4 = [0, 1, 2, 3].map((step) => blocks[(index + step * 3) % blocks.length]?.text ?? '')
    const where = index % 2 === 0 ? 'before' : 'behind'
    const pieces = ['', one4[0] ?? '', one4.join('\n\n')]
    return [
      { ...one, held: pieces.map((piece) => isWithheld({ raw: withPiece(one.raw, text, piece, where) })) },
    ]
  })
  const share = (label: Whole['label'], at: number) => {
    const some = told.filter((one) => one.label === label)
    return some.filter(({ held }) => held[at]).length / some.length
  }

  test.each([1, 2])('ordinary mail is shown, and secrets are withheld as before: %d', (at) => {
    expect(told.length).toBeGreaterThan(100)
    expect(share('ordinary', at)).toBeLessThanOrEqual(share('ordinary', 0) + 0.02)
    expect(share('secret', at)).toBeGreaterThanOrEqual(share('secret', 0) - 0.01)
  })
})
