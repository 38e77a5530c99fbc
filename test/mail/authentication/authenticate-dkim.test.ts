import { describe, expect, test } from 'bun:test'
import { authenticate, type DkimSignature } from '../../../src/mail/authentication/authenticate.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { envelope } from '../../support/envelope.ts'
import { zone } from '../../support/zone.ts'
import { keyRecord, NOW, publicKey, type SigningPlan, sign } from './dkim/signing.ts'

const DNS: ZoneLiteral = {
  's1._domainkey.example.org': { TXT: [keyRecord()] },
  's1._domainkey.example.com': { TXT: [keyRecord()] },
  '20161025._domainkey.example.org': { TXT: [keyRecord()] },
  'short._domainkey.example.org': { TXT: [keyRecord('rsa512')] },
  'old._domainkey.example.org': { TXT: [keyRecord('rsa1024')] },
  'ed._domainkey.example.org': { TXT: [keyRecord('ed25519')] },
  'gone._domainkey.example.org': { TXT: ['v=DKIM1; p='] },
  'strict._domainkey.example.org': { TXT: [keyRecord('rsa2048', ' t=s;')] },
  'long._domainkey.example.org': { TXT: [[keyRecord().slice(0, 200), keyRecord().slice(200)]] },
  'cname._domainkey.example.org': { CNAME: ['s1._domainkey.example.org'] },
  'bare._domainkey.example.org': { TXT: [`p=${publicKey()}`] },
}

const FIELDS = 'From: Ann <ann@example.org>\r\nTo: bob@example.net\r\nSubject: Hello\r\n\tthere,  you\r\n'
const MESSAGE = `${FIELDS}\r\nGood  day. \r\n\r\nBye\r\n`

async function verify(raw: Buffer | string, literal = DNS) {
  const resolver = zone(literal)
  const bytes = typeof raw === 'string' ? Buffer.from(raw, 'latin1') : raw
  const dns = { spf: resolver, dkim: resolver, dmarc: resolver }
  return authenticate({ raw: bytes, envelope: envelope(), dns, now: NOW, hostname: 'mx' })
}

async function first(raw: Buffer | string): Promise<DkimSignature> {
  const signature = (await verify(raw)).dkim[0]
  if (!signature) throw new Error('no signature was judged')
  return signature
}

const seconds = (offset: number) => Math.floor(NOW.getTime() / 1000) + offset

describe('a signature that counts', () => {
  test.each<[string, string, SigningPlan]>([
    ['simple/simple', MESSAGE, { canonicalization: 'simple/simple' }],
    ['simple/relaxed', MESSAGE, { canonicalization: 'simple/relaxed' }],
    ['relaxed/simple', MESSAGE, { canonicalization: 'relaxed/simple' }],
    ['relaxed/relaxed', MESSAGE, {}],
    ['an empty body, simple', `${FIELDS}\r\n`, { canonicalization: 'simple/simple' }],
    ['an empty body, relaxed', `${FIELDS}\r\n`, {}],
    ['no body at all, relaxed', FIELDS, {}],
    ['a body of empty lines', `${FIELDS}\r\n\r\n\r\n\r\n`, {}],
    ['a body of blanks', `${FIELDS}\r\n  \t\r\n \r\n`, {}],
    ['a body without a last line end', `${FIELDS}\r\nBye`, {}],
    ['a body without a last line end, simple', `${FIELDS}\r\nBye`, { canonicalization: 'simple/simple' }],
    ['a body that ends in a blank', `${FIELDS}\r\nBye \t`, {}],
    ['8-bit fields and body', `Subject: gr\xfc\xdfe\r\n${FIELDS}\r\n\xe4\xf6\xfc\r\n`, {}],
    ['a bare CR in the body', `${FIELDS}\r\na\rb\r\n`, {}],
    ['From named twice', MESSAGE, { headers: ['from', 'from', 'subject'] }],
    ['names in h= that are not there', MESSAGE, { headers: ['from', 'x-none', 'cc', 'subject'] }],
    [
      'several fields of a name',
      `X-A: 1\r\nX-A: 2\r\n${MESSAGE}`,
      { headers: ['from', 'x-a', 'x-a', 'x-a'] },
    ],
    ['Ed25519', MESSAGE, { key: 'ed25519', selector: 'ed' }],
    ['1024 bits', MESSAGE, { key: 'rsa1024', selector: 'old' }],
    ['a selector of digits', MESSAGE, { selector: '20161025' }],
    ['a key in two strings', MESSAGE, { selector: 'long' }],
    ['a key behind a CNAME', MESSAGE, { selector: 'cname' }],
    ['a key without v= and k=', MESSAGE, { selector: 'bare' }],
    ['upper case in d= and s=', MESSAGE, { domain: 'Example.ORG', selector: 'S1' }],
    ['i= of a subdomain', MESSAGE, { tags: ' i=ann@sub.example.org;' }],
    ['i= of d= with t=s', MESSAGE, { selector: 'strict', tags: ' i=@example.org;' }],
    ['an unknown tag', MESSAGE, { tags: ' foo=bar;' }],
    ['x= in the future', MESSAGE, { tags: ` t=${seconds(-60)}; x=${seconds(60)};` }],
    ['t= in the future', MESSAGE, { tags: ` t=${seconds(9_999)};` }],
  ])('%s', async (_name, text, plan) => {
    expect(await first(sign(text, plan))).toMatchObject({ result: 'pass', domain: 'example.org' })
  })

  test('a message that lost its CRs on the way', async () => {
    const raw = sign(MESSAGE).toString('latin1').replaceAll('\r\n', '\n')
    expect((await first(raw)).result).toBe('pass')
  })
})

describe('a signature that does not', () => {
  test.each<[string, string, SigningPlan, string, string]>([
    ['rsa-sha1', MESSAGE, { algorithm: 'rsa-sha1' }, 'policy', 'weak algorithm'],
    ['512 bits', MESSAGE, { key: 'rsa512', selector: 'short' }, 'policy', 'weak key'],
    ['expired', MESSAGE, { tags: ` t=${seconds(-90)}; x=${seconds(-30)};` }, 'neutral', 'expired'],
    [
      'x= before t=',
      MESSAGE,
      { tags: ` t=${seconds(60)}; x=${seconds(30)};` },
      'neutral',
      'invalid expiration',
    ],
    ['a revoked key', MESSAGE, { selector: 'gone' }, 'neutral', 'invalid public key'],
    ['no key', MESSAGE, { selector: 'none' }, 'neutral', 'no key'],
    ['another key', MESSAGE, { selector: 'old' }, 'fail', 'bad signature'],
    ['a key of another type', MESSAGE, { selector: 'ed' }, 'neutral', 'inappropriate key algorithm'],
    ['From unsigned', MESSAGE, { headers: ['subject'] }, 'neutral', 'From field not signed'],
    ['i= elsewhere', MESSAGE, { tags: ' i=@example.com;' }, 'neutral', 'domain mismatch'],
    [
      'i= below d= with t=s',
      MESSAGE,
      { selector: 'strict', tags: ' i=@sub.example.org;' },
      'neutral',
      'domain mismatch',
    ],
    ['a tag twice', MESSAGE, { tags: ' d=example.com;' }, 'neutral', 'signature syntax error'],
    ['q= unknown', MESSAGE, { tags: ' q=http;' }, 'neutral', 'unsupported query method'],
    ['l= over the body', MESSAGE, { tags: ' l=9999;' }, 'fail', 'l= is larger than the body'],
    ['l= no number', MESSAGE, { tags: ' l=abc;' }, 'neutral', 'signature syntax error'],
    [
      'a selector of a hundred characters',
      MESSAGE,
      { selector: 'a'.repeat(100) },
      'neutral',
      'signature syntax error',
    ],
  ])('%s', async (_name, text, plan, result, reason) => {
    expect(await first(sign(text, plan))).toMatchObject({ result: result as never, reason })
  })

  test('a body that was changed', async () => {
    const raw = sign(MESSAGE).toString('latin1').replace('Bye', 'Buy')
    expect(await first(raw)).toMatchObject({ result: 'fail', reason: 'body hash did not verify' })
  })

  test('a field that was changed', async () => {
    const raw = sign(MESSAGE).toString('latin1').replace('Hello', 'Hallo')
    expect(await first(raw)).toMatchObject({ result: 'fail', reason: 'bad signature' })
  })

  test('a name too long to be asked is a missing key, not a failed question', async () => {
    const domain = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.org`
    expect(await first(sign(MESSAGE, { domain }))).toMatchObject({ result: 'neutral', reason: 'no key' })
  })
})

describe('l=', () => {
  const body = 'Good  day. \r\n\r\nBye\r\n'
  const simple = { canonicalization: 'simple/simple' } as const

  test.each([
    [body.length, 0],
    [11, body.length - 11],
    [0, body.length],
  ])('l=%d leaves %d octets unsigned', async (length, unsigned) => {
    const raw = sign(MESSAGE, { ...simple, length, tags: ` l=${length};` })
    expect(await first(raw)).toMatchObject({ result: 'pass', unsignedBodyBytes: unsigned })
  })

  test('one octet more than the body does not pass', async () => {
    expect((await first(sign(MESSAGE, { ...simple, tags: ` l=${body.length + 1};` }))).result).toBe('fail')
  })

  test('a third distinct l= is not judged', async () => {
    const raw = [3, 2, 1, 2].reduce(
      (text, length) => sign(text, { ...simple, length, tags: ` l=${length};` }).toString('latin1'),
      MESSAGE,
    )
    const { dkim, signaturesNotJudged } = await verify(raw)
    expect(dkim.map(({ result }) => result)).toEqual(['pass', 'pass', 'pass'])
    expect(signaturesNotJudged).toBe(1)
  })
})

describe('bounds', () => {
  test('a thousand signatures: twenty are judged, and those keep their verdict', async () => {
    const fields = Array.from(
      { length: 999 },
      (_, i) =>
        `DKIM-Signature: v=1; a=rsa-sha256; d=e${i}.example; s=s; h=from; l=${i}; bh=AAAA; b=AAAA\r\n`,
    )
    const raw = sign(`${fields.slice(0, 500).join('')}${MESSAGE}`, { headers: ['from', 'dkim-signature'] })
    const { dkim, signaturesNotJudged } = await verify(
      Buffer.concat([
        raw.subarray(0, raw.indexOf('\r\n') + 2),
        Buffer.from(fields.slice(500).join('')),
        raw.subarray(raw.indexOf('\r\n') + 2),
      ]),
    )
    expect(dkim.length + signaturesNotJudged).toBe(1_000)
    expect(dkim.length).toBeLessThanOrEqual(20)
    expect(dkim[0]).toMatchObject({ result: 'pass', domain: 'example.org' })
  })

  test.each<[string, string]>([
    ['a field of 3 MB', `X-A: ${'x'.repeat(3_000_000)}\r\n`],
    ['a field of 20,000 lines', `X-A: 1\r\n${' x\r\n'.repeat(20_000)}`],
    ['a field with a long run of blanks', `X-A: ${' '.repeat(200_000)}x\r\n`],
    ['a field with a long run of CR', `X-A: ${'\r'.repeat(200_000)}x\r\n`],
    ['30,000 fields', 'X-A: x\r\n'.repeat(30_000)],
    ['a From of 100 KB', `From: ${'a:'.repeat(50_000)}\r\n`],
  ])('%s is not handed to the verifier', async (_name, field) => {
    const outcome = await verify(`${field}${sign(MESSAGE).toString('latin1')}`)
    expect(outcome).toMatchObject({ dkim: [], signaturesNotJudged: 1, dmarc: { result: 'permerror' } })
    expect(outcome.notVerified).toBeString()
  })

  test.each<[string, string]>([
    ['10,000 fields', 'X-Filler: something of usual length, and a little more\r\n'.repeat(10_000)],
    ['a field of 400 KB', `X-A: ${'word '.repeat(80_000)}\r\n`],
  ])('%s are', async (_name, field) => {
    expect((await first(`${field}${sign(MESSAGE).toString('latin1')}`)).result).toBe('pass')
  })

  test.each<[string, string]>([
    ['one line of 20 MB', 'x'.repeat(20_000_000)],
    ['8 MB of line feeds', '\n'.repeat(8_000_000)],
    ['8 MB of CRLF', '\r\n'.repeat(4_000_000)],
    ['8 MB of CR', '\r'.repeat(8_000_000)],
    ['8 MB of CR CR LF', '\r\r\n'.repeat(2_700_000)],
    ['8 MB of blanks', ' '.repeat(8_000_000)],
    ['8 MB of blanks at line ends', ' \t\r\n'.repeat(2_000_000)],
  ])('a body of %s is hashed', async (_name, body) => {
    const raw = sign(MESSAGE).toString('latin1')
    const simple = sign(MESSAGE, { canonicalization: 'simple/simple' }).toString('latin1')
    const message = `${simple.slice(0, simple.indexOf('\r\nFrom:') + 2)}${raw.slice(0, raw.indexOf('\r\n\r\n') + 4)}${body}`
    const { dkim } = await verify(message)
    expect(dkim.map(({ reason }) => reason)).toEqual(['body hash did not verify', 'body hash did not verify'])
  })
})
