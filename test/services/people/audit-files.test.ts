import { describe, expect, test } from 'bun:test'
import type { AuditEntry } from '../../../src/core/access/audit.ts'
import { auditCsv, auditJson, CSV_HEADINGS } from '../../../src/services/people/audit-files.ts'

const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 7,
  at: new Date('2026-11-22T12:00:00Z'),
  accountId: 'acc',
  actor: { kind: 'person', id: 'per_1', name: 'Ada' },
  action: 'key.created',
  target: 'ci (mg_abcdefg…)',
  details: { scopes: 'tests:read' },
  client: '192.0.2.1/32',
  ...changes,
})

/** Reads one line of CSV as RFC 4180 says. */
function read(line: string): string[] {
  const cells: string[] = []
  for (const [, quoted, bare] of line.trimEnd().matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)) {
    cells.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'))
  }
  return cells
}

describe('a file of the audit log', () => {
  test('has a cell for each heading', () => {
    expect(read(auditCsv(entry()))).toHaveLength(read(CSV_HEADINGS).length)
    expect(read(auditCsv(entry()))).toEqual([
      '7',
      '2026-11-22T12:00:00.000Z',
      'acc',
      'key.created',
      'ci (mg_abcdefg…)',
      'person',
      'per_1',
      'Ada',
      '',
      '192.0.2.1/32',
      '{"scopes":"tests:read"}',
    ])
  })

  test.each([
    '=HYPERLINK("https://evil.example")',
    '+1',
    '-1+cmd|x',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '\r=1',
    '＝1+1',
    '＠x',
    '|calc',
    '%0A=1',
  ])('makes text of what a spreadsheet would run: %p', (name) => {
    const line = auditCsv(entry({ target: name, actor: { kind: 'person', name } }))
    const cells = read(line)
    expect(cells[4]).toBe(`'${name}`)
    expect(cells[7]).toBe(`'${name}`)
  })

  test('keeps quotation marks, commas and line ends inside their cell', () => {
    const target = 'a "b", c\r\nd'
    expect(read(auditCsv(entry({ target })))[4]).toBe(target)
  })

  test('says the same as JSON, a line for each entry', () => {
    const line = auditJson(entry({ target: 'a\nb' }))
    expect(line.trimEnd()).not.toContain('\n')
    expect(JSON.parse(line)).toEqual({
      id: 7,
      at: '2026-11-22T12:00:00.000Z',
      account_id: 'acc',
      action: 'key.created',
      target: 'a\nb',
      actor: { kind: 'person', id: 'per_1', name: 'Ada' },
      client: '192.0.2.1/32',
      details: { scopes: 'tests:read' },
    })
  })
})
