import { describe, expect, test } from 'bun:test'
import { dkim } from '../../../src/analysis/analyzers/authentication/dkim.ts'
import { LIST_ADVICE } from '../../../src/mail/fixing/list-advice.ts'
import { keyRecord, type SigningPlan, sign } from '../../mail/authentication/dkim/signing.ts'
import { withFix } from '../../support/with-fix.ts'
import { FIELDS, GOOD, plain, type Scene, scene, signed } from './authentication-scene.ts'

async function judge(given: Scene) {
  const { status, score, detail } = withFix(await dkim.run(scene({ zone: GOOD, ...given })))
  return { status, score, detail, codes: (detail['findings'] ?? '').split(',').filter(Boolean) }
}

const ALL = ['from', 'from', 'to', 'subject', 'date', 'message-id']
const KEYS = {
  ...GOOD,
  's1._domainkey.example.org': { TXT: [keyRecord()] },
  's1._domainkey.esp.example': { TXT: [keyRecord()] },
  'old._domainkey.example.org': { TXT: [keyRecord('rsa1024')] },
  'test._domainkey.example.org': { TXT: [keyRecord('rsa2048', ' t=y;')] },
  'gone._domainkey.example.org': { TXT: ['v=DKIM1; p='] },
}

function made(plan: SigningPlan = {}, raw = plain()): Buffer {
  return sign(raw.toString('latin1'), { headers: ALL, ...plan })
}

describe('status and cost', () => {
  test('a well signed message', async () => {
    const { status, score, codes, detail } = await judge({ raw: await signed() })
    expect({ status, score, codes }).toEqual({ status: 'passed', score: 0, codes: [] })
    expect(detail).toMatchObject({ valid_domains: 'example.org', signatures: '1' })
    expect(detail['signature_1']).toStartWith(
      'pass: example.org (selector s1), rsa-sha256, 2048 bits, aligned with From (same domain)',
    )
    expect(detail['key_1']).toBe('s1._domainkey.example.org: usable, rsa, 2048 bits')
  })

  test('fields of DKIM2 are told, and change nothing', async () => {
    const fields = [
      'DKIM2-Signature: i=1; t=1; d=words.of.strangers; s=x:rsa-sha256:AAAA',
      'Message-Instance: m=1; h=sha256:A:B',
    ]
    const beside = await judge({ raw: await signed(plain([...FIELDS, ...fields])) })
    expect(beside).toMatchObject({ status: 'passed', score: 0, codes: [] })
    expect(beside.detail['dkim2']).toBe(
      'DKIM2-Signature (1) and Message-Instance (1), not judged: DKIM2 is a draft (draft-ietf-dkim-dkim2-spec-09), and takes the place of no DKIM signature yet',
    )
    expect(JSON.stringify(beside.detail)).not.toContain('words.of.strangers')
    const alone = await judge({ raw: plain([...FIELDS, ...fields]) })
    expect(alone).toMatchObject({ status: 'failed', score: -1, codes: ['dkim-none'] })
    expect(alone.detail['dkim2']).toContain('not judged')
  })

  test('no signature', async () => {
    const { status, score, codes, detail } = await judge({})
    expect({ status, score, codes }).toEqual({ status: 'failed', score: -1, codes: ['dkim-none'] })
    expect(detail['advice']).toContain('mail._domainkey.example.org TXT "v=DKIM1; k=rsa; p=<public key>"')
  })

  test.each(['ann@gmail.com', 'root@web1.localdomain'])('no record for %s', async (address) => {
    const raw = plain([`From: ${address}`, ...FIELDS.slice(1)])
    const { codes, detail } = await judge({ raw })
    expect(codes).toEqual(['dkim-none'])
    expect(detail['advice']).not.toContain(`_domainkey.${address.split('@')[1]}`)
  })

  test.each([
    ['t=y; t=s in one', keyRecord('rsa2048', ' t=y:s;'), 'testing (t=y), no subdomains in i= (t=s)'],
    ['h=', keyRecord('rsa2048', ' h=sha1:sha256;'), 'only for h=sha1:sha256'],
    ['s=', keyRecord('rsa2048', ' s=email;'), 'only for s=email'],
    ['revoked', 'v=DKIM1; p=', 'not usable, revoked'],
  ])('the key record is described: %s', async (_name, text, words) => {
    const { detail } = await judge({
      raw: made(),
      zone: { ...GOOD, 's1._domainkey.example.org': { TXT: [text] } },
    })
    expect(detail['key_1']).toContain(words)
  })

  test('another text beside the key is no key, whichever comes first', async () => {
    for (const texts of [
      [keyRecord(), 'v=spf1 -all'],
      ['v=spf1 -all', keyRecord()],
    ]) {
      const judged = await judge({
        raw: made(),
        zone: { ...GOOD, 's1._domainkey.example.org': { TXT: texts } },
      })
      expect(judged).toMatchObject({ status: 'passed', codes: ['dkim-key-several'] })
    }
  })

  test.each<[string, SigningPlan, string[]]>([
    ['a revoked key', { selector: 'gone' }, ['dkim-invalid', 'dkim-key-unusable', 'dkim-key-revoked']],
    ['no key', { selector: 'none' }, ['dkim-invalid', 'dkim-key-missing']],
    ['rsa-sha1', { algorithm: 'rsa-sha1' }, ['dkim-invalid', 'dkim-sha1']],
    ['expired', { tags: ' x=1700000000;' }, ['dkim-invalid', 'dkim-expired']],
    ['From unsigned', { headers: ['subject'] }, ['dkim-invalid', 'dkim-from-unsigned']],
    ['l= beyond the body', { tags: ' l=9999;' }, ['dkim-invalid', 'dkim-body-cut']],
    ['i= at another domain', { tags: ' i=@other.example;' }, ['dkim-invalid', 'dkim-identity']],
    ['a key of another type', { key: 'ed25519' }, ['dkim-invalid', 'dkim-key-mismatch']],
    ['no known way to fetch the key', { tags: ' q=http;' }, ['dkim-invalid', 'dkim-syntax']],
  ])('one that does not count: %s', async (_name, plan, codes) => {
    const judged = await judge({ raw: made(plan), zone: KEYS })
    expect(judged).toMatchObject({ status: 'failed', score: -1.5, codes })
  })

  test('one of an unknown algorithm does not count', async () => {
    const raw = Buffer.from(made().toString('latin1').replace('a=rsa-sha256', 'a=rsa-sha512'), 'latin1')
    expect((await judge({ raw, zone: KEYS })).codes).toEqual(['dkim-invalid', 'dkim-algorithm'])
  })

  test.each<[string, string]>([
    ['dkim-key-foreign', 'v=spf1 -all'],
    ['dkim-key-quotes', `"${keyRecord()}"`],
    ['dkim-key-syntax', keyRecord('rsa2048', ' nonsense;')],
    ['dkim-key-version', keyRecord().replace('DKIM1', 'DKIM2')],
    ['dkim-key-type', keyRecord().replace('k=rsa', 'k=dsa')],
    ['dkim-key-base64', `${keyRecord()}!`],
    ['dkim-key-unreadable', keyRecord().slice(0, 118)],
  ])('a key record that nobody can use: %s', async (code, text) => {
    const zone = { ...GOOD, 's1._domainkey.example.org': { TXT: [text] } }
    const judged = await judge({ raw: made(), zone })
    expect(judged).toMatchObject({ status: 'failed', score: -1.5 })
    expect(judged.codes).toContain(code)
  })

  test('how a provider for everybody signs is not for its customers to fix', async () => {
    const plan = {
      domain: 'gmail.com',
      headers: ['from', 'subject'],
      selector: 'old',
      key: 'rsa1024',
    } as const
    const zone = { ...KEYS, 'old._domainkey.gmail.com': { TXT: [keyRecord('rsa1024')] } }
    const raw = plain(['From: Ann <ann@gmail.com>', ...FIELDS.slice(1)])
    expect(await judge({ raw: made(plan, raw), zone })).toMatchObject({ status: 'passed', codes: [] })
    const other = await judge({ raw: made(plan), zone })
    expect(other.codes).toContain('dkim-key-weak')
  })

  test('what is wrong is said once', async () => {
    const raw = Buffer.from(made().toString('latin1').replace('Good', 'Bad'), 'latin1')
    const { detail } = await judge({ raw, zone: KEYS })
    expect(detail['summary']).toContain('the body was changed after signing')
    expect(detail['advice']).not.toContain('was changed after signing')
  })

  test('a changed body hides nothing of the key', async () => {
    const raw = Buffer.from(made({ selector: 'gone' }).toString('latin1').replace('Good', 'Bad'), 'latin1')
    expect((await judge({ raw, zone: KEYS })).codes).toEqual([
      'dkim-invalid',
      'dkim-body-changed',
      'dkim-key-revoked',
    ])
  })

  test('one that counts is enough, the other is advice', async () => {
    const raw = made({}, made({ domain: 'esp.example', selector: 'none' }))
    const { status, score, codes } = await judge({ raw, zone: KEYS })
    expect({ status, score, codes }).toEqual({ status: 'passed', score: 0, codes: ['dkim-key-missing'] })
  })

  test('a key that could not be fetched', async () => {
    const fail = ['TXT s1._domainkey.example.org']
    expect(await judge({ raw: made(), zone: KEYS, fail })).toMatchObject({ status: 'error', score: 0 })
    const both = made({}, made({ domain: 'esp.example' }))
    expect(await judge({ raw: both, zone: KEYS, fail })).toMatchObject({ status: 'passed', score: 0 })
  })

  test('list mail with a broken signature costs what no signature costs', async () => {
    const listed = plain([
      ...FIELDS,
      'List-Id: <list.example.net>',
      'List-Post: <mailto:list@example.net>',
      'Precedence: list',
    ])
    const raw = Buffer.from(
      made({}, listed).toString('latin1').replace('Subject: ', 'Subject: [list] '),
      'latin1',
    )
    expect(await judge({ raw, zone: KEYS })).toMatchObject({
      status: 'failed',
      score: -1,
      codes: ['dkim-broken-by-list', 'dkim-bad-signature'],
      detail: { advice: LIST_ADVICE },
    })
  })

  test('the same fault in two signatures costs once', async () => {
    const partly = { length: 4, tags: ' l=4;' }
    const raw = made({ ...partly, selector: 'old', key: 'rsa1024' }, made(partly))
    const judged = await judge({ raw, zone: KEYS })
    expect(judged).toMatchObject({ status: 'failed', score: -0.3 })
    expect(judged.detail['valid_domains']).toBe('example.org')
    expect(judged.detail['signatures']).toBe('2')
  })

  test('a valid signature that leaves part of the body unsigned', async () => {
    const raw = made({ length: 4, tags: ' l=4;' })
    const { score, codes, detail } = await judge({ raw, zone: KEYS })
    expect({ score, codes }).toEqual({ score: -0.3, codes: ['dkim-body-unsigned'] })
    expect(detail['summary']).toContain('leaves 7 octets of the body unsigned')
  })
})

describe('advice that costs nothing', () => {
  test.each<[string, SigningPlan, string]>([
    ['From named once', { headers: ['from', 'to', 'subject', 'date'] }, 'dkim-from-not-oversigned'],
    ['a short key', { selector: 'old', key: 'rsa1024' }, 'dkim-key-weak'],
    ['a key for testing', { selector: 'test' }, 'dkim-key-testing'],
    ['Subject unsigned', { headers: ['from', 'from', 'to', 'date'] }, 'dkim-headers-unsigned'],
    ['l= over the whole body', { length: 11, tags: ' l=11;' }, 'dkim-body-length'],
    ['made in the future', { tags: ' t=1995222168;' }, 'dkim-future'],
    ['about to expire', { tags: ' x=1795176300;' }, 'dkim-expires-soon'],
  ])('%s', async (_name, plan, code) => {
    expect(await judge({ raw: made(plan), zone: KEYS })).toMatchObject({
      status: 'passed',
      score: 0,
      codes: [code],
    })
  })

  test("another organization's signer is not told to name From twice", async () => {
    const raw = made({ domain: 'esp.example', headers: ['from', 'to', 'subject', 'date'] })
    const { codes, detail } = await judge({ raw, zone: KEYS })
    expect(codes).toEqual([])
    expect(detail['signature_1']).toContain('not aligned with From')
  })
})

describe('what is shown', () => {
  test("a stranger's words in d= and s= are not repeated", async () => {
    const raw = made({ domain: 'cheap pills for you', selector: 'buy now' })
    const { score, detail } = await judge({ raw })
    expect(score).toBe(-1.5)
    expect(JSON.stringify(detail)).not.toMatch(/pills|buy/)
  })

  test('signatures beyond the bound are counted', async () => {
    const more = 'DKIM-Signature: v=1; a=rsa-sha256; d=x.example; s=s; h=from; bh=AA; b=AA\r\n'.repeat(30)
    const { detail, status } = await judge({ raw: Buffer.concat([await signed(), Buffer.alloc(0)]) })
    expect({ status, more: detail['signatures_not_judged'] }).toEqual({ status: 'passed', more: undefined })
    const many = await judge({ raw: Buffer.concat([Buffer.from(more), await signed()]) })
    expect(many.detail).toMatchObject({ signatures: '20', signatures_not_judged: '11' })
  })

  test('a header section that is too costly is not held against the sender', async () => {
    const raw = Buffer.concat([Buffer.from(`X-A: ${'x'.repeat(1_200_000)}\r\n`), await signed()])
    expect(await judge({ raw })).toMatchObject({ status: 'error', score: 0 })
  })
})
