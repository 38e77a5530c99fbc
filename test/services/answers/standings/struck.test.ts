import { describe, expect, test } from 'bun:test'
import type { SourceMail } from '../../../../src/services/answers/readiness/evidence.ts'
import { attentionOf } from '../../../../src/services/answers/standings/attention.ts'
import { RUA, readinessWith, sends } from '../../../support/dmarc-readiness.ts'
import { standingDays } from '../../../support/standing-days.ts'

const SETTLED = 19_998
const DAYS = Array.from({ length: 30 }, (_, at) => ({ day: SETTLED - 29 + at, messages: 100, pass: 100 }))
const SUMS = { messages: 3_000, pass: 3_000, reports: 90 }

async function attention(policy: string, ...sources: SourceMail[]) {
  const readiness = await readinessWith(`v=DMARC1; p=${policy}; ${RUA}`, sources)
  const standing = {
    domain: { id: 'd', domain: 'example.org' },
    isReported: true,
    ...SUMS,
    before: SUMS,
    ...standingDays(DAYS),
  }
  return attentionOf({ standing, readiness, settled: SETTLED })
}

const OWN = sends('sender:own', 'own', { messages: 1_000, fail: 3 })
const BROKEN = sends('Newsletter', 'own', { messages: 100, fail: 100 })
const UNDECIDED = sends('Help desk', 'undecided', { messages: 200, fail: 200 })

describe('what may need somebody, by readiness', () => {
  test('own mail that the policy strikes', async () => {
    expect(await attention('reject', OWN, BROKEN)).toEqual({
      kind: 'own_refused',
      says: '103 of its own 1,100 messages fail, and p=reject asks receivers to refuse what fails. Repair it first.',
    })
  })

  test('own mail that keeps the next policy away', async () => {
    expect(await attention('none', OWN, BROKEN)).toEqual({
      kind: 'blocked',
      says: 'Repair Newsletter first: all 100 messages from it fail.',
    })
  })

  test('a source that a published policy strikes, and nobody decided about', async () => {
    expect(await attention('reject', OWN, UNDECIDED)).toEqual({
      kind: 'blocked',
      says: 'Decide first whether Help desk is yours: 200 messages from it fail.',
    })
  })

  test('the next policy is allowed, or the last one holds', async () => {
    expect((await attention('none', OWN)).kind).toBe('ready')
    expect((await attention('reject', OWN)).kind).toBe('fine')
  })
})
