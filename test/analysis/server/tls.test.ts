import { expect, test } from 'bun:test'
import { tls } from '../../../src/analysis/analyzers/server/tls.ts'
import { withFix } from '../../support/with-fix.ts'
import { scene } from './server-context.ts'

const GCM = 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'

test.each([
  ['TLSv1.3', 'TLS_AES_256_GCM_SHA384', 'passed', 0, undefined],
  ['TLSv1.3', 'TLS_CHACHA20_POLY1305_SHA256', 'passed', 0, undefined],
  ['TLSv1.2', GCM, 'passed', 0, undefined],
  ['TLSv1.2', 'ECDHE-RSA-AES128-GCM-SHA256', 'passed', 0, undefined],
  ['TLSv1.2', 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA', 'passed', 0, undefined],
  ['TLSv1.2', 'TLS_RSA_WITH_AES_128_GCM_SHA256', 'passed', 0, 'tls-no-forward-secrecy'],
  ['TLSv1.2', 'AES256-SHA', 'passed', 0, 'tls-no-forward-secrecy'],
  ['TLSv1.1', GCM, 'failed', -0.5, 'tls-old'],
  ['TLSv1', GCM, 'failed', -0.5, 'tls-old'],
  ['SSLv3', 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', 'failed', -0.5, 'tls-old'],
  ['TLSv1.2', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'failed', -0.5, 'tls-weak-cipher'],
  ['TLSv1.2', 'ECDHE-RSA-DES-CBC3-SHA', 'failed', -0.5, 'tls-weak-cipher'],
  ['TLSv1.2', 'TLS_ECDHE_RSA_WITH_RC4_128_SHA', 'failed', -0.5, 'tls-weak-cipher'],
  ['TLSv1.2', 'TLS_RSA_WITH_NULL_SHA256', 'failed', -0.5, 'tls-weak-cipher'],
  ['TLSv1', 'RC4-MD5', 'failed', -0.5, 'tls-old,tls-weak-cipher'],
  ['TLSv1', 'EXP-RC4-MD5', 'failed', -0.5, 'tls-old,tls-weak-cipher'],
] as const)('%s with %s: %s', async (version, cipher, status, score, codes) => {
  const conclusion = withFix(await tls.run(scene({ envelope: { tls: { version, cipher } } })))
  expect([conclusion.status, conclusion.score, conclusion.detail['findings']]).toEqual([status, score, codes])
  expect(conclusion.detail).toMatchObject({ tls: version, cipher })
})

test('no encryption at all', async () => {
  expect(withFix(await tls.run(scene({ envelope: { tls: 'none' } })))).toMatchObject({
    status: 'failed',
    score: -1,
  })
})

test('a file does not tell', async () => {
  expect(withFix(await tls.run(scene({ envelope: { tls: 'unknown' } })))).toMatchObject({
    status: 'neutral',
    score: 0,
  })
})

test('a client certificate is shown', async () => {
  const clientCertificate = {
    subject: 'CN=mail.example.org',
    issuer: 'CN=Some CA',
    fingerprint256: 'AA:BB',
    validFrom: '2026-01-01',
    validTo: '2027-01-01',
  }
  const facts = { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', clientCertificate }
  expect(withFix(await tls.run(scene({ envelope: { tls: facts } }))).detail).toMatchObject({
    client_certificate: 'CN=mail.example.org, issued by CN=Some CA',
    client_certificate_sha256: 'AA:BB',
  })
})
