import { describe, expect, test } from 'bun:test'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import type { RecordSet } from '../../src/core/applying/record-set.ts'
import type { PlanStep } from '../../src/core/fix.ts'
import { Apply } from '../../src/web/components/report/apply.tsx'
import { planOf } from '../../src/web/plan.ts'
import type { ShownCheck } from '../../src/web/view.ts'

const SET: RecordSet = {
  name: 'example.org',
  type: 'TXT',
  before: ['"v=spf1 -all"', '"<b>kept</b>"'],
  after: ['"<b>kept</b>"', '"v=spf1 mx -all"'],
  zone: 'example.org',
}
const STEP: PlanStep = {
  check: 'spf',
  codes: ['spf-fail'],
  says: 'Publish.',
  changes: [
    { kind: 'dns', name: 'Example.org.', type: 'TXT', records: ['"v=spf1 mx -all"'], replaces: 'v=spf1' },
  ],
  gain: 1,
}
const CHECK: ShownCheck = {
  name: 'spf',
  status: 'failed',
  score: -1,
  summary: 'No.',
  findings: [],
  evidence: {},
  recordSets: [SET, { ...SET, name: 'other.example.org' }],
}

describe('a step that was tried', () => {
  test('has the record sets of its own names', () => {
    expect(planOf([STEP], [CHECK]).first[0]?.sets).toEqual([SET])
  })

  test('and none where it was not tried, or where a report of an earlier version has none', () => {
    expect(planOf([{ ...STEP, gain: 'unknown' }], [CHECK]).first[0]?.sets).toEqual([])
    const { recordSets: _, ...earlier } = CHECK
    expect(planOf([STEP], [earlier]).first[0]?.sets).toEqual([])
  })

  test('can be copied in three forms, each said by name, as text', () => {
    const html = render(h(Apply, { sets: [SET] }))
    expect(html.match(/<h4>[^<]+/g)).toEqual(['<h4>Zone file', '<h4>nsupdate', '<h4>Terraform'])
    expect(html).toContain('update delete example.org. TXT "v=spf1 -all"'.replaceAll('"', '&quot;'))
    expect(html).not.toContain('<b>kept')
    expect(html.match(/ data-copy/g)).toHaveLength(3)
  })

  test('says why there is no Terraform', () => {
    const html = render(h(Apply, { sets: [{ ...SET, parted: true }] }))
    expect(html).toContain('Not as Terraform: a record that stands there is of several strings')
    expect(html.match(/<h4>/g)).toHaveLength(2)
  })

  test('shows nothing where nothing can be applied', () => {
    expect(render(h(Apply, { sets: [] }))).toBe('')
    expect(render(h(Apply, { sets: [{ ...SET, after: SET.before }] }))).toBe('')
  })
})
