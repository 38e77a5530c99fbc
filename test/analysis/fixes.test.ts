import { describe, expect, test } from 'bun:test'
import { type Check, fixesOf } from '../../src/core/check.ts'
import { type Change, writtenChange } from '../../src/core/fix.ts'
import type { ZoneLiteral } from '../../src/net/dns/zone.ts'
import { FIELDS, KEY_TXT, plain, signed } from './authentication/authentication-scene.ts'
import { checkOf, reportOn, type Sent } from './whole-report.ts'

const PTR = '10.2.0.192.in-addr.arpa'
const KEY = 's1._domainkey.example.org'
const LIST_FIELDS = ['List-Id: <news.example.org>', 'Precedence: bulk']

function withoutField(...names: string[]): string[] {
  return FIELDS.filter((line) => !names.some((name) => line.startsWith(`${name}:`)))
}

function zoned(zone: ZoneLiteral): Promise<Sent> {
  return signed().then((raw) => ({ raw, zone }))
}

/** A fault, the check that finds it, its code, the change that fixes it, and what that gains. */
const CASES: Readonly<Record<string, [Promise<Sent> | Sent, string, string, string, number | 'unknown']>> = {
  'no SPF record': [
    zoned({ 'example.org': { A: ['93.184.216.34'], MX: [[10, 'mx.example.org']] } }),
    'spf',
    'spf-none',
    'example.org TXT "v=spf1 ip4:192.0.2.10 ~all"',
    1,
  ],
  'SPF without the client': [
    zoned({ 'example.org': { TXT: ['v=spf1 mx -all'], MX: [[10, 'mx.example.org']] } }),
    'spf',
    'spf-fail',
    'example.org TXT "v=spf1 mx ip4:192.0.2.10 -all"',
    1.5,
  ],
  'SPF softfail': [
    zoned({ 'example.org': { TXT: ['v=spf1 mx ~all'], MX: [[10, 'mx.example.org']] } }),
    'spf',
    'spf-softfail',
    'example.org TXT "v=spf1 mx ip4:192.0.2.10 ~all"',
    0.8,
  ],
  'SPF neutral': [
    zoned({ 'example.org': { TXT: ['v=spf1 mx'], MX: [[10, 'mx.example.org']] } }),
    'spf',
    'spf-neutral',
    'example.org TXT "v=spf1 mx ip4:192.0.2.10"',
    0.5,
  ],
  'SPF syntax': [
    zoned({ 'example.org': { TXT: ['v=spf1 ipv4:192.0.2.10 -all'], MX: [[10, 'mx.example.org']] } }),
    'spf',
    'spf-permerror',
    'example.org TXT "v=spf1 ip4:192.0.2.10 -all"',
    1.5,
  ],
  'two SPF records': [
    zoned({
      'example.org': { TXT: ['v=spf1 ip4:192.0.2.10 ~all', 'v=spf1 mx -all'], MX: [[10, 'mx.example.org']] },
    }),
    'spf',
    'spf-permerror',
    'example.org TXT "v=spf1 ip4:192.0.2.10 mx ~all"',
    1.5,
  ],
  'an include that is gone': [
    zoned({
      'example.org': {
        TXT: ['v=spf1 include:gone.example.org ip4:192.0.2.10 -all'],
        MX: [[10, 'mx.example.org']],
      },
    }),
    'spf',
    'spf-permerror',
    'example.org TXT "v=spf1 ip4:192.0.2.10 -all"',
    1.5,
  ],
  'the fault is in an own include': [
    zoned({
      'example.org': { TXT: ['v=spf1 include:_spf.example.org -all'], MX: [[10, 'mx.example.org']] },
      '_spf.example.org': { TXT: ['v=spf1 ipv4:192.0.2.10 ~all'] },
    }),
    'spf',
    'spf-permerror',
    '_spf.example.org TXT "v=spf1 ip4:192.0.2.10 ~all"',
    1.5,
  ],
  'SPF over the limit': [
    zoned({
      'example.org': {
        TXT: [`v=spf1 ${'abcdefghijk'.replaceAll(/./g, 'a:$&.example.org ')}ip4:192.0.2.10 -all`],
        MX: [[10, 'mx.example.org']],
      },
      ...Object.fromEntries([...'abcdefghijk'].map((one) => [`${one}.example.org`, { A: ['198.51.100.7'] }])),
    }),
    'spf',
    'spf-permerror',
    'example.org TXT "v=spf1 ip4:198.51.100.7 ',
    1.5,
  ],
  'no DMARC record': [
    zoned({ '_dmarc.example.org': {} }),
    'dmarc',
    'dmarc-none',
    '_dmarc.example.org TXT "v=DMARC1; p=none; rua=mailto:dmarc@example.org"',
    1,
  ],
  'two DMARC records': [
    zoned({ '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject', 'v=DMARC1; p=reject; fo=1'] } }),
    'dmarc',
    'dmarc-none',
    '_dmarc.example.org TXT "v=DMARC1; p=reject; fo=1; rua=mailto:dmarc@example.org"',
    1,
  ],
  'DMARC without reports': [
    zoned({ '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject;'] } }),
    'dmarc',
    'dmarc-no-reports',
    '_dmarc.example.org TXT "v=DMARC1; p=reject; rua=mailto:dmarc@example.org"',
    0,
  ],
  'a key record that does not allow mail': [
    zoned({ [KEY]: { TXT: [KEY_TXT.replace('v=DKIM1;', 'v=DKIM1; s=tlsrpt; t=y:s; h=sha1;')] } }),
    'dkim',
    'dkim-key-service',
    `${KEY} TXT "v=DKIM1; s=tlsrpt:email; t=s; h=sha1:sha256; `,
    1.5,
  ],
  'no PTR record': [zoned({ [PTR]: {} }), 'reverse-dns', 'ptr-none', `${PTR} PTR mail.example.org.`, 1],
  'a PTR name that does not lead back': [
    zoned({ [PTR]: { PTR: ['out.example.org'] }, 'out.example.org': { A: ['93.184.216.34'] } }),
    'reverse-dns',
    'ptr-not-confirmed',
    'out.example.org A 93.184.216.34\nout.example.org A 192.0.2.10',
    1,
  ],
  'a generic PTR name': [
    zoned({
      [PTR]: { PTR: ['host-192-0-2-10.isp.example'] },
      'host-192-0-2-10.isp.example': { A: ['192.0.2.10'] },
    }),
    'reverse-dns',
    'ptr-generic',
    `${PTR} PTR mail.example.org.`,
    0.3,
  ],
  'a stray PTR name': [
    zoned({ [PTR]: { PTR: ['mail.example.org', 'stray.example.org'] } }),
    'reverse-dns',
    'ptr-some-not-confirmed',
    `${PTR} PTR mail.example.org.`,
    0,
  ],
  'HELO localhost': [
    signed().then((raw) => ({ raw, envelope: { helo: 'localhost' } })),
    'helo',
    'helo-localhost',
    'EHLO mail.example.org',
    0.5,
  ],
  'HELO that does not resolve': [
    signed().then((raw) => ({ raw, envelope: { helo: 'nowhere.example.org' } })),
    'helo',
    'helo-unresolvable',
    'nowhere.example.org A 192.0.2.10',
    0.5,
  ],
  'HELO with a dot': [
    signed().then((raw) => ({ raw, envelope: { helo: 'mail.example.org.' } })),
    'helo',
    'helo-trailing-dot',
    'EHLO mail.example.org',
    0,
  ],
  'no encryption': [signed().then((raw) => ({ raw, envelope: { tls: 'none' } })), 'tls', 'tls-none', '', 1],
  'a Return-Path that takes no mail': [
    signed().then((raw) => ({
      raw,
      envelope: { mailFrom: 'b@bounces.example.org' },
      zone: { 'bounces.example.org': { TXT: ['v=spf1 ip4:192.0.2.10 -all'] } },
    })),
    'mx',
    'mx-no-records',
    'bounces.example.org MX 10 mx.example.org.',
    0.5,
  ],
  'a null MX': [
    zoned({ 'example.org': { TXT: ['v=spf1 ip4:192.0.2.10 -all'], MX: [[0, '']] } }),
    'mx',
    'mx-null',
    'example.org MX 10 mail.example.org.',
    0.5,
  ],
  'a Reply-To that takes no mail, and no host yet': [
    signed(plain([...FIELDS, 'Reply-To: a@reply.example'])).then((raw) => ({
      raw,
      zone: { 'reply.example': {} },
    })),
    'mx',
    'mx-no-records',
    'reply.example MX 10 mail.reply.example.\nmail.reply.example A 192.0.2.10',
    0.5,
  ],
  'no Date': [
    { raw: plain(withoutField('Date')) },
    'headers',
    'date-missing',
    'Date: Fri, 20 Nov 2026 12:00:',
    0.5,
  ],
  'a Message-ID of this machine': [
    { raw: plain([...withoutField('Message-ID'), 'Message-ID: <1@localhost>']) },
    'headers',
    'message-id-local',
    'Message-ID: <20261120T120',
    0.2,
  ],
  'Date twice': [
    { raw: plain([...FIELDS, 'Date: Fri, 20 Nov 2026 11:00:00 +0000']) },
    'headers',
    'field-repeated',
    'Date: Fri, 20 Nov 2026 12:00:',
    0.5,
  ],
  'no recipient': [
    { raw: plain(withoutField('To')) },
    'headers',
    'to-missing',
    'To: undisclosed-recipients:;',
    0.2,
  ],
  'list mail without a unsubscribe link': [
    signed(plain([...FIELDS, ...LIST_FIELDS])).then((raw) => ({ raw })),
    'list-unsubscribe',
    'list-unsubscribe-missing',
    'List-Unsubscribe: <https://example.org/unsubscribe?id=1234>, <mailto:unsubscribe@example.org?subject=1234>\n' +
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    0.3,
  ],
}

function changesOf(check: Check, code: string): Change[] {
  return fixesOf(check)
    .filter((fix) => fix.code === code)
    .flatMap((fix) => fix.changes)
}

describe('what the advice says is what the fix holds, and it fixes the finding', () => {
  test.each(Object.keys(CASES))('%s', async (name) => {
    const [sent, check, code, record, gain] = CASES[name] ?? CASES['no SPF record'] ?? fail()
    const { report } = await reportOn(await sent)
    const found = checkOf(report, check)
    expect(found.detail['findings']?.split(',')).toContain(code)
    const changes = changesOf(found, code)
    expect(changes).not.toEqual([])
    expect(changes.map(writtenChange).join('\n')).toContain(record)
    expect(found.detail['fix']).toContain(record)
    for (const change of changes.filter((one) => one.kind !== 'smtp' || one.helo !== undefined)) {
      expect(found.detail['advice']).toContain(writtenChange(change))
    }
    expect(found.detail['gain']).toBe(String(gain))
  })
})

/** Where the right record hangs on what only its owner knows, advice has an example and the fix is left out. */
test.each<[string, Promise<Sent> | Sent, string, string]>([
  [
    'SPF syntax whose meaning is open',
    zoned({ 'example.org': { TXT: ['v=spf1 foo:bar -all'], MX: [[10, 'mx.example.org']] } }),
    'spf',
    'spf-permerror',
  ],
  [
    'SPF +all',
    zoned({ 'example.org': { TXT: ['v=spf1 mx +all'], MX: [[10, 'mx.example.org']] } }),
    'spf',
    'spf-plus-all',
  ],
  [
    "a fault in another organisation's record",
    zoned({
      'example.org': { TXT: ['v=spf1 include:spf.other.example -all'], MX: [[10, 'mx.example.org']] },
      'spf.other.example': { TXT: ['v=spf1 ipv4:192.0.2.10 -all'] },
    }),
    'spf',
    'spf-permerror',
  ],
  [
    'p=none',
    zoned({ '_dmarc.example.org': { TXT: ['v=DMARC1; p=none; rua=mailto:a@example.org'] } }),
    'dmarc',
    'dmarc-policy-none',
  ],
  ['a subject twice', { raw: plain([...FIELDS, 'Subject: Again']) }, 'headers', 'field-repeated'],
  [
    'no name for the host is known',
    {
      raw: plain(['Subject: x', 'From: a@localhost']),
      envelope: { helo: '', mailFrom: '' },
      zone: { [PTR]: {} },
    },
    'reverse-dns',
    'ptr-none',
  ],
  [
    'the usual name is an alias',
    zoned({
      [PTR]: {},
      'mail.example.org': { CNAME: ['x.example.org'] },
      'x.example.org': { A: ['192.0.2.99'] },
    }),
    'reverse-dns',
    'ptr-none',
  ],
])('no fix: %s', async (_name, sent, check, code) => {
  const { report } = await reportOn(await sent)
  const found = checkOf(report, check)
  expect(found.detail['findings']?.split(',')).toContain(code)
  expect(changesOf(found, code)).toEqual([])
})

function fail(): never {
  throw new Error('no such case')
}
