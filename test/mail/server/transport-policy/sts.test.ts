import { describe, expect, test } from 'bun:test'
import { coversHost, readStsPolicy } from '../../../../src/mail/server/transport-policy/sts-policy.ts'
import { readStsRecords } from '../../../../src/mail/server/transport-policy/sts-record.ts'
import { readTlsReports } from '../../../../src/mail/server/transport-policy/tls-report.ts'
import { growth, LINEAR } from '../../../support/processor-time.ts'

test.each<[string[], string]>([
  [['v=STSv1; id=20261120T1;'], 'record'],
  [['v=STSv1; id=20261120;'], 'record'],
  [['v=STSv1; id=20261120'], 'record'],
  [['v=STSv1 ; id = a1'], 'record'],
  [['v=STSv1; x=y; id=a1'], 'record'],
  [[`v=STSv1; id=${'a'.repeat(32)}`], 'record'],
  [[`v=STSv1; id=${'a'.repeat(33)}`], 'bad-id'],
  [['v=STSv1;'], 'bad-id'],
  [['v=STSv1; id='], 'bad-id'],
  [['v=STSv1; id=a; id=b'], 'bad-id'],
  [['v=STSv1; id=a-b'], 'bad-id'],
  [['v=STSv1'], 'not-a-record'],
  [['v=stsv1; id=a'], 'not-a-record'],
  [['"v=STSv1; id=a"'], 'not-a-record'],
  [['v=STSv1; id=a', 'v=STSv1; id=b'], 'several'],
  [['v=STSv1; id=a', 'v=spf1 -all'], 'record'],
  [['v=spf1 -all'], 'none'],
  [[], 'none'],
])('the record %p', (texts, state) => {
  expect(readStsRecords(texts).state as string).toBe(state)
})

test.each<[string[], string]>([
  [['v=TLSRPTv1; rua=mailto:tls@example.org'], 'record'],
  [['v=TLSRPTv1;rua=https://example.org/v1/tls'], 'record'],
  [['v=TLSRPTv1; rua=mailto:a@example.org,https://example.org/'], 'record'],
  [['v=TLSRPTv1; rua=http://example.org/'], 'bad-address'],
  [['v=TLSRPTv1; rua=mailto:nobody'], 'bad-address'],
  [['v=TLSRPTv1; rua=https:'], 'bad-address'],
  [['v=TLSRPTv1; rua=tls@example.org'], 'bad-address'],
  [['v=TLSRPTv1; rua=mailto:<a@example.org>'], 'bad-address'],
  [['v=TLSRPTv1; rua=mailto://a@example.org'], 'bad-address'],
  [['v=TLSRPTv1; rua=mailto:mailto:a@example.org'], 'bad-address'],
  [['v=TLSRPTv1; rua=mailto:a@example.org mailto:b@example.org'], 'bad-address'],
  [['v=TLSRPTv1; rua=mailto:a/b+c@example.org?subject=tls'], 'record'],
  [['v=TLSRPTv1; rua='], 'no-address'],
  [['v=TLSRPTv1;'], 'no-address'],
  [['v=TLSRPTv1'], 'not-a-record'],
  [['v=TLSRPT1; rua=mailto:a@example.org'], 'not-a-record'],
  [['v=TLSRPTv1; rua=mailto:a@b.example', 'v=TLSRPTv1; rua=mailto:a@c.example'], 'several'],
  [['v=DMARC1; p=none'], 'none'],
])('the report record %p', (texts, state) => {
  expect(readTlsReports(texts).state as string).toBe(state)
})

describe('the policy', () => {
  const good =
    'version: STSv1\r\nmode: enforce\r\nmx: mx1.example.org\r\nmx: *.mail.example.org\r\nmax_age: 604800\r\n'

  test('as the RFC writes it', () => {
    expect(readStsPolicy(good)).toEqual({
      mode: 'enforce',
      maxAge: 604_800,
      mx: ['mx1.example.org', '*.mail.example.org'],
      faults: [],
    })
  })

  test('LF alone, blanks, unknown keys and repeated keys are no fault', () => {
    const text =
      'version:STSv1\nmode: testing  \nmode: none\nmx: MX.example.org.\nfuture_key: x\nmax_age:  0\n\n'
    expect(readStsPolicy(text)).toEqual({ mode: 'testing', maxAge: 0, mx: ['mx.example.org'], faults: [] })
  })

  test('mode none needs no mx', () => {
    expect(readStsPolicy('version: STSv1\nmode: none\nmax_age: 86400').faults).toEqual([])
  })

  test.each([
    ['', 4],
    [good.replace('STSv1', 'STSv2'), 1],
    [good.replace('version: STSv1\r\n', ''), 1],
    [good.replace('enforce', 'Enforce'), 1],
    [good.replace('604800', '31557600'), 0],
    [good.replace('604800', '31557601'), 1],
    [good.replace('604800', '-1'), 1],
    [good.replace('604800', '1w'), 1],
    [good.replace(/mx: .*\r\n/g, ''), 1],
    [good.replace('*.mail', 'mail.*'), 1],
    [good.replace('*.mail.example.org', 'https://mail.example.org'), 1],
    [`\u00ef\u00bb\u00bf${good}`, 2],
    ['<!doctype html><title>404</title>', 5],
  ])('%p has %d faults', (text, faults) => {
    expect(readStsPolicy(text).faults).toHaveLength(faults)
  })

  test('a wildcard stands for one label', () => {
    const policy = readStsPolicy(good)
    const names = [
      'mx1.example.org',
      'mx2.example.org',
      'a.mail.example.org',
      'a.b.mail.example.org',
      'mail.example.org',
    ]
    expect(names.map((name) => coversHost(policy, name))).toEqual([true, false, true, false, false])
    expect(coversHost({ mx: ['*.org'], faults: [] }, 'org')).toBe(false)
  })

  test.each(['mx: a\n', 'a', ':', 'mx: *.'])(
    'a hostile file of %j takes no room, and linear time',
    (piece) => {
      const times = growth(
        300_000,
        (length) => piece.repeat(length / piece.length),
        (text) => {
          const { mx, faults } = readStsPolicy(text)
          expect(mx.length).toBeLessThanOrEqual(100)
          expect(faults.length).toBeLessThan(10)
        },
      )
      expect(times).toBeLessThan(LINEAR)
    },
  )
})
