import { describe, expect, test } from 'bun:test'
import { analyzers } from '../../../src/analysis/registry.ts'
import { BOUNCE_CAUSES } from '../../../src/core/bounce.ts'
import { patterns, TIERS } from '../../../src/mail/bounces/matching/patterns.ts'
import { BOUNCE_ADVICE, BOUNCE_SETS, RECEIVERS } from '../../../src/mail/data/bounces/sets.ts'
import { STATUS_CODES } from '../../../src/mail/data/bounces/status-codes.ts'

const rows = BOUNCE_SETS.flatMap(({ rows }) => rows)
const checks = new Set(analyzers.map(({ name }) => name))

describe('the data of patterns', () => {
  test('holds at least 150, each with an id of its own', () => {
    expect(rows.length).toBeGreaterThanOrEqual(150)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  test('names causes, tiers, receivers, advice and checks that there are', () => {
    const ids = new Set(RECEIVERS.map(({ id }) => id))
    for (const { tier, receivers } of BOUNCE_SETS) {
      expect(TIERS.map(String)).toContain(tier)
      for (const one of receivers) expect(ids).toContain(one)
    }
    for (const row of rows) {
      expect(BOUNCE_CAUSES.map(String)).toContain(row.cause)
      for (const one of row.does.filter((does) => does.startsWith('$')))
        expect(BOUNCE_ADVICE).toHaveProperty(one.slice(1))
      expect([row.id, (row.checks ?? []).filter((name) => !checks.has(name))]).toEqual([row.id, []])
    }
    for (const { checks: named = [] } of Object.values(STATUS_CODES)) {
      expect(named.filter((name) => !checks.has(name))).toEqual([])
    }
  })

  test('says of each where it is from and what to do', () => {
    for (const { id, says, does, source, date } of patterns()) {
      expect([id, source]).toEqual([id, expect.stringMatching(/^https:\/\//)])
      expect([id, date]).toEqual([id, expect.stringMatching(/^20\d\d-\d\d-\d\d$/)])
      expect([id, says]).toEqual([id, expect.stringMatching(/\.$/)])
      expect(does.length).toBeGreaterThan(0)
      for (const sentence of does) expect([id, sentence]).toEqual([id, expect.stringMatching(/[.)]$/)])
    }
  })

  test('says which address is meant, and nothing that contradicts itself', () => {
    for (const { id, title, says, does } of patterns()) {
      const text = [title, says, ...does].join(' ')
      // Beside a recipient and a sender, "the sending address" may be either's.
      expect([id, text]).toEqual([id, expect.not.stringMatching(/sending address|\bmend(?:s|ed)?\b/i)])
      if (/\bended\b/.test(says))
        expect([id, text]).toEqual([id, expect.not.stringMatching(/have it removed/)])
    }
    const blocked = rows.filter(({ cause }) => cause === 'blocklist').map(({ title }) => title)
    expect(blocked.filter((title) => /\bthe address\b/i.test(title))).toEqual([])
  })

  test('looks for something in each', () => {
    for (const { id, texts, words, status, near } of patterns()) {
      expect([id, texts.length + words.length + status.length > 0 || near !== undefined]).toEqual([id, true])
      expect([id, texts.every(({ pieces }) => pieces.length > 0)]).toEqual([id, true])
    }
  })
})
