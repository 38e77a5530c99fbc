import { describe, expect, test } from 'bun:test'
import { BOUNCE_ACTIONS, BOUNCE_CAUSES } from '../../../src/core/bounce.ts'
import { bounceBody } from '../../../src/services/bounces/body.ts'
import {
  isBounce,
  kindOfBounce,
  standingOf,
  type ToldFailure,
  titleOf,
  toldFailures,
  whoseOf,
} from '../../../src/services/bounces/told.ts'
import { bounce, failure } from '../../support/bounces.ts'

const { rule: _rule, ...UNKNOWN } = failure({ cause: 'unknown' })

describe('what is told of a bounce', () => {
  test('recipients of whom the same is to be said stand together, in the order of the bounce', () => {
    const told = toldFailures({
      failures: [
        failure({ recipient: 'a@gmail.com', reply: { code: 550, text: '550 a' } }),
        failure({ recipient: 'b@gmail.com', permanent: false }),
        failure({ recipient: 'c@gmail.com', reply: { code: 550, text: '550 c' } }),
      ],
    })
    expect(told.map(({ recipients, count, permanent }) => [recipients, count, permanent])).toEqual([
      [['a@gmail.com', 'c@gmail.com'], 2, true],
      [['b@gmail.com'], 1, false],
    ])
  })

  test('answers that no rule explains stand together where they say the same', () => {
    const said = (text: string) => ({ ...UNKNOWN, reply: { code: 550, text } })
    expect(
      toldFailures({ failures: [said('550 x'), said('550 y'), said('550 x')] }).map(({ count }) => count),
    ).toEqual([2, 1])
  })

  test('a recipient without a name is counted', () => {
    const { recipient: _, ...nameless } = failure()
    expect(toldFailures({ failures: [nameless] })).toMatchObject([{ recipients: [], count: 1 }])
  })

  test('every cause and every action has words of its own', () => {
    const titles = BOUNCE_CAUSES.map((cause) => titleOf({ ...UNKNOWN, cause }))
    expect(new Set(titles).size).toBe(BOUNCE_CAUSES.length)
    const actions = BOUNCE_ACTIONS.map((action) => titleOf({ ...failure(), action }))
    expect(new Set(actions).size).toBe(4)
    expect(titleOf(failure())).toBe('Gmail has no such address')
    expect(
      BOUNCE_ACTIONS.map((action) => standingOf({ ...failure(), action, permanent: true }).grade),
    ).toEqual(['poor', 'fair', 'good', 'good', 'good'])
  })

  test('of a text without a code no other try is promised', () => {
    const of = (cause: ToldFailure['cause'], code?: number) =>
      standingOf({ ...UNKNOWN, permanent: false, cause, reply: { text: 'x', ...(code && { code }) } }).words
    expect([of('unknown'), of('policy'), of('routing'), of('unknown', 451)]).toEqual([
      'Failed',
      'Failed',
      'Failed for now',
      'Failed for now',
    ])
  })

  test('whose rule, whose text, or who answered', () => {
    const { rule } = failure()
    if (!rule) throw new Error('there is no rule')
    expect(whoseOf(failure())).toBe('A rule of Gmail')
    expect(whoseOf({ rule, provider: { id: 'postfix', name: 'Postfix' } })).toBe('A text of Postfix')
    expect(whoseOf(UNKNOWN)).toBe('Answered by Gmail')
    expect(whoseOf({ rule })).toBeUndefined()
  })

  test('a report that all went well is no bounce', () => {
    const failures = [failure({ action: 'delivered' }), failure({ action: 'relayed' })]
    expect([isBounce({ failures }), kindOfBounce(bounce({ failures }))]).toEqual([
      false,
      'A report of delivery',
    ])
    expect(kindOfBounce(bounce({ failures: [...failures, failure({ action: 'delayed' })] }))).toBe(
      'A report of a delay',
    )
    expect(kindOfBounce(bounce({ failures: [failure(), ...failures] }))).toBe('A bounce')
    expect(kindOfBounce(bounce({ form: 'reply' }))).toBe('The answer of a mail server')
  })

  test('as JSON, absent is a missing key', () => {
    expect(bounceBody(bounce({ more: 3 }))).toEqual({
      form: 'delivery status',
      reported_by: 'mail.shop.example',
      original: { message_id: '<1@shop.example>', subject: 'Your order', from: 'news@shop.example' },
      failures: [failure()],
      more: 3,
    })
    const { recipient: _, remote: __, provider: ___, ...bare } = UNKNOWN
    expect(bounceBody({ form: 'reply', failures: [bare] })).toEqual({ form: 'reply', failures: [bare] })
  })
})
