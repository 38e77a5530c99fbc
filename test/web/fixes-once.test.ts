import { describe, expect, test } from 'bun:test'
import { catalogue } from '../../src/analysis/catalogue/catalogue.ts'
import type { Check, Finding } from '../../src/core/check.ts'
import { fromRendered, toRendered } from '../../src/core/check.ts'
import type { Change, PlanStep } from '../../src/core/fix.ts'
import type { Report } from '../../src/core/report.ts'
import { isTold, toldBySteps, withoutTold } from '../../src/services/telling/told-once.ts'
import { CASE_NAMES, corpusReport } from '../golden/corpus-case.ts'
import { siteUnderTest } from './site-under-test.ts'

async function pageOf(report: Report): Promise<string> {
  const site = siteUnderTest({ checks: catalogue() })
  const token = await site.fake.create()
  site.fake.finish(token, site.fake.receive(token), report)
  return (await site.ask(`/t/${token}`)).text()
}

/** What is to be copied from the report with its place, but for the addresses of the report and of the test. */
function copied(html: string): string[] {
  const all = html.matchAll(/<span class="record">(?:<span class="place">([^<]*)<\/span>)?<code>([^<]*)</g)
  return Array.from(all, ([, place = '', text = '']) => `${place} ${text}`)
}

const repeated = (all: readonly string[]) => all.filter((one, at) => all.indexOf(one) !== at)

describe('a report of the corpus', () => {
  test.each(CASE_NAMES)('%s says each fix once', async (name) => {
    const report = await corpusReport(name)
    const html = await pageOf(report)
    expect(repeated(copied(html))).toEqual([])
    for (const [, number] of html.matchAll(/href="#step-(\d+)"/g))
      expect(html).toContain(`id="step-${number}"`)
    const steps = new Set(report.plan?.map(({ check }) => check))
    for (const step of steps) {
      const entry = html.slice(html.indexOf(`id="check-${step}"`))
      expect(entry.slice(0, entry.indexOf('</details>'))).toContain('How to fix it: <span><a href="#step-')
    }
  })

  test.each(CASE_NAMES)('%s as an earlier version kept it says each fix once', async (name) => {
    const report = await corpusReport(name)
    const checks = report.checks.map((check) => fromRendered(toRendered(check)))
    expect(repeated(copied(await pageOf({ ...report, checks })))).toEqual([])
  })
})

test('a check that another one says more about leads to it by its title', async () => {
  const report = await corpusReport('nothing-set-up')
  const html = await pageOf(report)
  expect(html).toContain('<a href="#check-tls">Encryption</a>')
  expect(html).not.toMatch(/The check [a-z-]+ says/)
})

describe('what steps say of a check', () => {
  const finding = (advice: string, more: Partial<Finding> = {}): Finding => ({
    code: 'some',
    cost: 1,
    says: 'Wrong.',
    advice,
    reference: 'RFC 1035',
    ...more,
  })
  const record: Change = { kind: 'dns', name: 'a.example', type: 'TXT', records: ['"x"'] }
  const step = (says: string, changes: PlanStep['changes'] = []): PlanStep => ({
    check: 'spf',
    codes: ['some'],
    says,
    changes,
    gain: 1,
  })

  test('is left out where it is the whole of it', () => {
    const told = toldBySteps([step('Do that.'), step('Do this.\nAnd more.', [record])]).get('spf')
    expect(told?.numbers).toEqual([1, 2])
    expect(isTold(finding('Do this.'), told)).toBe(true)
    expect(isTold(finding('Do this.\nAnd more.', { changes: [record] }), told)).toBe(true)
    expect(isTold(finding('Do this.\nAnd something else.'), told)).toBe(false)
    expect(isTold(finding('Do this.', { see: 'dkim' }), told)).toBe(false)
    expect(isTold(finding('Do that.', { changes: [{ ...record, records: ['"y"'] }] }), told)).toBe(false)
  })

  test('leaves what no step says, and refinements', () => {
    const check: Check = {
      name: 'spf',
      status: 'failed',
      score: -1,
      summary: 'Wrong.',
      findings: [finding('Do this.'), finding('Do that.'), finding('Do this.', { refinement: true })],
      evidence: {},
    }
    const told = toldBySteps([step('Do this.')]).get('spf')
    expect(withoutTold(check, told).findings.map(({ advice }) => advice)).toEqual(['Do that.', 'Do this.'])
    expect(withoutTold(check, undefined)).toBe(check)
  })
})
