import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { judgeMarkCertificate } from '../../src/mail/authentication/bimi/certificate.ts'
import { readBimiRecord } from '../../src/mail/authentication/bimi/record.ts'
import { readLogo } from '../../src/mail/authentication/bimi/svg.ts'
import { readRspamdReply } from '../../src/mail/content/rspamd/rspamd-reply.ts'
import { spamCost, weigh } from '../../src/mail/content/scanners/weigh.ts'
import { readSpamdReply } from '../../src/mail/content/spamassassin/spamd-report.ts'
import { readRdapAnswer } from '../../src/mail/server/domain-age/rdap-answer.ts'
import { readStsPolicy } from '../../src/mail/server/transport-policy/sts-policy.ts'
import { readStsRecords } from '../../src/mail/server/transport-policy/sts-record.ts'
import { readTlsReports } from '../../src/mail/server/transport-policy/tls-report.ts'
import { logo } from '../mail/authentication/bimi/logo.ts'
import { bytesOf, hold, type Target } from './target.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const PEM = readFileSync(join(import.meta.dir, '../corpus/bimi/paypal_vmc.pem'), 'latin1')

function weighed(report: ReturnType<typeof readRspamdReply> | ReturnType<typeof readSpamdReply>): void {
  if (report.kind !== 'report') return
  const { counted } = weigh(report.points, report.rules)
  hold(Number.isFinite(counted), 'points are a number')
  const cost = spamCost(counted, 5, 10)
  hold(cost >= 0 && cost <= 1, 'a scanner costs at most one point')
}

/** Code that reads what the web and scanners answer. */
export const ANSWER_TARGETS: readonly Target[] = [
  {
    name: 'rdap answer',
    seeds: [
      '{"objectClassName":"domain","ldhName":"EXAMPLE.COM","events":[{"eventAction":"registration","eventDate":"1995-08-14T04:00:00Z"}]}',
      '{"objectClassName":"domain","unicodeName":"example.com","events":[{"eventAction":"reregistration","eventDate":"2026-11-14T04:00:00.5+02:00"}]}',
    ],
    pieces: [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"events":',
      '"eventDate":"2026-02-31"',
      'null',
      '1e999',
      '\\u0000',
      'registration',
    ],
    around: [['{"objectClassName":"domain","ldhName":"example.com","events":[', ']}']],
    run(text) {
      const read = readRdapAnswer(text, 'example.com', NOW)
      if (read.kind !== 'registered') return
      const at = Date.parse(read.at)
      hold(at >= Date.UTC(1985, 0, 1) && at <= NOW.getTime() + 86_400_000, 'a date can be')
    },
  },
  {
    name: 'bimi record',
    seeds: [
      'v=BIMI1; l=https://x.example/l.svg; a=https://x.example/m.pem; avp=brand; lps=a',
      'v=BIMI1; l=; a=',
    ],
    pieces: ['v=BIMI1', ';', '=', ' ', 'l=', 'a=', 'https://', ',', '\xff', 'lps='],
    around: [['v=BIMI1; ', '']],
    run: readBimiRecord,
  },
  {
    name: 'bimi logo',
    seeds: [
      logo(),
      gzipSync(logo()).toString('latin1'),
      logo(
        '<style>a{fill:url(#b)}</style><use href="#c"/><script>x</script><image href="https://x.example/"/>',
      ),
    ],
    pieces: [
      '<',
      '>',
      '/',
      '<g>',
      '</g>',
      '<svg ',
      'xmlns="http://www.w3.org/2000/svg" ',
      '"',
      '<!DOCTYPE x [<!ENTITY a "b">]>',
      '&a;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      'style="',
      'url(#a)',
      '\0',
      'x="1" ',
      '\x1f\x8b',
    ],
    around: [
      ['', ''],
      [
        '<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps"><title>x</title>',
        '</svg>',
      ],
      ['<svg ', '></svg>'],
    ],
    run: (text) => readLogo(bytesOf(text)),
  },
  {
    name: 'bimi certificate',
    seeds: [PEM],
    pieces: ['-----BEGIN CERTIFICATE-----\n', '-----END CERTIFICATE-----\n', 'MII', 'A', '\n', '='],
    run: (text) => judgeMarkCertificate(text, ['paypal.com'], NOW),
  },
  {
    name: 'mta-sts',
    seeds: [
      'version: STSv1\r\nmode: enforce\r\nmx: mx.example.org\r\nmx: *.example.net\r\nmax_age: 604800\r\n',
      'v=STSv1; id=1',
      'v=TLSRPTv1; rua=mailto:a@example.org,https://x.example/',
    ],
    pieces: ['mx: ', 'a.', '*.', '-', '\n', '\r\n', ':', ' ', 'max_age: ', '9', 'mode: ', ';', '=', ','],
    around: [
      ['', ''],
      ['version: STSv1\nmx: ', '\n'],
      ['v=STSv1; ', ''],
      ['v=TLSRPTv1; rua=', ''],
    ],
    run: (text) => [readStsPolicy(text), readStsRecords([text]), readTlsReports([text])],
  },
  {
    name: 'rspamd reply',
    seeds: [
      '{"is_skipped":false,"score":5.2,"required_score":15,"action":"add header","symbols":{"A":{"score":5.2,"description":"x","options":["y"]}},"messages":{}}',
    ],
    pieces: [
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '1e999',
      '-',
      'null',
      '"score":',
      '"symbols":{',
      'NaN',
      '0.1',
      '\\u0000',
      '"action":"reject"',
    ],
    around: [
      ['{"score":1,"required_score":15,"action":"no action","symbols":{', '}}'],
      ['', ''],
    ],
    run: (text) => weighed(readRspamdReply(text)),
  },
  {
    name: 'spamd reply',
    seeds: [
      'SPAMD/1.1 0 EX_OK\r\nContent-length: 300\r\nSpam: True ; 6.1 / 5.0\r\n\r\nContent analysis details:   (6.1 points, 5.0 required)\r\n\r\n pts rule name              description\r\n---- ---------------------- --------------------------------------------------\r\n 6.1 A_RULE                 BODY: what it is\r\n                            and more of it\r\n-0.0 ANOTHER                x\r\n',
    ],
    pieces: [
      'SPAMD/1.1 0 EX_OK\r\n',
      'Spam: True ; 1 / 5\r\n',
      '\r\n',
      ' 1.0 RULE  x\r\n',
      '----',
      ' ',
      '\n',
      ';',
      '/',
      '-',
      '1e9',
      '   more\r\n',
      '\0',
    ],
    around: [
      ['SPAMD/1.1 0 EX_OK\r\nContent-length: 1\r\nSpam: True ; 6.1 / 5.0\r\n\r\n', ''],
      ['SPAMD/1.1 0 EX_OK\r\nSpam: ', '\r\n\r\n'],
    ],
    run: (text) => {
      const length = text.length - (text.indexOf('\r\n\r\n') + 4)
      weighed(readSpamdReply(text.replace(/(?<=Content-length: )\d*/, String(length))))
    },
  },
]
