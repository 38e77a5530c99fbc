import { describe, expect, test } from 'bun:test'
import { type ObservationName, observe } from '../../../src/mail/providers/observe.ts'
import { alternative } from '../../analysis/message-scene.ts'
import { CONDUCT, envelope } from '../../support/envelope.ts'
import { type Changes, NAMED, SIGNED, said, sight } from './sight-scene.ts'

type Case = [name: ObservationName, when: string, changes: Changes, state: string, because?: string | RegExp]

const spf = (result: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'permerror' | 'temperror') => ({
  spf: { result, identity: 'mailfrom' as const, domain: 'example.org' },
})
const unsigned = { dkim: [] }
const broken = { dkim: [{ ...SIGNED, result: 'fail' as const }] }
const unasked = { dkim: [{ ...SIGNED, result: 'temperror' as const }] }
const foreign = { dkim: [{ ...SIGNED, domain: 'platform.example', alignment: 'none' as const }] }
const above = { dkim: [{ ...SIGNED, domain: 'mail.example.org', alignment: 'relaxed' as const }] }
const half = { dkim: [...foreign.dkim, ...unasked.dkim] }
const { helo: _, ...nameless } = envelope()
const unnamed = { envelope: nameless }
const elsewhere = { envelopeAlignment: 'none' as const }
const file = { client: 'unknown' as const, envelope: envelope({ transport: 'file', tls: 'unknown' }) }
const hidden = { client: 'hidden' as const }
const anchors = (href: string, words: string) => ({
  raw: alternative(words, `<p>Hello, this is for you.</p><a href="${href}">${words}</a>`),
})
const DYNAMIC = { ...NAMED, name: 'dyn-1.isp.example', generic: { kind: 'access' as const, says: 'a line' } }
const NUMBERED = {
  ...NAMED,
  name: '192-0-2-10.isp.example',
  generic: { kind: 'numbered' as const, says: 'a number' },
}
const HOSTING = { ...NAMED, name: 'x.vps.example', generic: { kind: 'hosting' as const, says: 'a default' } }
const STRAY = { ...NAMED, forward: 'other-address' as const }
const SILENT = { ...NAMED, forward: 'no-answer' as const }
const LIST = {
  'List-Unsubscribe': '<https://example.org/u>',
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
}

const CASES: Case[] = [
  ['spf', 'passes', {}, 'met', 'SPF passes for example.org'],
  ['spf', 'fails', { authentication: spf('fail') }, 'not met', 'SPF of example.org gives fail'],
  ['spf', 'softfails', { authentication: spf('softfail') }, 'not met'],
  ['spf', 'there is none', { authentication: spf('none') }, 'not met', 'no SPF record for example.org'],
  ['spf', 'no answer', { authentication: spf('temperror') }, 'undetermined'],
  ['spf', 'behind a proxy', hidden, 'undetermined', /proxy or NAT/],
  ['spf', 'from a file', file, 'cannot be seen'],
  [
    'spf',
    'a null sender whose HELO name has none',
    { authentication: { spf: { result: 'none', identity: 'helo', domain: 'mail.example.org' } } },
    'not applicable',
  ],
  ['dkim', 'signed', {}, 'met', 'signed by example.org'],
  ['dkim', 'not signed', { authentication: unsigned }, 'not met', 'there is no signature'],
  ['dkim', 'broken', { authentication: broken }, 'not met', 'no signature is valid'],
  ['dkim', 'no answer', { authentication: unasked }, 'undetermined'],
  ['dkim', 'too many to judge', { authentication: { ...unsigned, signaturesNotJudged: 9 } }, 'undetermined'],
  [
    'dkim',
    'too costly',
    { authentication: { ...unsigned, notVerified: 'too long' } },
    'undetermined',
    'too long',
  ],
  ['dkim-aligned', 'strictly', {}, 'met', 'signed by example.org'],
  ['dkim-aligned', 'relaxed', { authentication: above }, 'met', 'signed by mail.example.org'],
  ['dkim-aligned', 'by another', { authentication: foreign }, 'not met', /^no valid signature is of the org/],
  ['dkim-aligned', 'SPF alone', { authentication: unsigned }, 'not met', 'there is no signature'],
  ['dkim-aligned', 'by another, one open', { authentication: half }, 'undetermined'],
  ['dkim-aligned', 'no answer', { authentication: unasked }, 'undetermined'],
  ['dkim-aligned', 'From without address', { fields: { From: 'words only' } }, 'not applicable'],
  ['dkim-strict', 'strictly', {}, 'met'],
  [
    'dkim-strict',
    'relaxed',
    { authentication: above },
    'not met',
    'no valid signature is of the very domain example.org',
  ],
  ['dkim-strict', 'broken', { authentication: broken }, 'not met', 'no signature is valid'],
  [
    'dkim-strict',
    'relaxed, one open',
    { authentication: { dkim: [...above.dkim, ...unasked.dkim] } },
    'undetermined',
  ],
  ['dmarc-enforced', 'passes', {}, 'met'],
  ['dmarc-enforced', 'fails under reject', { dmarc: { result: 'fail' } }, 'not met', /under p=reject$/],
  ['dmarc-enforced', 'fails under none', { dmarc: { result: 'fail', policy: 'none' } }, 'not applicable'],
  ['dmarc-enforced', 'no answer', { dmarc: { result: 'temperror' } }, 'undetermined'],
  ['spf-not-failed', 'passes', {}, 'met'],
  ['spf-not-failed', 'fails', { authentication: spf('fail') }, 'not met', 'SPF of example.org gives fail'],
  ['spf-not-failed', 'softfails', { authentication: spf('softfail') }, 'not applicable'],
  ['spf-not-failed', 'no answer', { authentication: spf('temperror') }, 'undetermined'],
  ['spf-not-failed', 'from a file', file, 'cannot be seen'],
  ['helo-name', 'a name', {}, 'met', 'mail.example.org'],
  ['helo-name', 'a literal', { envelope: envelope({ helo: '[192.0.2.10]' }) }, 'not met', /address in place/],
  ['helo-name', 'one label', { envelope: envelope({ helo: 'localhost' }) }, 'not met', /no host name/],
  ['helo-name', 'not told', unnamed, 'cannot be seen'],
  ['helo-resolves', 'it does', {}, 'met', 'mail.example.org'],
  ['helo-resolves', 'it does not', { helo: { addresses: [] } }, 'not met', 'mail.example.org has no address'],
  ['helo-resolves', 'no answer', { helo: { addresses: [], isOpen: true } }, 'undetermined'],
  ['helo-resolves', 'a literal', { envelope: envelope({ helo: '[192.0.2.10]' }) }, 'not met'],
  ['helo-resolves', 'behind a proxy', hidden, 'undetermined', /proxy or NAT/],
  ['sender-receives', 'it does', {}, 'met', 'example.org takes mail'],
  [
    'sender-receives',
    'it does not',
    { receiving: { kind: 'refuses' } },
    'not met',
    'example.org takes no mail',
  ],
  ['sender-receives', 'no answer', { receiving: { kind: 'unknown', hosts: [] } }, 'undetermined'],
  ['size-45', 'small', {}, 'met', '0.0 MB'],
  ['size-45', 'large', { body: 'x'.repeat(45_000_001) }, 'not met', '45.0 MB'],
  ['spf-or-dkim', 'both', {}, 'met'],
  ['spf-or-dkim', 'SPF alone', { authentication: unsigned }, 'met'],
  ['spf-or-dkim', 'DKIM alone', { authentication: spf('fail') }, 'met'],
  ['spf-or-dkim', 'neither', { authentication: { ...spf('fail'), ...unsigned } }, 'not met'],
  ['spf-or-dkim', 'one open', { authentication: { ...spf('temperror'), ...unsigned } }, 'undetermined'],
  ['spf-or-dkim', 'from a file, unsigned', { ...file, authentication: unsigned }, 'cannot be seen'],
  ['spf-and-dkim', 'both', {}, 'met'],
  ['spf-and-dkim', 'SPF alone', { authentication: unsigned }, 'not met', 'there is no signature'],
  ['spf-and-dkim', 'DKIM alone', { authentication: spf('softfail') }, 'not met'],
  ['spf-and-dkim', 'one open', { authentication: spf('temperror') }, 'undetermined'],
  [
    'spf-and-dkim',
    'one open, one missing',
    { authentication: { ...spf('temperror'), ...unsigned } },
    'not met',
  ],
  ['spf-and-dkim', 'from a file', file, 'cannot be seen'],
  ['dmarc-record', 'there', {}, 'met', 'p=reject'],
  ['dmarc-record', 'p=none', { dmarc: { policy: 'none' }, record: 'v=DMARC1; p=none' }, 'met', 'p=none'],
  ['dmarc-record', 'not there', { dmarc: { result: 'none' }, record: '' }, 'not met'],
  ['dmarc-record', 'no answer', { dmarc: { result: 'temperror' }, dmarcFails: true }, 'undetermined'],
  ['dmarc-record', 'From of several', { noAuthor: true }, 'not applicable'],
  ['dmarc-record', 'From without address', { fields: { From: 'words only' } }, 'not applicable'],
  ['dmarc-reports', 'rua', {}, 'met'],
  ['dmarc-reports', 'none', { record: 'v=DMARC1; p=reject' }, 'not met', 'the record has no rua'],
  ['dmarc-reports', 'no record', { dmarc: { result: 'none' }, record: '' }, 'not met'],
  ['dmarc-reports', 'no answer', { dmarcFails: true }, 'undetermined'],
  ['dmarc-policy-or-reports', 'a strict policy', { record: 'v=DMARC1; p=reject' }, 'met'],
  [
    'dmarc-policy-or-reports',
    'p=none with rua',
    { dmarc: { policy: 'none' }, record: 'v=DMARC1; p=none; rua=mailto:d@example.org' },
    'met',
  ],
  [
    'dmarc-policy-or-reports',
    'p=none alone',
    { dmarc: { policy: 'none' }, record: 'v=DMARC1; p=none' },
    'not met',
  ],
  ['dmarc-passes', 'it does', {}, 'met'],
  ['dmarc-passes', 'it fails', { dmarc: { result: 'fail' } }, 'not met', 'DMARC fails for example.org'],
  ['dmarc-passes', 'no record', { dmarc: { result: 'none' } }, 'not met'],
  ['dmarc-passes', 'no answer', { dmarc: { result: 'temperror' } }, 'undetermined'],
  ['dmarc-passes', 'a proxy hides SPF', { ...hidden, dmarc: { result: 'fail' } }, 'undetermined'],
  ['dmarc-passes', 'SPF could not align', { ...hidden, dmarc: { result: 'fail', ...elsewhere } }, 'not met'],
  ['dmarc-passes', 'from a file', { ...file, dmarc: { result: 'fail' } }, 'cannot be seen'],
  ['alignment', 'by DKIM', { dmarc: elsewhere }, 'met', 'DKIM of example.org'],
  [
    'alignment',
    'by SPF',
    { authentication: foreign, dmarc: { envelopeAlignment: 'relaxed' } },
    'met',
    'SPF of example.org',
  ],
  ['alignment', 'by neither', { authentication: foreign, dmarc: elsewhere }, 'not met'],
  ['alignment', 'SPF aligns and fails', { authentication: { ...foreign, ...spf('fail') } }, 'not met'],
  ['alignment', 'a key without answer', { authentication: unasked, dmarc: elsewhere }, 'undetermined'],
  [
    'alignment',
    'SPF without answer',
    { authentication: { ...foreign, ...spf('temperror') } },
    'undetermined',
  ],
  ['alignment', 'a proxy hides SPF', { ...hidden, authentication: foreign }, 'undetermined'],
  ['alignment', 'from a file', { ...file, authentication: foreign }, 'cannot be seen'],
  ['alignment', 'list mail', { kind: 'list', authentication: foreign, dmarc: elsewhere }, 'not applicable'],
  ['dkim-key', '2,048 bits', {}, 'met', '2048 bits'],
  ['dkim-key', '1,024 bits', { keys: [{ bits: 1024 }] }, 'met'],
  ['dkim-key', '1,023 bits', { keys: [{ bits: 1023 }] }, 'not met', '1023 bits'],
  ['dkim-key', 'a short one beside a long one', { keys: [{ bits: 512 }, {}] }, 'met'],
  ['dkim-key', 'no signature', { keys: [] }, 'not applicable'],
  ['any-authentication', 'a signature', { authentication: broken }, 'met'],
  [
    'any-authentication',
    'an SPF record alone',
    { authentication: { ...unsigned, ...spf('fail') }, dmarc: { result: 'none' }, record: '' },
    'met',
  ],
  [
    'any-authentication',
    'nothing',
    { authentication: { ...unsigned, ...spf('none') }, dmarc: { result: 'none' }, record: '' },
    'not met',
  ],
  [
    'any-authentication',
    'SPF without answer',
    { authentication: { ...unsigned, ...spf('temperror') }, dmarc: { result: 'none' }, record: '' },
    'undetermined',
  ],
  ['spf-authorised', 'listed', {}, 'met'],
  ['spf-authorised', 'fail', { authentication: spf('fail') }, 'not met'],
  ['spf-authorised', 'softfail', { authentication: spf('softfail') }, 'not met'],
  ['spf-authorised', 'no record', { authentication: spf('none') }, 'not applicable'],
  ['spf-authorised', 'a record that says nothing', { authentication: spf('neutral') }, 'not applicable'],
  ['spf-authorised', 'a record that cannot be read', { authentication: spf('permerror') }, 'not applicable'],
  ['spf-authorised', 'no answer', { authentication: spf('temperror') }, 'undetermined'],
  ['spf-valid', 'it is', {}, 'met'],
  ['spf-valid', 'a mistake', { spfRecord: 'v=spf1 ipv4:192.0.2.1 -all' }, 'not met', /spf-syntax/],
  ['spf-valid', 'everybody passes', { spfRecord: 'v=spf1 +all' }, 'not met', /lets everybody send/],
  ['spf-valid', 'there is none', { spfRecord: 'other text' }, 'not applicable'],
  ['arc', 'not forwarded', {}, 'not applicable'],
  ['arc', 'intact', { authentication: { arc: { result: 'pass', hops: [] } } }, 'met'],
  ['arc', 'broken', { authentication: { arc: { result: 'fail', hops: [] } } }, 'not met'],
  ['arc', 'no answer', { authentication: { arc: { result: 'temperror', hops: [] } } }, 'undetermined'],
  ['arc', 'a list that kept DMARC', { kind: 'list' }, 'not applicable'],
  ['arc', 'a list that broke DMARC', { kind: 'list', dmarc: { result: 'fail' } }, 'not met'],
  ['ptr', 'leads back', {}, 'met', 'mail.example.org'],
  ['ptr', 'none', { ptr: 'none' }, 'not met'],
  ['ptr', 'leads elsewhere', { ptr: [STRAY] }, 'not met'],
  ['ptr', 'no answer', { ptr: 'failed' }, 'undetermined'],
  ['ptr', 'no answer about its address', { ptr: [SILENT] }, 'undetermined'],
  ['ptr', 'behind a proxy', hidden, 'undetermined'],
  ['ptr', 'from a file', file, 'cannot be seen'],
  ['ptr-chosen', 'it is', {}, 'met'],
  ['ptr-chosen', 'a number', { ptr: [NUMBERED] }, 'not met', /a number/],
  ['ptr-chosen', 'one of two', { ptr: [NUMBERED, NAMED] }, 'met'],
  ['ptr-chosen', 'the other is open', { ptr: [NUMBERED, SILENT] }, 'undetermined'],
  ['ptr-chosen', 'none: that is another requirement', { ptr: 'none' }, 'not applicable'],
  ['ptr-own', 'of From', {}, 'met'],
  ['ptr-own', 'of nobody here', { ptr: [{ ...NAMED, name: 'mx.other.example' }] }, 'not met'],
  [
    'ptr-own',
    'of the HELO name',
    { ptr: [{ ...NAMED, name: 'mx.other.example' }], envelope: envelope({ helo: 'a1.other.example' }) },
    'met',
  ],
  ['ptr-own', 'none', { ptr: 'none' }, 'not met'],
  ['ptr-own', 'no answer', { ptr: 'failed' }, 'undetermined'],
  ['not-dynamic', 'a chosen name', {}, 'met'],
  ['not-dynamic', 'the default of a hoster', { ptr: [HOSTING] }, 'met'],
  ['not-dynamic', 'a line', { ptr: [DYNAMIC] }, 'not met'],
  ['not-dynamic', 'a number', { ptr: [NUMBERED] }, 'cannot be seen'],
  ['not-dynamic', 'no name', { ptr: 'none' }, 'cannot be seen'],
  ['not-dynamic', 'no answer', { ptr: 'failed' }, 'undetermined'],
  ['not-listed', 'on none', {}, 'met', 'on none of 1 lists'],
  ['not-listed', 'on one', { listings: [said('listed', 5)] }, 'not met'],
  ['not-listed', 'information only', { listings: [said('listed', 0)] }, 'met'],
  ['not-listed', 'no answer', { listings: [said('not listed'), said('error')] }, 'undetermined'],
  ['not-listed', 'refused', { listings: [said('refused')] }, 'undetermined'],
  ['not-listed', 'none in use', { listings: [said('skipped')] }, 'cannot be seen'],
  ['not-listed', 'a sample', { client: 'demo', listings: [] }, 'not applicable'],
  ['tls', 'encrypted', {}, 'met', 'TLSv1.3'],
  ['tls', 'in the clear', { envelope: envelope({ tls: 'none' }) }, 'not met'],
  ['tls', 'from a file', file, 'cannot be seen'],
  ['smtp-rules', 'kept', {}, 'met'],
  ['smtp-rules', 'broken', { envelope: envelope({ conduct: { ...CONDUCT, beforeGreeting: 6 } }) }, 'not met'],
  ['smtp-rules', 'taste', { envelope: envelope({ conduct: { ...CONDUCT, hello: 'HELO' } }) }, 'met'],
  ['smtp-rules', 'no name', { envelope: envelope({ helo: 'localhost' }) }, 'not met'],
  ['smtp-rules', 'from a file', file, 'cannot be seen'],
  ['format', 'as it should be', {}, 'met'],
  ['format', 'no Date', { fields: { Date: '' } }, 'not met', 'There is no Date field'],
  [
    'format',
    'a bare LF',
    { raw: 'From: a@example.org\r\nDate: Fri, 20 Nov 2026 12:00:00 +0000\r\n\r\na\nb\r\n' },
    'not met',
  ],
  ['message-id', 'valid', {}, 'met'],
  ['message-id', 'missing', { fields: { 'Message-ID': '' } }, 'not met'],
  ['message-id', 'malformed', { fields: { 'Message-ID': 'abc' } }, 'not met'],
  ['single-fields', 'once', {}, 'met'],
  ['single-fields', 'Subject twice', { fields: { subject: 'another' } }, 'not met'],
  ['header-limits', 'within', {}, 'met'],
  ['header-limits', 'a field of 33 KB', { fields: { 'X-Long': `${'a '.repeat(17_000)}` } }, 'not met'],
  ['one-address', 'one', {}, 'met'],
  ['one-address', 'two', { fields: { From: 'a@example.org, b@example.org' } }, 'not met'],
  ['no-gmail-from', 'another domain', {}, 'met'],
  ['no-gmail-from', 'Gmail sent it', { fields: { From: 'a@gmail.com' } }, 'met'],
  ['no-gmail-from', 'it did not', { fields: { From: 'a@gmail.com' }, dmarc: { result: 'fail' } }, 'not met'],
  [
    'no-gmail-from',
    'not known',
    { fields: { From: 'a@googlemail.com' }, dmarc: { result: 'temperror' } },
    'undetermined',
  ],
  ['list-id', 'no list', {}, 'not applicable'],
  ['list-id', 'there', { kind: 'list', fields: { 'List-Id': '<a.example.org>' } }, 'met'],
  ['list-id', 'not there', { kind: 'list' }, 'not met'],
  ['repliable', 'it is', {}, 'met'],
  ['repliable', 'a null MX', { receiving: { kind: 'refuses' } }, 'not met'],
  ['repliable', 'no answer', { receiving: { kind: 'unknown', hosts: [] } }, 'undetermined'],
  ['domain-names', 'ASCII', {}, 'not applicable'],
  ['domain-names', 'one script', { fields: { From: 'a@xn--bcher-kva.example' } }, 'met'],
  ['domain-names', 'Latin and Cyrillic', { fields: { From: 'a@xn--pple-43d.example' } }, 'not met'],
  ['display-name', 'a name', {}, 'met'],
  ['display-name', 'none', { fields: { From: 'a@example.org' } }, 'not applicable'],
  ['display-name', 'an emoji', { fields: { From: '=?utf-8?B?8J+YgCBTaG9w?= <a@example.org>' } }, 'not met'],
  ['display-name', 'a counter', { fields: { From: '"User (2)" <a@example.org>' } }, 'not met'],
  [
    'display-name',
    'an address at Gmail',
    { fields: { From: '"shop@gmail.com" <a@example.org>' } },
    'not met',
  ],
  ['display-name', 'the subject', { fields: { From: '"A plain subject" <a@example.org>' } }, 'not met'],
  [
    'display-name',
    "the recipient's",
    { fields: { From: '"Anna Reader" <a@example.org>', To: '"Anna Reader" <r@example.net>' } },
    'not met',
    /recipient/,
  ],
  [
    'display-name',
    'a note to oneself',
    { fields: { From: '"Anna" <a@example.org>', To: '"Anna" <a@example.org>' } },
    'met',
  ],
  ['honest-subject', 'it is', {}, 'met'],
  [
    'honest-subject',
    'Re: of nothing',
    { kind: 'marketing', fields: { Subject: 'Re: your order' } },
    'not met',
  ],
  [
    'honest-subject',
    'Re: of something',
    { fields: { Subject: 'Re: your order', 'In-Reply-To': '<x@example.org>' } },
    'met',
  ],
  ['no-hidden-content', 'no HTML', {}, 'not applicable'],
  ['no-hidden-content', 'nothing hidden', anchors('https://example.org/', 'Read on'), 'met'],
  [
    'no-hidden-content',
    'much hidden',
    { raw: alternative('Hello', `<p>Hello</p><p style="display:none">${'hidden words '.repeat(60)}</p>`) },
    'not met',
  ],
  ['valid-html', 'no HTML', {}, 'not applicable'],
  ['valid-html', 'nested', anchors('https://example.org/', 'Read on'), 'met'],
  [
    'valid-html',
    'not nested',
    { raw: alternative('Hello', '<b><i><u>Hello</div></span></table>') },
    'not met',
  ],
  ['clear-links', 'none', {}, 'not applicable'],
  ['clear-links', 'as they say', anchors('https://example.org/a', 'https://example.org/a'), 'met'],
  ['clear-links', 'not as they say', anchors('https://evil.com/a', 'www.bank.com'), 'not met'],
  ['one-click', 'https and POST', { fields: LIST }, 'met'],
  ['one-click', 'nothing', {}, 'not met', 'there is no List-Unsubscribe'],
  ['one-click', 'mailto', { fields: { 'List-Unsubscribe': '<mailto:u@example.org>' } }, 'not met', /mailto/],
  ['one-click', 'no POST', { fields: { ...LIST, 'List-Unsubscribe-Post': '' } }, 'not met'],
  ['one-click', 'another POST', { fields: { ...LIST, 'List-Unsubscribe-Post': 'yes' } }, 'not met'],
  ['one-click-or-mail', 'https and POST', { fields: LIST }, 'met', 'by https and POST'],
  [
    'one-click-or-mail',
    'mailto',
    { fields: { 'List-Unsubscribe': '<mailto:u@example.org>' } },
    'met',
    /mailto/,
  ],
  [
    'one-click-or-mail',
    'https without POST',
    { fields: { ...LIST, 'List-Unsubscribe-Post': '' } },
    'not met',
  ],
  ['one-click-or-mail', 'nothing', {}, 'not met'],
  ['visible-unsubscribe', 'a link', anchors('https://example.org/u', 'Unsubscribe'), 'met'],
  ['visible-unsubscribe', 'none', {}, 'not met'],
]

describe('what is seen of each thing that providers ask for', () => {
  // The runner hands its own callback to cases that leave the last value out.
  const filled = CASES.map((one): Required<Case> => [one[0], one[1], one[2], one[3], one[4] ?? ''])
  test.each(filled)('%s: %s', async (name, _when, changes, state, because) => {
    const seen = (await observe(sight(changes), []))[name]
    expect(seen.state).toBe(state as typeof seen.state)
    expect(seen.because).toMatch(because)
    expect(seen.because.length).toBeLessThan(260)
  })

  test('every observation is held to both sides', async () => {
    const all = Object.keys(await observe(sight(), []))
    const without = (state: string) =>
      all.filter((name) => !CASES.some((one) => one[0] === name && one[3] === state))
    expect(without('met')).toEqual([])
    expect(without('not met')).toEqual([])
  })
})

test('what a check that killed its process looks at is not looked at again', async () => {
  const looked = sight()
  const never = () => {
    throw new Error('looked at')
  }
  const seen = await observe({ ...looked, hiddenText: never, html: never, links: never }, [
    'html',
    'links',
    'list-unsubscribe',
    'subject',
    'sender-identity',
  ])
  expect(seen['no-hidden-content'].state).toBe('undetermined')
  expect(seen.spf.state).toBe('met')
})

test.each<[ObservationName, Changes, string | undefined]>([
  ['format', { fields: { Date: '' } }, undefined],
  ['format', { fields: { Subject: 'Gr\xfc\xdfe' } }, 'mime'],
  ['smtp-rules', { envelope: envelope({ helo: 'localhost' }) }, 'helo'],
  ['spf-and-dkim', { authentication: unsigned }, 'dkim'],
  ['spf-and-dkim', { authentication: spf('softfail') }, 'spf'],
])('the check that says how to fix %s', async (name, changes, about) => {
  const found = (await observe(sight(changes), []))[name]
  expect(found.state).toBe('not met')
  expect(found.about).toBe(about)
})
