import { describe, expect, test } from 'bun:test'
import { MAX_SCORE } from '../../src/core/report.ts'
import { withFix } from '../support/with-fix.ts'
import { CAME, reportOn, WELL_SENT, wellSent } from './whole-report.ts'

const KINDS: Readonly<Record<string, string>> = {
  bounce: 'transactional',
  cron: 'transactional',
  invoice: 'transactional',
  'mailing-list': 'list',
  newsletter: 'marketing',
  'newsletter-japanese': 'marketing',
  notification: 'list',
  'one-time-code': 'transactional',
  'order-arabic': 'transactional',
  'password-reset': 'transactional',
  'shop-by-platform': 'transactional',
  vacation: 'transactional',
}

/** What real software leaves out for those who listen to mail, and a bounce from a host that its domain signs for: advice that is due. */
const DUE: Readonly<Record<string, RegExp>> = {
  'provider-tonline': /^tonline-dkim-strict$/,
  accessibility: /^(?:(?:lang-missing|title-missing|link-text-vague),?)+$/,
}

/** Nothing that is merely nice to have costs points, whatever software wrote the message. */
describe('a message sent properly by a well-configured host', () => {
  test.each(WELL_SENT)('%s', async (name) => {
    const { report } = await reportOn({ raw: await wellSent(name), ...CAME[name] })
    const others = report.checks.filter(({ status }) => status !== 'passed' && status !== 'neutral')
    expect(others.filter(({ name }) => !(name in DUE))).toEqual([])
    const advised = report.checks.map(withFix).filter(({ detail }) => detail['advice'])
    expect(advised.filter(({ name, detail }) => !DUE[name]?.test(detail['findings'] ?? ''))).toEqual([])
    expect({ score: report.score, kind: report.kind as string }).toEqual({
      score: MAX_SCORE,
      kind: KINDS[name] ?? 'personal',
    })
  })
})
