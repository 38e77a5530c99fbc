import { describe, expect, test } from 'bun:test'
import { COMMANDS } from '../../src/cli/commands.ts'
import { helpOn } from '../../src/cli/help.ts'
import { reportJson, reportText } from '../../src/cli/report.ts'
import type { Report } from '../../src/core/report.ts'
import { check, finding } from '../support/builders.ts'

const RECORD =
  '"v=DMARC1; p=none; rua=mailto:postmaster@a-long-name-of-a-domain.example; ruf=mailto:postmaster@example"'

function reportWith(advice: string): string {
  return reportText({
    headline: { from: '', date: '', subject: '' },
    score: 9,
    scoringVersion: 1,
    kind: 'personal',
    kindReasons: [],
    undetermined: { checks: 0, points: 0 },
    checks: [
      check('dmarc', {
        status: 'failed',
        score: -1,
        summary: `There is no DMARC record ${'and nothing else '.repeat(10)}`.trim(),
        findings: [finding('dmarc-none', { cost: 1, advice, reference: 'RFC 9989' })],
      }),
    ],
  })
}

test('a record to publish is one line, however long; all else fits 80 columns', () => {
  const lines = reportWith(
    `Publish what follows in the DNS of your domain: _dmarc.example.org TXT ${RECORD}\nThen wait.`,
  ).split('\n')
  expect(lines.filter((line) => line.includes(RECORD))).toHaveLength(1)
  expect(lines.filter((line) => line.length > 80 && !line.includes(RECORD))).toEqual([])
})

describe('why a check matters and who can change it', () => {
  const checks = [
    check('dmarc', {
      status: 'failed',
      score: -1,
      summary: 'None.',
      findings: [finding('dmarc-none', { cost: 1, advice: 'Publish one.' })],
    }),
    check('spf', { summary: 'It passes.' }),
    check('dkim', {
      summary: 'Signed.',
      findings: [finding('dkim-from-not-oversigned', { advice: 'Oversign From.', refinement: true })],
    }),
    check('list-unsubscribe', {
      status: 'neutral',
      summary: 'A letter.',
      findings: [finding('list-unsubscribe-missing', { advice: 'Add it.' })],
    }),
  ]
  const report: Report = {
    headline: { from: '', date: '', subject: '' },
    score: 9,
    scoringVersion: 1,
    kind: 'list',
    kindReasons: [],
    undetermined: { checks: 0, points: 0 },
    checks,
  }

  test('stands at what is to be fixed, and with --verbose at every check', () => {
    const brief = reportText(report)
    expect(brief.match(/Who can change it/g)).toHaveLength(1)
    expect(brief).toContain('Who can change it: Whoever runs the list')
    // What is worth doing stands in two places: what to do, and with the rest.
    expect(reportText(report, true).match(/Why it matters/g)).toHaveLength(5)
  })

  test('in JSON at every check, and the verdict beside the score', () => {
    const told = JSON.parse(reportJson(report))
    expect(told.verdict).toStartWith('Nothing keeps others from writing')
    for (const { detail } of told.checks)
      expect(Object.keys(detail)).toEqual(expect.arrayContaining(['why', 'who']))
  })

  test('a refinement is no advice: it stands apart and last', () => {
    const [before = '', refinements = ''] = reportText(report).split('Refinements')
    expect(refinements).toContain('→ Oversign From.')
    expect(before).not.toContain('Oversign')
    expect(before).toMatch(/Worth doing, costs nothing now\n {2}list-unsubscribe/)
  })
})

test('nothing that a terminal would obey comes through', () => {
  const text = reportWith('Publish \u001b[31mred\u0007 \u009b1m\rhere.')
  expect(text).toContain('?[31mred? ?1m?here.')
})

test('a quotation mark that nothing closes does not join what follows', () => {
  const lines = reportWith(`A 12" screen ${'shows many words '.repeat(20)}`).split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
})

test.each(['', 'options', ...COMMANDS.map(({ name }) => name)])('help %p fits 80 columns', (topic) => {
  const lines = (helpOn(topic, COMMANDS) ?? '').split('\n')
  // Examples are commands to copy.
  expect(lines.filter((line) => line.length > 80 && !/^ {2}\S*mailgauge /.test(line))).toEqual([])
})

describe('what to do first', () => {
  const REPORT = {
    headline: { from: '', date: '', subject: '' },
    score: 7,
    scoringVersion: 1,
    kind: 'personal',
    kindReasons: [],
    undetermined: { checks: 0, points: 0 },
    checks: [],
    plan: [
      {
        check: 'dmarc',
        codes: ['dmarc-none'],
        says: 'Publish a record.',
        changes: [{ kind: 'dns', name: '_dmarc.example.org', type: 'TXT', records: ['v=DMARC1; p=none'] }],
        gain: 1,
      },
      {
        check: 'content',
        codes: ['text-missing'],
        says: 'Add a text part.\nOr two.',
        changes: [],
        gain: 0.5,
      },
      {
        check: 'helo',
        codes: ['helo-local'],
        says: 'Name it.',
        changes: [{ kind: 'smtp', helo: 'a.example' }],
        gain: 'unknown',
      },
      {
        check: 'mx',
        codes: ['nicer'],
        says: 'Nicer.',
        changes: [{ kind: 'header', name: 'X', value: 'y' }],
        gain: 0,
      },
    ],
  } satisfies Report

  test('steps with the advice, the record that it does not hold yet, and what they gain', () => {
    expect(reportText(REPORT).split('\n')).toEqual([
      '7.0 of 10',
      'Well made and well sent. Nothing cost a point.',
      'Kind of mail: personal',
      '',
      'What to do first',
      '  1. dmarc             +1',
      '    Publish a record.',
      '    _dmarc.example.org TXT "v=DMARC1; p=none"',
      '  2. content           +0.5',
      '    Add a text part.',
      '    Or two.',
      '  3. helo              gain unknown',
      '    Name it.',
      '',
    ])
  })

  test('as JSON the whole plan', () => {
    expect(JSON.parse(reportJson(REPORT)).plan).toEqual(REPORT.plan)
    const { plan: _plan, ...fine } = REPORT
    expect(JSON.parse(reportJson(fine))).not.toHaveProperty('plan')
    expect(reportText(fine)).not.toContain('What to do first')
  })

  test('a record that the advice writes is told once', () => {
    const steps = REPORT.plan.slice(0, 1)
    const record = '_dmarc.example.org TXT "v=DMARC1; p=none"'
    const told = (says: string) =>
      reportText({ ...REPORT, plan: steps.map((step) => ({ ...step, says })) }).split(record).length - 1
    expect(told(`Publish: ${record}`)).toBe(1)
    expect(told(`Publish:\n${record}`)).toBe(1)
    expect(told('Publish v=DMARC1; p=none there.')).toBe(1)
  })
})
