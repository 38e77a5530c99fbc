import { describe, expect, test } from 'bun:test'
import { judgeOneClick } from '../../../src/services/unsubscribing/judging.ts'
import { signedIn } from '../../../src/services/unsubscribing/signed.ts'
import { check, report } from '../../support/builders.ts'

const ANSWER = { kind: 'answer', status: 200, tookMs: 312 } as const
const OFFERED = { host: 'list.example', signed: 'yes', faults: [] } as const

describe('what conforms to RFC 8058', () => {
  test('is an answer of success to a message whose fields are signed', () => {
    expect(judgeOneClick(ANSWER, OFFERED)).toMatchObject({
      verdict: 'accepted',
      conforming: true,
      headline: 'It works, as RFC 8058 asks',
      says: 'list.example answered 200 after 312 milliseconds. A provider that sends this request takes the recipient as unsubscribed.',
    })
  })

  test('is nothing without a signature that covers both fields', () => {
    for (const signed of ['no', 'not known'] as const) {
      const judged = judgeOneClick(ANSWER, { ...OFFERED, signed })
      expect(judged).toMatchObject({
        verdict: 'accepted',
        conforming: false,
        headline: 'The request was accepted',
      })
      expect(judged.advice.join(' ')).toContain('DKIM signature')
    }
  })

  test('is nothing with faults of the fields, and they are told', () => {
    const judged = judgeOneClick(ANSWER, { ...OFFERED, faults: ['Two addresses.'] })
    expect(judged).toMatchObject({ conforming: false })
    expect(judged.advice).toContain('Two addresses.')
  })
})

test('no status but those of success is taken for one', () => {
  for (let status = 100; status < 1_000; status += 1) {
    const { verdict, conforming } = judgeOneClick({ ...ANSWER, status }, OFFERED)
    const isSuccess = status >= 200 && status < 300
    expect([status, verdict, conforming]).toEqual([status, isSuccess ? 'accepted' : 'refused', isSuccess])
  }
})

describe('whether the fields are signed', () => {
  const told = (signed?: string) =>
    signedIn(
      report({
        checks: [check('list-unsubscribe', { evidence: signed === undefined ? {} : { signed } })],
      }),
    )
  test.each([
    ['yes, by list.example', 'yes'],
    ['no', 'no'],
    ['no valid signature', 'no'],
    ['could not be asked', 'not known'],
    [undefined, 'not known'],
    ['yesterday', 'not known'],
  ])('%p: %s', (signed, expected) => expect(told(signed)).toBe(expected as never))

  test('is not known of a report without the check', () => {
    expect(signedIn(report({ checks: [] }))).toBe('not known')
  })
})
