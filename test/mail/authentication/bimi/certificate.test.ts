import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  type CertificateCode,
  judgeMarkCertificate,
} from '../../../../src/mail/authentication/bimi/certificate.ts'
import { findExtension } from '../../../../src/mail/authentication/bimi/der.ts'
import { fingerprint, knownAuthorities, markRoots } from '../../../../src/mail/authentication/bimi/roots.ts'
import { readLogo } from '../../../../src/mail/authentication/bimi/svg.ts'
import data from '../../../../src/mail/data/mark-authorities.json' with { type: 'json' }
import { type CertificateWanted, issue } from '../../../support/mark-certificate.ts'
import { processorTime } from '../../../support/processor-time.ts'
import { logo } from './logo.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const LOGO = gzipSync(logo())
const root = issue({ name: 'Root', ca: true })
const middle = issue({ name: 'Middle', issuer: root, ca: true })
const WANTED: CertificateWanted = {
  name: 'Mark',
  issuer: middle,
  names: ['example.org'],
  forMarks: true,
  logo: LOGO,
  markType: 'Registered Mark',
}
const mark = issue(WANTED)

function judge(...pems: string[]) {
  return judgeBy([root.pem], pems)
}

function judgeBy(own: readonly string[], pems: readonly string[]) {
  const names = ['example.org', 'brand._bimi.example.org']
  const found = judgeMarkCertificate(pems.join('\n'), names, NOW, markRoots(own))
  return found && { ...found, codes: found.faults.map(({ code }) => code) }
}

test('a chain to a root in the file', () => {
  expect(judge(mark.pem, middle.pem, root.pem)).toMatchObject({
    kind: 'VMC',
    issuer: 'Middle',
    validTo: '2027-01-01',
    root: 'Root',
    hasRoot: true,
    verified: 3,
    logo: LOGO,
    codes: [],
  })
})

test('the root need not be there, nor the order be kept', () => {
  expect(judge(middle.pem, mark.pem)).toMatchObject({ root: 'Root', hasRoot: false, verified: 2, codes: [] })
})

test.each([
  ['Registered Mark', 'VMC'],
  ['Government Mark', 'VMC'],
  ['Prior Use Mark', 'CMC'],
  ['Modified Registered Mark', 'CMC'],
  ['Modified Registered Trademark', 'CMC'],
  ['Pending Registration Mark', 'CMC'],
  ['Something new', 'unknown'],
  ['', 'unknown'],
])('the mark type %s', (markType, kind) => {
  expect(judge(issue({ ...WANTED, markType }).pem, middle.pem)?.kind as string).toBe(kind)
})

test.each<[string, Partial<CertificateWanted>, CertificateCode[]]>([
  ['for one selector', { names: ['other.example', 'BRAND._bimi.example.org'] }, []],
  ['for another domain', { names: ['notexample.org'] }, ['bimi-certificate-name']],
  ['for no domain', { names: [] }, ['bimi-certificate-name']],
  ['for another purpose', { forMarks: false }, ['bimi-certificate-purpose']],
  ['expired', { to: '2026-11-19' }, ['bimi-certificate-expired']],
  ['not valid yet', { from: '2026-11-21' }, ['bimi-certificate-not-yet-valid']],
])('a certificate %s', (_name, wanted, codes) => {
  expect(judge(issue({ ...WANTED, ...wanted }).pem, middle.pem)?.codes).toEqual(codes)
})

test('without a logo', () => {
  const { logo: _, ...bare } = WANTED
  expect(judge(issue(bare).pem, middle.pem)?.codes).toEqual(['bimi-certificate-no-logo'])
})

describe('chains that prove nothing', () => {
  test('alone', () => {
    expect(judge(mark.pem)?.codes).toEqual(['bimi-certificate-chain'])
  })

  test('signed by itself', () => {
    const { issuer: _, markType: __, ...own } = WANTED
    expect(judge(issue(own).pem)?.codes).toEqual(['bimi-certificate-self-signed'])
  })

  test('an issuer of the same name and another key', () => {
    const impostor = issue({ name: 'Middle', issuer: root, ca: true })
    expect(judge(mark.pem, impostor.pem, root.pem)).toMatchObject({
      verified: 1,
      codes: ['bimi-certificate-signature'],
    })
    // The true one beside it is found.
    expect(judge(mark.pem, impostor.pem, middle.pem)?.codes).toEqual([])
  })

  test('a forged link further up', () => {
    const forged = issue({ name: 'Root', ca: true })
    expect(judge(mark.pem, middle.pem, forged.pem)?.codes).toEqual(['bimi-certificate-signature'])
  })

  test('an issuer that is no authority', () => {
    const plain = issue({ name: 'Middle', issuer: root })
    const below = issue({ ...WANTED, issuer: plain })
    expect(judge(below.pem, plain.pem, root.pem)?.codes).toEqual(['bimi-certificate-signature'])
  })

  test('an issuer that has expired', () => {
    const old = issue({ name: 'Middle', issuer: root, ca: true, to: '2026-06-01' })
    expect(judge(issue({ ...WANTED, issuer: old }).pem, old.pem)?.codes).toEqual(['bimi-certificate-expired'])
  })

  test('two that sign each other end', () => {
    const a = issue({ name: 'A', ca: true })
    const b = issue({ name: 'B', issuer: a, ca: true })
    const aByB = issue({ name: 'A', issuer: b, ca: true })
    const found = judge(issue({ ...WANTED, issuer: b }).pem, b.pem, aByB.pem, a.pem)
    expect(found?.verified).toBeLessThanOrEqual(6)
  })
})

test.each([
  '',
  'x',
  '-----BEGIN CERTIFICATE-----',
  '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
])('no certificate: %p', (pem) => {
  expect(judge(pem)).toBeUndefined()
})

test('what follows the first few certificates is not read', () => {
  const begun = processorTime()
  expect(judge(...new Array(50).fill(middle.pem), mark.pem)?.issuer).toBe('Root')
  judge('-----BEGIN CERTIFICATE-----'.repeat(10_000))
  expect(processorTime() - begun).toBeLessThan(3_000)
})

test('bytes that are no DER have no extension', () => {
  for (const bytes of [
    [],
    [0x30],
    [0x30, 0x80],
    [0x30, 0x84, 0xff, 0xff, 0xff, 0xff],
    [0x30, 0x85, 1, 1, 1, 1, 1],
  ]) {
    expect(findExtension(Uint8Array.from(bytes), '551d13')).toBeUndefined()
  }
})

/** As published by their owners; kept from the tests of @postalsys/vmc (MIT). */
test.each([
  ['paypal_vmc.pem', 'paypal.com', 'VMC'],
  ['xometry_cmc.pem', 'xometry.com', 'CMC'],
])('a certificate of the wild: %s', (file, domain, kind) => {
  const pem = readFileSync(join(import.meta.dir, '../../../corpus/bimi', file), 'utf8')
  const found = judgeMarkCertificate(pem, [domain], new Date('2025-06-01'))
  expect(found).toMatchObject({
    kind,
    issuer: 'DigiCert Verified Mark RSA4096 SHA256 2021 CA1',
    root: 'DigiCert Verified Mark Root CA',
    hasRoot: true,
    verified: 3,
    known: { authority: 'DigiCert' },
    faults: [],
  })
  expect(readLogo(found?.logo ?? Buffer.alloc(0)).faults).toEqual([])
})

describe('the root of a chain', () => {
  test('is a known one, in the file or not', () => {
    for (const pems of [
      [mark.pem, middle.pem, root.pem],
      [mark.pem, middle.pem],
    ])
      expect(judge(...pems)).toMatchObject({ root: 'Root', known: {}, codes: [] })
  })

  test('is a stranger, whatever it calls itself', () => {
    const name = 'DigiCert Verified Mark Root CA'
    const stranger = issue({ name, ca: true })
    const pem = issue({ ...WANTED, issuer: stranger }).pem
    for (const pems of [[pem, stranger.pem]]) {
      const found = judgeBy([root.pem], pems)
      expect(found).toMatchObject({ root: name, hasRoot: true, codes: ['bimi-certificate-unknown-root'] })
      expect(found).not.toHaveProperty('known')
    }
    const below = issue({ name: 'Middle of another', issuer: stranger, ca: true })
    expect(judgeBy([root.pem], [issue({ ...WANTED, issuer: below }).pem, below.pem])?.codes).toEqual([
      'bimi-certificate-unknown-root',
    ])
  })

  test('that has expired is told as expired', () => {
    const old = issue({ name: 'Old', ca: true, to: '2026-02-01' })
    const between = issue({ name: 'Between', issuer: old, ca: true })
    const found = judgeBy([old.pem], [issue({ ...WANTED, issuer: between }).pem, between.pem])
    expect(found?.codes).toEqual(['bimi-certificate-expired'])
  })

  test('what the operator names and is no certificate changes nothing', () => {
    expect(judgeBy(['x', '-----BEGIN CERTIFICATE-----'], [mark.pem, middle.pem])?.codes).toEqual([
      'bimi-certificate-unknown-root',
    ])
  })
})

describe('a root that is known by its name alone', () => {
  const name = data.named[0]?.name ?? ''
  const hidden = issue({ name, ca: true })
  const between = issue({ name: 'Between', issuer: hidden, ca: true })
  const pem = issue({ ...WANTED, issuer: between }).pem

  test('is said as what could not be found out', () => {
    expect(judgeBy([], [pem, between.pem])?.faults).toEqual([
      {
        code: 'bimi-certificate-unknown-root',
        says: `its chain ends in ${name}, a root of GoDaddy whose certificate is not at hand here`,
        unsure: 'GoDaddy',
      },
    ])
    expect(judgeBy([hidden.pem], [pem, between.pem])?.codes).toEqual([])
  })

  test('is not believed where somebody puts one of that name into the file', () => {
    expect(judgeBy([], [pem, between.pem, hidden.pem])?.faults).toMatchObject([
      {
        code: 'bimi-certificate-unknown-root',
        says: expect.stringContaining('not among the mark authorities'),
      },
    ])
  })
})

/** Each agrees with the sources that the data names. */
test('the known roots are those whose fingerprints are written down, and are roots', () => {
  expect(data.roots).toHaveLength(5)
  const roots = markRoots()
  for (const [at, { name, sha256, checked }] of data.roots.entries()) {
    const certificate = roots[at]?.certificate
    expect(certificate && fingerprint(certificate)).toBe(sha256)
    expect(certificate?.subject).toContain(`CN=${name}`)
    expect(certificate?.issuer).toBe(certificate?.subject as string)
    expect(certificate?.ca).toBe(true)
    expect(checked.length).toBeGreaterThan(1)
  }
  expect(knownAuthorities()).toEqual(['DigiCert', 'GlobalSign', 'SSL.com'])
})
