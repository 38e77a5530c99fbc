import { describe, expect, test } from 'bun:test'
import { verbatim } from '../../../../src/core/verbatim.ts'
import { judgeKey } from '../../../../src/mail/authentication/dkim/key.ts'
import type { DkimKeyCode } from '../../../../src/mail/authentication/dkim/key-record.ts'
import type { ZoneRecords } from '../../../../src/net/dns/zone.ts'
import { zone } from '../../../support/zone.ts'
import { keyRecord, publicKey } from './signing.ts'

const NAME = 's1._domainkey.example.org'

function judge(records: ZoneRecords | string, more: Record<string, ZoneRecords> = {}) {
  const own = typeof records === 'string' ? { TXT: [records] } : records
  return judgeKey('example.org', 's1', zone({ ...more, [NAME]: own }))
}

const codesOf = async (records: ZoneRecords | string) =>
  (await judge(records)).problems.map(({ code }) => code)

describe('a usable key', () => {
  test.each<[string, string, object, DkimKeyCode[]]>([
    ['RSA of 2048 bits', keyRecord(), { type: 'rsa', bits: 2048 }, []],
    ['RSA of 1024 bits', keyRecord('rsa1024'), { type: 'rsa', bits: 1024 }, ['dkim-key-weak']],
    ['Ed25519', keyRecord('ed25519'), { type: 'ed25519' }, []],
    ['without v= and k=', `p=${publicKey()}`, { type: 'rsa', bits: 2048 }, []],
    [
      'with blanks in p=',
      `v=DKIM1; p=${publicKey().slice(0, 50)} \t${publicKey().slice(50)}`,
      { bits: 2048 },
      [],
    ],
    ['with a last semicolon and a note', `v=DKIM1; n=a note; p=${publicKey()};`, { bits: 2048 }, []],
    [
      'for testing',
      keyRecord('rsa2048', ' t=y:s;'),
      { testing: true, strictIdentity: true },
      ['dkim-key-testing'],
    ],
    [
      'with h= and s=',
      keyRecord('rsa2048', ' h=sha1:sha256; s=email;'),
      { hashes: ['sha1', 'sha256'], services: ['email'] },
      [],
    ],
    ['with an unknown tag', keyRecord('rsa2048', ' g=*;'), { bits: 2048 }, []],
  ])('%s', async (_name, text, facts, codes) => {
    const report = await judge(text)
    expect(report).toMatchObject({ state: 'found', usable: true, records: 1, ...facts })
    expect(report.problems.map(({ code }) => code)).toEqual(codes)
  })
})

describe('a key that cannot be used', () => {
  test.each<[string, string, DkimKeyCode]>([
    ['512 bits', keyRecord('rsa512'), 'dkim-key-short'],
    ['revoked', 'v=DKIM1; p=', 'dkim-key-revoked'],
    ['no p=', 'v=DKIM1; k=rsa', 'dkim-key-syntax'],
    ['another version', `v=DKIM2; p=${publicKey()}`, 'dkim-key-version'],
    ['a version in lower case', `v=dkim1; p=${publicKey()}`, 'dkim-key-version'],
    ['the version not first', `k=rsa; v=DKIM1; p=${publicKey()}`, 'dkim-key-version'],
    ['an unknown type', `v=DKIM1; k=dsa; p=${publicKey()}`, 'dkim-key-type'],
    ['only sha1', keyRecord('rsa2048', ' h=sha1;'), 'dkim-key-hash'],
    ['for something else', keyRecord('rsa2048', ' s=tlsrpt;'), 'dkim-key-service'],
    ['a tag twice', `v=DKIM1; p=${publicKey()}; p=${publicKey()}`, 'dkim-key-syntax'],
    ['a cut key', `v=DKIM1; p=${publicKey().slice(0, 200)}`, 'dkim-key-unreadable'],
    ['characters that are not base64', `v=DKIM1; p=${publicKey().replace('M', '-')}`, 'dkim-key-base64'],
    ['a PEM frame', `v=DKIM1; p=-----BEGIN PUBLIC KEY-----${publicKey()}`, 'dkim-key-base64'],
    ['Ed25519 without k=', `v=DKIM1; p=${publicKey('ed25519')}`, 'dkim-key-unreadable'],
    ['Ed25519 with RSA data', `v=DKIM1; k=ed25519; p=${publicKey()}`, 'dkim-key-unreadable'],
    ['an SPF record', 'v=spf1 -all', 'dkim-key-foreign'],
    ['a DMARC record', 'v=DMARC1; p=none', 'dkim-key-foreign'],
    ['other text', 'hello', 'dkim-key-foreign'],
    ['nothing', '', 'dkim-key-foreign'],
  ])('%s', async (_name, text, code) => {
    const report = await judge(text)
    expect(report.usable).toBe(false)
    expect(report.problems.map((problem) => problem.code)).toContain(code)
    for (const { advice } of report.problems) expect(advice).toContain(NAME)
  })
})

describe('what stands there', () => {
  test('no name, a name without TXT, and a question without an answer are told apart', async () => {
    expect(await judgeKey('example.org', 's1', zone({}))).toMatchObject({ state: 'nxdomain', usable: false })
    expect(await judge({ A: ['192.0.2.1'] })).toMatchObject({ state: 'nodata', usable: false })
    const failed = await judgeKey('example.org', 's1', zone({}, { [`TXT ${NAME}`]: 'timeout' }))
    expect(failed).toMatchObject({ state: 'failed', reason: 'timeout', problems: [] })
  })

  test('an Ed25519 key that is of no use is asked for as what it is', async () => {
    const judged = await judgeKey(
      'example.org',
      's1',
      zone({ [NAME]: { TXT: ['v=DKIM1; k=ed25519; t=s; n=note; p=AAAA'] } }),
    )
    expect(judged.problems[0]?.advice).toContain(
      `TXT "${verbatim('v=DKIM1; k=ed25519; t=s; n=note; p=<public key>')}"`,
    )
    expect(judged.fixed).toBeUndefined()
  })

  test('a missing key says what to publish', async () => {
    const { problems } = await judgeKey('example.org', 's1', zone({}))
    expect(problems[0]?.advice).toBe(
      `Publish the public key: ${NAME} TXT "${verbatim('v=DKIM1; k=rsa; p=<public key>')}", with k=ed25519 where the signer has such a key.`,
    )
  })

  test('a CNAME is followed, and named where it leads nowhere', async () => {
    const target = 's1.esp.example'
    expect(await judge({ CNAME: [target] }, { [target]: { TXT: [keyRecord()] } })).toMatchObject({
      usable: true,
      chain: [target],
    })
    const { problems } = await judge({ CNAME: [target] })
    expect(problems[0]?.says).toContain(target)
  })

  test('several records', async () => {
    expect(await codesOf({ TXT: [keyRecord(), keyRecord('rsa1024')] })).toContain('dkim-key-several')
    const beside = await judge({ TXT: ['google-site-verification=x', keyRecord()] })
    expect(beside).toMatchObject({ records: 2, bits: 2048 })
    expect(beside.problems[0]?.says).toContain('other TXT records')
  })

  test('quotes and backslashes of a zone file', async () => {
    expect(await codesOf(`"${keyRecord()}"`)).toContain('dkim-key-quotes')
    expect(await codesOf(keyRecord().replaceAll(';', '\\;'))).toContain('dkim-key-quotes')
    expect(await codesOf(`v=DKIM1; p=${publicKey().slice(0, 50)}" "${publicKey().slice(50)}`)).toContain(
      'dkim-key-quotes',
    )
  })

  test('a name that cannot be asked is not repeated', async () => {
    const report = await judgeKey('buy now; cheap pills', 'x y', zone({}))
    expect(report).toMatchObject({ state: 'nxdomain', usable: false })
    expect(JSON.stringify([report.name, report.problems])).not.toContain('pills')
    const asked = zone({})
    expect((await judgeKey('pills', 's1', asked)).name).not.toContain('pills')
    expect(asked.calls).toEqual([])
  })

  test('a hostile record is bounded', async () => {
    for (const filler of ['p=', ';', 'a=b;', 'A', '\\', '"', ' ', ':']) {
      const report = await judge(`v=DKIM1; ${filler.repeat(30_000)}`)
      expect(JSON.stringify(report).length).toBeLessThan(100_000)
    }
  })
})
