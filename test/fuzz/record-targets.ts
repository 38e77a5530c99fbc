import { createHash } from 'node:crypto'
import { fixedKey } from '../../src/mail/authentication/dkim/fix-key.ts'
import { judgeKey } from '../../src/mail/authentication/dkim/key.ts'
import { readKeyRecord } from '../../src/mail/authentication/dkim/key-record.ts'
import { readReportUris } from '../../src/mail/authentication/dmarc/destinations.ts'
import { discoverDmarc } from '../../src/mail/authentication/dmarc/record.ts'
import { readDmarcRecord } from '../../src/mail/authentication/dmarc/tags.ts'
import { parseSpf } from '../../src/mail/authentication/spf/record.ts'
import { repairTree } from '../../src/mail/authentication/spf/repair/of-tree.ts'
import { walkSpf } from '../../src/mail/authentication/spf/tree.ts'
import { quoteTxt } from '../../src/mail/reading/txt-strings.ts'
import { zone } from '../support/zone.ts'
import { hold, type Target } from './target.ts'

const KEY = 'v=DKIM1; k=rsa; t=y:s; h=sha256; n=note=20here; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC3'

export const SPF_PIECES = [
  ...[
    'v=spf1',
    ' ',
    'include:',
    'a',
    'mx',
    'ptr',
    'exists:',
    'redirect=',
    'exp=',
    'all',
    '-',
    '~',
    '?',
    '+',
    'ip4:192.0.2.0/24',
    'ip6:2001:db8::/32',
  ],
  ...[
    '%{i}',
    '%{d4r.}',
    '%',
    '{',
    '}',
    '/',
    '//',
    ':',
    '=',
    '.',
    'example.org',
    'include:example.org ',
    'a:b.example.org ',
    '\xff',
    '"',
  ],
]

async function walk(text: string): Promise<void> {
  parseSpf(text)
  const records = { TXT: [text], A: ['192.0.2.1'], MX: [[10, 'example.org']] as const }
  const resolver = zone({
    'example.org': records,
    '*.example.org': { TXT: [text.slice(0, 400)], A: ['192.0.2.1'] },
  })
  const options = { resolver, clientAddress: '192.0.2.10', sender: 'a@example.org', helo: 'mail.example.org' }
  const tree = await walkSpf('example.org', options)
  hold(tree.lookups >= 0 && tree.voids >= 0, 'counts are counts')
  hold(resolver.calls.length < 2_000, 'a walk is bounded')
  const judged = { address: '192.0.2.10', judged: 'not-listed' } as const
  const repair = await repairTree(tree, judged, resolver)
  hold(repair === undefined || repair.lookups <= 10, 'a repair can be evaluated')
  hold(resolver.calls.length < 3_000, 'a repair is bounded')
}

async function judgeKeyRecord(text: string): Promise<void> {
  readKeyRecord('s._domainkey.example.org', text)
  fixedKey('s._domainkey.example.org', text)
  await judgeKey('example.org', 's', zone({ 's._domainkey.example.org': { TXT: [text, 'x'] } }))
}

async function judgeDmarcRecord(text: string): Promise<void> {
  readReportUris(readDmarcRecord(text))
  await discoverDmarc(
    'a.b.example.org',
    zone({ '_dmarc.example.org': { TXT: [text] }, '_dmarc.b.example.org': { TXT: [text.slice(1)] } }),
  )
}

/** Code that reads what is published about a sender. */
export const RECORD_TARGETS: readonly Target[] = [
  {
    name: 'spf',
    seeds: [
      'v=spf1 ip4:192.0.2.0/24 include:b.example.org a:c.example.org/24//64 mx exists:%{ir}.%{v}.x.example redirect=d.example.org exp=e.%{d2} -all',
      'v=spf1 +all',
      'v=SPF1 ptr ?all ~all',
    ],
    pieces: SPF_PIECES,
    around: [['v=spf1 ', ' -all']],
    run: walk,
  },
  {
    name: 'dkim key',
    seeds: [KEY, 'p=', 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
    pieces: [
      'v=DKIM1',
      ';',
      '=',
      ' ',
      'p=',
      'k=rsa',
      't=',
      ':',
      '"',
      '\\',
      'h=sha1',
      'A',
      '/',
      '+',
      '\r\n',
      '\xff',
      '" "',
      's=*',
    ],
    around: [
      ['v=DKIM1; ', '; p=x'],
      ['v=DKIM1; p=', ''],
    ],
    run: judgeKeyRecord,
  },
  {
    name: 'dmarc',
    seeds: [
      'v=DMARC1; p=reject; sp=none; np=quarantine; rua=mailto:a@example.org!10m,mailto:b@x.example; ruf=mailto:c@example.org; adkim=s; aspf=r; fo=1:d:s; pct=50; t=y; psd=n',
    ],
    pieces: [
      'v=DMARC1',
      ';',
      '=',
      ' ',
      ',',
      'p=none',
      'rua=',
      'mailto:',
      '!',
      '@',
      'a@b.example,',
      '%2c',
      'https://',
      '\xff',
      ':',
    ],
    around: [
      ['v=DMARC1; p=none; ', ''],
      ['v=DMARC1; p=none; rua=', ''],
    ],
    run: judgeDmarcRecord,
  },
  {
    name: 'txt',
    seeds: ['a"b\\c', 'x'.repeat(600)],
    pieces: ['"', '\\', 'a', '\xff', ' '],
    run: (text) =>
      hold(
        quoteTxt(text)
          .split('" "')
          .every((one) => one.length <= 600),
        'character-strings are short',
      ),
  },
]

/** A short name of a text, for the file that keeps it. */
export function nameOf(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex').slice(0, 12)
}
