import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeRaw } from './cases.ts'

interface Whole {
  label: 'secret' | 'ordinary'
  kind: string
  half: 'seen' | 'unseen'
  raw: string
}

/** Articles, most without the fields of a list, notices and secrets of an eighth author, labelled before any was judged. */
const MESSAGES = readFileSync(join(import.meta.dir, 'whole/held-out-9.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Whole)

const withheld = (some: readonly Whole[]) => some.filter(({ raw }) => judgeRaw(raw) !== undefined).length

describe.each(['seen', 'unseen'] as const)('articles, notices and secrets, the half that is %s', (half) => {
  const own = MESSAGES.filter((one) => one.half === half)
  const ordinary = own.filter(({ label }) => label === 'ordinary')

  test('secrets are withheld', () => {
    const secrets = own.filter(({ label }) => label === 'secret')
    expect(secrets.length).toBeGreaterThan(14)
    expect(withheld(secrets)).toBe(secrets.length)
  })

  test('notices are shown', () => {
    const notices = ordinary.filter(({ kind }) => kind === 'notification')
    expect(notices.length).toBeGreaterThan(14)
    expect(withheld(notices)).toBe(0)
  })

  test('hardly an article is withheld', () => {
    const articles = ordinary.filter(({ kind }) => kind === 'article')
    expect(articles.length).toBeGreaterThan(14)
    expect(withheld(articles) / articles.length).toBeLessThan(half === 'seen' ? 0.12 : 0.25)
  })
})
