import { expect, test } from 'bun:test'
import { conclude } from '../../src/analysis/analyzer.ts'
import { oneRecordEach } from '../../src/analysis/plan/one-record.ts'
import { adviceOf } from '../../src/core/check.ts'
import { type Change, writtenChange } from '../../src/core/fix.ts'
import { withFix } from '../support/with-fix.ts'

const a = (name: string, ...records: string[]): Change => ({ kind: 'dns', name, type: 'A', records })
const txt = (name: string, text: string): Change => ({
  kind: 'dns',
  name,
  type: 'TXT',
  records: [`"${text}"`],
  replaces: text.slice(0, 6),
})

function check(name: string, cost: number, ...changes: Change[]) {
  const findings = changes.map((change, index) => ({
    code: `${name}-${index}`,
    cost,
    says: 'Wrong.',
    advice: `Publish: ${writtenChange(change)}`,
    reference: 'RFC 1035',
    changes: [change],
  }))
  return { name, ...conclude(5, { findings, passed: 'Fine.' }) }
}

test('at most one record for a name and type, that of the check that costs most', () => {
  const [one, other, third] = oneRecordEach([
    check('one', 0.2, a('mail.example.org', '192.0.2.1')),
    check('other', 1, a('MAIL.example.org', '192.0.2.9', '192.0.2.1')),
    check('third', 0.1, a('else.example.org', '192.0.2.1')),
  ]).map(withFix)
  expect(one?.fixes).toBeUndefined()
  expect(one?.detail['advice']).toBe(
    'Publish:\nFor A of mail.example.org publish what the check other offers, and look at this again afterwards.',
  )
  expect(one && adviceOf(one.findings.filter(({ code }) => code === 'one-0'))).toBe(
    one?.detail['advice'] ?? '',
  )
  expect(other?.fixes).toHaveLength(1)
  expect(third?.fixes).toHaveLength(1)
})

test('of one check too, and the same record may be offered again', () => {
  const same = a('mail.example.org', '192.0.2.1')
  const [one] = oneRecordEach([check('one', 0, same, same, a('mail.example.org', '192.0.2.2'))]).map(withFix)
  expect(one?.fixes?.map(({ code }) => code)).toEqual(['one-0', 'one-1'])
})

test('TXT records of several kinds stand side by side', () => {
  const [one] = oneRecordEach([
    check('one', 0, txt('example.org', 'v=spf1 -all'), txt('example.org', 'v=DMARC1; p=none')),
  ]).map(withFix)
  expect(one?.fixes).toHaveLength(2)
})

const field = (name: string, value: string): Change => ({ kind: 'header', name, value })

test('at most one value for a header field, and one name for EHLO', () => {
  const [one, other, third, fourth] = oneRecordEach([
    check('one', 0.2, field('Date', 'Fri, 20 Nov 2026 12:00:00 +0000')),
    check('other', 1, field('date', 'Fri, 20 Nov 2026 12:00:01 +0000')),
    check('third', 0.1, { kind: 'smtp', helo: 'mail.example.org' }),
    check('fourth', 0, { kind: 'smtp', helo: 'other.example.org' }),
  ]).map(withFix)
  expect(one?.fixes).toBeUndefined()
  expect(one?.detail['advice']).toBe(
    'Publish:\nFor the field Date set what the check other offers, and look at this again afterwards.',
  )
  expect(other?.fixes).toHaveLength(1)
  expect(third?.fixes).toHaveLength(1)
  expect(fourth?.detail['advice']).toContain('For EHLO set what the check third offers')
})

test('TLS and EHLO are settings of their own', () => {
  const tls = { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' }
  const [one, other] = oneRecordEach([
    check('one', 1, { kind: 'smtp', tls }),
    check('other', 1, { kind: 'smtp', helo: 'mail.example.org' }),
  ]).map(withFix)
  expect(one?.fixes).toHaveLength(1)
  expect(other?.fixes).toHaveLength(1)
})
