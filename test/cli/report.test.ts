import { describe, expect, test } from 'bun:test'
import { COMMANDS } from '../../src/cli/commands.ts'
import { helpOn } from '../../src/cli/help.ts'
import { reportJson, reportText } from '../../src/cli/reports/report.ts'
import { screenOf } from '../../src/cli/reports/screen.ts'
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
    expect(reportText(report, { verbose: true }).match(/Why it matters/g)).toHaveLength(4)
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
    expect(before).toMatch(/Worth doing, costs nothing now\n {2}– Unsubscribe/)
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
      '  1. DMARC                +1',
      '    Publish a record.',
      '    _dmarc.example.org TXT "v=DMARC1; p=none"',
      '  2. Text and wording     +0.5',
      '    Add a text part.',
      '    Or two.',
      '  3. HELO name            gain unknown',
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

describe('the screen', () => {
  const io = (terminal: boolean, environment: Record<string, string> = {}, columns?: number) => ({
    terminal,
    environment,
    ...(columns !== undefined && { columns }),
  })

  test.each([
    ['a pipe', io(false, { COLUMNS: '200' }, 200), 80],
    ['a terminal', io(true, {}, 100), 100],
    ['one that does not say', io(true), 80],
    ['COLUMNS', io(true, { COLUMNS: '70' }, 100), 70],
    ['nonsense', io(true, { COLUMNS: '-1' }, 90), 90],
    ['a very wide one', io(true, {}, 400), 120],
    ['a very narrow one', io(true, {}, 3), 40],
  ])('%s is as wide as is good to read', (_name, given, width) => {
    expect(screenOf(given)).toMatchObject({ width })
  })

  test.each([
    ['a pipe', io(false), undefined, false],
    ['a terminal', io(true), undefined, true],
    ['NO_COLOR', io(true, { NO_COLOR: '1' }), undefined, false],
    ['an empty NO_COLOR', io(true, { NO_COLOR: '' }), undefined, true],
    ['a terminal without colours', io(true, { TERM: 'dumb' }), undefined, false],
    ['FORCE_COLOR', io(false, { FORCE_COLOR: '1' }), undefined, true],
    ['FORCE_COLOR of 0', io(true, { FORCE_COLOR: '0' }), undefined, false],
    ['both', io(true, { FORCE_COLOR: '1', NO_COLOR: '1' }), undefined, false],
    ['always', io(false, { NO_COLOR: '1' }), 'always', true],
    ['never', io(true, { FORCE_COLOR: '1' }), 'never', false],
  ] as const)('%s: colours or none', (_name, given, color, colour) => {
    expect(screenOf(given, color)).toMatchObject({ colour })
  })

  test('an unknown --color is refused', () => {
    expect(screenOf(io(true), 'red')).toBe('--color: expected auto, always or never, found "red".')
  })

  const COSTLY: Report = {
    headline: { from: '', date: '', subject: '' },
    score: 4,
    scoringVersion: 1,
    kind: 'personal',
    kindReasons: [],
    undetermined: { checks: 0, points: 0 },
    checks: [
      check('dmarc', {
        status: 'failed',
        score: -6,
        summary: 'None \u001b[2J\u009b1m\u202e.',
        findings: [
          finding('dmarc-none', { cost: 1, advice: 'Publish \u001b[31mone.' }),
          finding('dmarc-fail', { cost: 5, advice: 'Sign in its name.', see: 'dkim' }),
        ],
      }),
      check('spf', { summary: `It passes ${'and passes '.repeat(20)}`.trim() }),
    ],
    plan: Array.from({ length: 9 }, (_, at) => ({
      check: at === 0 ? 'dmarc' : 'helo',
      codes: at === 0 ? ['dmarc-none'] : [],
      says: at === 0 ? 'Publish \u001b[31mone.' : 'Name it. '.repeat(40),
      changes: [],
      gain: 1,
    })),
  }
  const ESCAPE = '\u001b'
  const OURS = new RegExp(`${ESCAPE}\\[(?:0|1|2|3[123])m`, 'g')

  test('colours are ours alone, and words say the same', () => {
    const coloured = reportText(COSTLY, { screen: { width: 80, colour: true } })
    const plain = reportText(COSTLY)
    expect(coloured.match(OURS)?.length).toBeGreaterThan(10)
    expect(coloured.replace(OURS, '')).toBe(plain)
    for (const control of ['\u001b', '\u009b', '\u202e']) expect(plain).not.toContain(control)
    expect(coloured).toContain('\u001b[31m✗\u001b[0m')
    expect(plain).toContain('None ?[2J?1m?.')
  })

  test('each fix is told once, by its step', () => {
    const text = reportText(COSTLY)
    expect(text.split('Publish ?[31mone.')).toHaveLength(2)
    expect(text).toContain('How to fix it: step 1.')
    expect(text).toContain('→ Sign in its name. The check DKIM says how to fix it.')
  })

  test.each([40, 60, 80, 120])('%p columns are kept', (width) => {
    const lines = reportText(COSTLY, { verbose: true, screen: { width, colour: false } }).split('\n')
    expect(lines.filter((line) => line.length > width)).toEqual([])
  })

  test('--brief is one screen: score, verdict and steps', () => {
    const lines = reportText(COSTLY, { brief: true }).split('\n')
    expect(lines.length).toBeLessThanOrEqual(24)
    expect(lines[0]).toBe('4.0 of 10')
    expect(lines).toContain('What to do first')
    expect(lines).toContain('  4 more steps: without --brief they are all there.')
    expect(lines.join(' ')).not.toContain('The rest')
  })

  test('--brief keeps what a colon announces', () => {
    const says =
      'Publish with the name of a server that takes this mail:\nexample.org MX 10 mail.example.org.\nMore.'
    const plan = [{ check: 'mx', gain: 0.5, codes: [], says, changes: [] }]
    const brief = reportText({ ...COSTLY, plan }, { brief: true })
    expect(brief).toContain('    example.org MX 10 mail.example.org.')
    expect(brief).not.toContain('More.')
  })
})
