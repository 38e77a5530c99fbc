import { expect, test } from 'bun:test'
import { type Change, writtenChange } from '../../src/core/fix.ts'

test.each<[string, Change]>([
  ['Date: today', { kind: 'header', name: 'Date', value: 'today' }],
  ['Remove the field X-A', { kind: 'header', name: 'X-A' }],
  ['EHLO mail.example.org', { kind: 'smtp', helo: 'mail.example.org' }],
  ['STARTTLS, with TLS 1.2 or later', { kind: 'smtp', tls: { version: 'TLSv1.3', cipher: 'X' } }],
  ['a.example TXT "say \\"x\\""', { kind: 'dns', name: 'a.example', type: 'TXT', records: ['say "x"'] }],
  ['a.example TXT "ready"', { kind: 'dns', name: 'a.example', type: 'TXT', records: ['"ready"'] }],
  [
    'a.example A 192.0.2.1\na.example A 192.0.2.2',
    { kind: 'dns', name: 'a.example', type: 'A', records: ['192.0.2.1', '192.0.2.2'] },
  ],
  ['Remove MX of a.example', { kind: 'dns', name: 'a.example', type: 'MX', records: [] }],
  [
    'Remove TXT of a.example that begins with v=spf1',
    { kind: 'dns', name: 'a.example', type: 'TXT', records: [], replaces: 'v=spf1' },
  ],
])('%s', (text, change) => {
  expect(writtenChange(change)).toBe(text)
})

test('a long text is several character-strings', () => {
  const record = 'x'.repeat(300)
  expect(writtenChange({ kind: 'dns', name: 'a', type: 'TXT', records: [record] })).toBe(
    `a TXT "${'x'.repeat(255)}" "${'x'.repeat(45)}"`,
  )
})
