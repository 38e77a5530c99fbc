import { describe, expect, test } from 'bun:test'
import { senderIdentity } from '../../../src/analysis/analyzers/message/sender-identity.ts'
import { processorTime } from '../../support/processor-time.ts'
import { withFix } from '../../support/with-fix.ts'
import { plain, scene, signed } from '../authentication/authentication-scene.ts'
import { judge, mail } from '../message-scene.ts'

/** A display name of any letters. */
const named = (name: string, address = 'sender@example.org') =>
  `=?utf-8?B?${Buffer.from(name).toString('base64')}?= <${address}>`
const verdictOn = (fields: Record<string, string>) => judge(senderIdentity, mail(fields))

test.each<[string, string, number, string]>([
  ['a plain name', named('Example Sender'), 0, ''],
  ['no name', 'sender@example.org', 0, ''],
  ['the own address', named('sender@example.org'), 0, ''],
  ['the own domain', named('Example.org'), 0, ''],
  ['another host of its own', named('news@mail.example.org'), 0, ''],
  ['the brand in another country', named('Examplebrand.de', 'a@examplebrand.com'), 0, ''],
  ['an address elsewhere', named('service@mybank.com'), -0.5, 'name-address-differs'],
  ['an address elsewhere among words', named('My Bank (service@mybank.com)'), -0.5, 'name-address-differs'],
  ['a domain elsewhere', named('MyBank.com Service'), -0.3, 'name-domain-differs'],
  ['a web address elsewhere', named('https://www.mybank.de/login'), -0.3, 'name-domain-differs'],
  ['initials', named('Craig R.Hughes'), 0, ''],
  ['a short surname', named('anna.li', 'anna.li@example.org'), 0, ''],
  ['a degree', named('Ann Lee, M.Sc.'), 0, ''],
  ['a technology', named('Node.js Weekly'), 0, ''],
  ['a number of a version', named('Release 2.0.io'), 0, ''],
  ['letters that imitate', named('Gr\u0430nd Plants'), -0.3, 'name-disguised'],
  ['styled letters', named('\u{1d5e3}\u{1d5ee}\u{1d5ee}\u{1d5e3}\u{1d5ee}\u{1d5f9}'), -0.3, 'name-disguised'],
  ['Japanese with Latin', named('\u6771\u4eacABC\u682a\u5f0f\u4f1a\u793e'), 0, ''],
  ['Russian beside Latin', named('\u041e\u043b\u044c\u0433\u0430 Smith'), 0, ''],
  ['Greek beta in a word that imitates none', named('\u03b2eta'), 0, ''],
  ['Arabic with a mark of direction', named('\u0645\u062a\u062c\u0631\u200f ABC'), 0, ''],
  ['Persian with a joiner', named('\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'), 0, ''],
  ['a turned order', named('Bank\u202egnp.exe'), -0.5, 'name-direction'],
  ['an isolate', named('Ba\u2066nk'), -0.5, 'name-direction'],
  ['nothing shown between', named('Gar\u200bden'), -0.3, 'name-invisible'],
  ['a check mark', named('Garden \u2705'), -0.3, 'name-mark'],
  ['a drawn check mark', named('Garden \u2714\ufe0f'), -0.3, 'name-mark'],
  ['another emoji', named('Garden Club \u{1f33b}'), 0, 'name-emoji'],
  ['a trademark', named('Example\u00ae Shop\u2122'), 0, ''],
  ['a counter', named('Ann Lee (2)'), -0.2, 'name-counter'],
  ['a counter in front', named('[3] Ann Lee'), -0.2, 'name-counter'],
  ['a year', named('Conference (2026)'), 0, ''],
  ['a note in brackets', named('Ann Lee (Sales)'), 0, ''],
  ['a domain of mixed scripts', 'a@xn--bnk-6cd.com', -0.5, 'domain-deceives'],
  ['a domain read as Latin', 'a@xn--80ak6aa92e.com', -0.5, 'domain-imitates-brand,domain-deceives'],
  ['a Russian domain', 'a@xn--e1afmkfd.xn--p1ai', 0, ''],
  ['a German domain', 'a@xn--bcher-kva.de', 0, ''],
  ['like the domain of the reader', 'boss@examp1e.net', -0.5, 'domain-lookalike'],
  ['several senders', 'a@example.org, b@example.org', 0, ''],
])('%s', async (_, from, score, code) => {
  const verdict = await verdictOn({ From: from })
  expect({ score: verdict.score, code: verdict.findings.join(',') }).toEqual({ score, code })
  expect(verdict.status).toBe(score < 0 ? 'failed' : 'passed')
})

test('no address in From', async () => {
  expect((await verdictOn({ From: 'nobody' })).status).toBe('neutral')
})

test('a look-alike of the name in the name costs once, at most the weight', async () => {
  const verdict = await verdictOn({ From: named('service@example.com', 'a@examp1e.com') })
  expect(verdict.findings).toContain('domain-lookalike')
  expect(verdict.score).toBe(-0.5)
})

test('the detail does not hold the name, the quotes do', async () => {
  const verdict = await verdictOn({ From: named('Secretname service@mybank.com') })
  expect(JSON.stringify(verdict.detail)).not.toContain('Secretname')
  expect(verdict.quotes?.['name']).toContain('Secretname')
  expect(verdict.detail['summary']).toContain('mybank.com')
})

test('lists send in the name of their authors', async () => {
  const verdict = await verdictOn({
    From: named('ann@mybank.com via Garden'),
    'List-Id': '<garden.example.org>',
    'List-Post': '<mailto:garden@example.org>',
  })
  expect(verdict).toMatchObject({ status: 'passed', score: 0 })
})

describe('answers', () => {
  test.each<[string, string, string, string, string]>([
    ['to the own organisation', 'a@example.org', 'b@mail.example.org', '', ''],
    ['to another', 'a@example.org', 'b@example.com', '', 'another organisation: example.com'],
    [
      'of a company to free mail',
      'a@example.org',
      'b@gmail.com',
      'reply-to-freemail',
      'another organisation: gmail.com',
    ],
    [
      'to free mail of a pattern',
      'a@example.org',
      'b@yahoo.co.uk',
      'reply-to-freemail',
      'another organisation: yahoo.co.uk',
    ],
  ])('%s', async (_, from, reply, code, evidence) => {
    const verdict = await verdictOn({ From: from, 'Reply-To': reply })
    expect(verdict).toMatchObject({ status: 'passed', score: 0 })
    expect(verdict.findings.join(',')).toBe(code)
    expect(verdict.detail['reply_to'] ?? '').toBe(evidence)
  })

  test('to nobody are told', async () => {
    expect((await verdictOn({ From: 'No-Reply@example.org' })).detail['no_reply']).toContain('not read')
    expect((await verdictOn({ From: 'norman@example.org' })).detail['no_reply']).toBeUndefined()
  })
})

describe('free mail', () => {
  const GMAIL = ['From: Ann <ann@gmail.com>', 'To: b@example.net', 'Date: Fri, 20 Nov 2026 11:59:00 +0000']
  const POLICY = { '_dmarc.gmail.com': { TXT: ['v=DMARC1; p=none'] } }
  const raw = plain(GMAIL)
  const sent = { raw, zone: POLICY, envelope: { mailFrom: 'x@bounces.example.org' } }

  test('without DMARC costs', async () => {
    const verdict = withFix(await senderIdentity.run(scene(sent)))
    expect(verdict).toMatchObject({ status: 'failed', score: -0.3 })
    expect(verdict.detail['findings']).toBe('freemail-without-dmarc')
  })

  test('by its provider does not', async () => {
    const zone = { ...POLICY, 'gmail.com': { TXT: ['v=spf1 ip4:192.0.2.10 -all'] } }
    const verdict = withFix(
      await senderIdentity.run(scene({ raw, zone, envelope: { mailFrom: 'ann@gmail.com' } })),
    )
    expect(verdict).toMatchObject({ status: 'passed', score: 0 })
  })

  test('is open where the DNS gave no answer', async () => {
    const verdict = withFix(await senderIdentity.run(scene({ ...sent, fail: ['TXT _dmarc.gmail.com'] })))
    expect(verdict).toMatchObject({ status: 'error', score: 0 })
  })

  test('from a file is not judged where SPF might have aligned', async () => {
    const envelope = { mailFrom: 'ann@gmail.com' }
    const verdict = withFix(
      await senderIdentity.run(scene({ ...sent, envelope, without: ['clientAddress'] })),
    )
    expect(verdict).toMatchObject({ status: 'neutral', score: 0 })
  })

  test('is open behind a proxy where SPF might have aligned', async () => {
    const envelope = { clientAddress: '10.0.0.1', mailFrom: 'ann@gmail.com' }
    const verdict = withFix(await senderIdentity.run(scene({ ...sent, envelope })))
    expect(verdict).toMatchObject({ status: 'error', score: 0 })
  })

  test('is not a matter of other senders', async () => {
    const verdict = withFix(
      await senderIdentity.run(scene({ raw: await signed(), fail: ['TXT _dmarc.example.org'] })),
    )
    expect(verdict.status).toBe('passed')
  })
})

test('long and odd names end soon', async () => {
  const begun = processorTime()
  for (const part of ['a@', 'a.b.', '\u200b', '(((2)', 'www.', '\u0430', '\u{1d400}', 'constructor ']) {
    await verdictOn({ From: named(part.repeat(20_000)) })
  }
  expect(processorTime() - begun).toBeLessThan(10_000)
})
