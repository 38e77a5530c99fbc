import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import type { FileContent } from '../../../src/core/aggregate/file.ts'
import type { TlsReport } from '../../../src/core/tls-report.ts'
import { readTlsReport } from '../../../src/mail/tls-report/read.ts'
import { refusalOf } from '../../support/aggregate/reading.ts'

const RANGE = { 'start-datetime': '2026-11-18T00:00:00Z', 'end-datetime': '2026-11-18T23:59:59Z' }
const SUMMARY = { 'total-successful-session-count': 5, 'total-failure-session-count': 2 }
const POLICY = {
  'policy-type': 'sts',
  'policy-string': ['version: STSv1'],
  'policy-domain': 'Example.com.',
  'mx-host': ['MX.example.com'],
}
const FAILURE = {
  'result-type': 'Certificate-Expired',
  'sending-mta-ip': '2001:DB8::1',
  'receiving-mx-hostname': 'mx.example.com',
  'failed-session-count': 2,
}

const whole = (more: object = {}) => ({
  'organization-name': 'Company-X',
  'date-range': RANGE,
  'contact-info': 'tls@company-x.example',
  'report-id': '<2026+example.com@x>',
  policies: [{ policy: POLICY, summary: SUMMARY, 'failure-details': [FAILURE] }],
  ...more,
})

const read = (document: unknown): FileContent => readTlsReport([Buffer.from(JSON.stringify(document))], [])

function reportOf(document: unknown): TlsReport {
  const content = read(document)
  if (content.kind !== 'tls') throw new Error(JSON.stringify(content))
  return content.report
}

const policyOf = (entry: object) => reportOf(whole({ policies: [entry] })).policies[0]

describe('TLS reports as they come (RFC 8460)', () => {
  test('a whole one', () => {
    expect(reportOf(whole())).toEqual({
      orgName: 'Company-X',
      contact: 'tls@company-x.example',
      reportId: '2026+example.com@x',
      begin: Date.UTC(2026, 10, 18) / 1000,
      end: Date.UTC(2026, 10, 18) / 1000 + 86_399,
      policies: [
        {
          type: 'sts',
          domain: 'example.com',
          hosts: ['mx.example.com'],
          lines: ['version: STSv1'],
          successes: 5,
          failures: 2,
          details: [
            {
              type: 'certificate-expired',
              sessions: 2,
              sendingIp: '2001:db8::1',
              receivingHost: 'mx.example.com',
            },
          ],
        },
      ],
      warnings: [],
      contentHash: expect.stringMatching(/^[\da-f]{64}$/),
    })
  })

  test('3.4: addresses and hosts of failures may be missing, or be none', () => {
    const details = [
      { 'result-type': 'validation-failure', 'failed-session-count': '2', 'sending-mta-ip': 'unknown' },
      null,
      'x',
    ]
    const policy = policyOf({ policy: POLICY, summary: SUMMARY, 'failure-details': details })
    expect(policy?.details).toEqual([{ type: 'validation-failure', sessions: 2 }])
  })

  test('3.4: contact-info null, a name that is missing', () => {
    expect(reportOf(whole({ 'contact-info': null }))).not.toHaveProperty('contact')
    expect(reportOf(whole({ 'organization-name': undefined })).orgName).toBe('company-x.example')
    expect(reportOf(whole({ 'report-id': 7 })).reportId).toBe('7')
  })

  test('3.4: no policy-domain, no policies, mx-host-pattern, one text for a list', () => {
    const { warnings, policies } = reportOf(
      whole({
        policies: [
          {
            policy: { 'policy-type': 'no-policy-found', 'mx-host-pattern': '*.Example.com' },
            summary: SUMMARY,
          },
        ],
      }),
    )
    expect(policies[0]).toMatchObject({ type: 'no-policy-found', hosts: ['*.example.com'], details: [] })
    expect(policies[0]).not.toHaveProperty('domain')
    expect(warnings).toContain('policy_domain_missing')
    expect(reportOf(whole({ policies: [] }))).toMatchObject({ policies: [], warnings: ['no_policies'] })
  })

  test('3.4: the summary holds over the details', () => {
    const details = [{ ...FAILURE, 'failed-session-count': 1 }]
    const { policies, warnings } = reportOf(
      whole({ policies: [{ policy: POLICY, summary: SUMMARY, 'failure-details': details }] }),
    )
    expect(policies[0]?.failures).toBe(2)
    expect(warnings).toEqual(['details_differ'])
    expect(policyOf({ policy: POLICY, 'failure-details': details })).toMatchObject({
      failures: 1,
      successes: 0,
    })
  })

  test('counts and times that are none', () => {
    for (const count of [-1, 'x', {}, 1e300, Number.NaN]) {
      const summary = { 'total-successful-session-count': count, 'total-failure-session-count': 2.9 }
      const policy = policyOf({ policy: POLICY, summary })
      expect(policy?.failures).toBe(2)
      expect(policy?.successes).toBeLessThan(2 ** 31)
    }
    for (const end of ['', 'yesterday', 0, '2026-11-17T00:00:00Z', '2026-13-01T00:00:00Z']) {
      expect(read(whole({ 'date-range': { ...RANGE, 'end-datetime': end } }))).toMatchObject({
        reason: 'bad_date_range',
      })
    }
    const range = { 'start-datetime': '2026-11-18 00:00:00', 'end-datetime': '2026-11-18T01:00:00+01:00' }
    const { begin, end } = reportOf(whole({ 'date-range': range }))
    expect(end).toBe(begin)
  })

  test('what is no report, what is no JSON, and what would cost too much', async () => {
    expect(await refusalOf('{"a":1}')).toBe('not_a_report')
    expect(await refusalOf('{"policies":[')).toBe('malformed_json')
    expect(await refusalOf(gzipSync('{]'))).toBe('malformed_json')
    expect(await refusalOf(`{"policies":${'['.repeat(100)}`)).toBe('too_large')
    expect(await refusalOf(`{"policies":[${'0,'.repeat(600_000)}0]}`)).toBe('too_large')
    expect(await refusalOf(`{"x":"${'[\\"'.repeat(1_000)}"}`)).toBe('not_a_report')
    expect(await refusalOf(JSON.stringify(whole({ __proto__: null, constructor: {} })))).toBe('tls')
  })

  test('marks, other encodings and packing', async () => {
    const text = JSON.stringify(whole())
    for (const file of [
      Buffer.from(`\ufeff${text}`),
      gzipSync(text),
      gzipSync(gzipSync(text)),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(` \r\n${text}\r\n`),
    ]) {
      expect(await refusalOf(file)).toBe('tls')
    }
  })

  test('texts are cut, and hold nothing that controls', () => {
    const details = Array.from({ length: 40 }, () => ({
      ...FAILURE,
      'additional-information': `a\u202eb\0${'c'.repeat(9_000)}`,
    }))
    const policy = policyOf({
      policy: { ...POLICY, 'policy-string': Array(500).fill('x') },
      'failure-details': details,
    })
    expect(policy?.lines).toHaveLength(100)
    expect(policy?.details[0]?.information).toMatch(/^abc+$/)
    expect(policy?.details[0]?.information?.length).toBe(1_024)
  })
})
