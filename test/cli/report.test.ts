import { expect, test } from 'bun:test'
import { COMMANDS } from '../../src/cli/commands.ts'
import { helpOn } from '../../src/cli/help.ts'
import { reportText } from '../../src/cli/report.ts'

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
      {
        name: 'dmarc',
        status: 'failed',
        score: -1,
        detail: {
          summary: `There is no DMARC record ${'and nothing else '.repeat(10)}`.trim(),
          advice,
          reference: 'RFC 9989',
        },
      },
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
