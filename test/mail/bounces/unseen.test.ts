import { describe, expect, test } from 'bun:test'
import { type ExplainedFailure, isExplained } from '../../../src/core/bounce.ts'
import { explainBounce } from '../../../src/mail/bounces/explain.ts'
import type { UnseenCase } from './unseen/case.ts'
import { UNSEEN } from './unseen/cases.ts'

type Verdict = 'right' | 'not told' | 'wrong'

function judged(one: UnseenCase): Verdict {
  const explained = explainBounce(one.text)
  const [failure] = explained.failures
  if (one.none === 'nothing') return isExplained(explained) ? 'wrong' : 'right'
  if (one.none) return failure && (failure.permanent || failure.action === 'failed') ? 'wrong' : 'right'
  if (!failure || !isExplained(explained)) return 'not told'
  return saidOf(one, failure)
}

/** A cause or a receiver that is not named is less than it could be; another one is wrong. */
function saidOf(one: UnseenCase, failure: ExplainedFailure): Verdict {
  const words = `${failure.meaning} ${failure.advice.join(' ')}`
  const isCause = one.causes.includes(failure.cause)
  const isTheirs = isProvider(one, failure)
  const isState = one.permanent === 'either' || one.permanent === failure.permanent
  const isSaid = one.must?.test(words) !== false
  if (one.mustNot?.test(words) || !isState) return 'wrong'
  if (isCause && isTheirs && isSaid) return 'right'
  const tellsCause = isCause || failure.cause === 'unknown'
  return tellsCause && (isTheirs || failure.provider === undefined) ? 'not told' : 'wrong'
}

function isProvider({ provider }: UnseenCase, { provider: told }: ExplainedFailure): boolean {
  if (!told) return provider.includes('')
  const name = `${told.id} ${told.name}`.toLowerCase()
  return provider.some((part) => part !== '' && name.includes(part.toLowerCase()))
}

const those = (verdict: Verdict) => UNSEEN.filter((one) => judged(one) === verdict).map(({ name }) => name)

describe('a hundred bounces that were collected without looking at the patterns', () => {
  test('each has its text and where it is quoted', () => {
    expect(UNSEEN.length).toBe(100)
    expect(UNSEEN.filter(({ text, source }) => text.trim() === '' || source === '')).toEqual([])
  })

  test('none is explained wrongly', () => {
    expect(those('wrong')).toEqual([])
  })

  test('of hardly any nothing is told', () => {
    expect(those('not told')).toEqual([])
  })
})
