import { STANDINGS } from '../../../src/services/answers/answered.ts'
import { HOSTILE } from './dmarc-site.ts'
import { counts, dayBefore, reported } from './fake-dmarc.ts'
import { type Answered, answered } from './fake-sources.ts'
import { FULL, HOSTILE_HELD } from './samples.ts'

const KEY = `v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA'.repeat(5)}`

const SOURCES = [
  answered('domain:erp.example.org', {
    name: 'Invoices',
    givenName: 'Invoices',
    mark: 'mine',
    ...counts(4_210, 120, { spfAligned: 120, dkimAligned: 0 }),
    status: 'failing',
    standing: 'broken',
    broken: 3_980,
    reasons: [
      'It is marked as yours.',
      'The SPF record of example.org names its addresses (ip4:192.0.2.0/24).',
      'Its mail passed DMARC until 12 Nov 2026; since then its DKIM signatures do not verify: 3,980 of 4,090 failing messages have a signature of example.org.',
    ],
    advice: {
      says: 'Publish the DKIM key of selector erp2 again: its record at erp2._domainkey.example.org is gone since 12 Nov 2026.',
      record: { name: 'erp2._domainkey.example.org', type: 'TXT', value: KEY },
    },
    ips: [
      { ip: '192.0.2.17', reverseDns: 'erp.example.org', messages: 4_000, pass: 100 },
      { ip: '2001:db8:1234:5678:9abc:def0:1234:5678', messages: 210, pass: 20 },
    ],
    ipCount: 2,
    spfTerm: 'ip4:192.0.2.0/24',
    dkimDomains: [{ domain: 'example.org', passed: false }],
    lastPassed: dayBefore(11),
  }),
  answered('sender:sendgrid', {
    name: 'Twilio SendGrid',
    sender: { id: 'sendgrid', name: 'Twilio SendGrid', type: 'Marketing' },
    basis: 'ptr',
    ...counts(35_900, 900),
    status: 'unaligned',
    standing: 'unaligned',
    unaligned: 34_900,
    reasons: [
      '34,900 of 35,000 failing messages passed DKIM for sendgrid.net, which is not aligned with example.org.',
    ],
    advice: {
      says: 'Set up domain authentication for example.org at SendGrid, so that it signs with example.org.',
      url: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/how-to-set-up-domain-authentication',
    },
    ips: Array.from({ length: 12 }, (_, at) => ({
      ip: `198.51.100.${at}`,
      ...(at % 3 !== 2 && { reverseDns: `o${at}.email.example.net` }),
      messages: 5_000 - at * 300,
      pass: 80,
    })),
    ipCount: 41,
    headerFrom: ['example.org', 'news.example.org', 'shop.example.org'],
    dkimDomains: [
      { domain: 'sendgrid.net', passed: true },
      { domain: 'example.org', passed: false },
    ],
    spfDomains: [{ domain: 'em123.sendgrid.net', passed: true }],
  }),
  ...Array.from({ length: 3 }, (_, at) =>
    answered(`domain:host${at}.example.com`, {
      ...counts(300 - at * 90, 0),
      status: 'failing',
      standing: 'unknown',
      whose: 'undecided',
      reasons: [
        'None of its messages passed SPF or DKIM for any domain.',
        'It was first seen on 2 Nov 2026.',
      ],
      advice: {
        says: `Say whether host${at}.example.com sends for you: a printer, a web shop, an office router.`,
      },
    }),
  ),
  ...Array.from({ length: 57 }, (_, at) =>
    answered(`ip:203.0.113.${at}`, {
      ...counts(90 - at, 0),
      status: 'failing',
      standing: 'abuse',
      whose: 'others',
      ...(at === 3 && { mark: 'not_mine' as const }),
      advice: { says: 'Nothing to set up: p=quarantine or p=reject has receivers stop it.' },
      ips: [{ ip: `203.0.113.${at}`, messages: 90 - at, pass: 0 }],
      lastPassed: undefined as never,
    }),
  ),
  answered('domain:lists.example.net', {
    dkimDomains: [{ domain: 'list.example.net', passed: true }],
    ...counts(640, 12),
    status: 'forwarded',
    standing: 'mailing_list',
    whose: 'passed_on',
    listed: 600,
    forwarded: 610,
    advice: { says: 'Nothing to do at your side: the list changes messages, which breaks the signature.' },
  }),
  answered('domain:alumni.example.edu', {
    ...counts(420, 390),
    status: 'forwarded',
    standing: 'forwarded',
    whose: 'passed_on',
    forwarded: 30,
    advice: { says: 'Nothing to do: mail that is signed by DKIM survives this forwarder.' },
  }),
  answered('sender:google', {
    name: 'Google Workspace',
    sender: { id: 'google', name: 'Google Workspace', type: 'Mailbox' },
    basis: 'spf',
    spfTerm: 'include:_spf.google.com',
    ...counts(51_200, 51_180, { dkimAligned: 51_000, spfAligned: 50_100 }),
  }),
  answered('domain:mailer.example.net', { ...counts(1_830, 1_830) }),
]

/** A domain with sources of every kind. */
export const ANSWERED: Answered = {
  found: {
    sources: SOURCES,
    rest: { ips: 1_214, messages: 1_530, pass: 3 },
    days: 29,
    reporters: 23,
    reports: 412,
  },
  records: (FULL.records ?? []).map((one, at) => ({
    ...one,
    report: { ...one.report, uid: `dmr_${at % 7}`, authenticated: at % 5 !== 4 },
  })),
  days: (FULL.summary?.days ?? []).map(({ day, messages, pass }, at) => ({
    day,
    messages,
    pass: at > 16 ? Math.round(pass * 0.03) : pass,
  })),
}

/** Of few reports, with the SPF record unknown. */
export const FEW_ANSWERED: Answered = {
  found: {
    sources: [answered('ip:192.0.2.1', { ...counts(3, 3) })],
    days: 1,
    reporters: 1,
    reports: 1,
    spfUnknown: true,
  },
  records: [reported('dmr_0')],
  days: [{ day: dayBefore(2), messages: 3, pass: 3 }],
}

/** A domain whose every text was written by somebody who wants to break the page. */
export const HOSTILE_ANSWERED: Answered = {
  found: {
    sources: Array.from({ length: 60 }, (_, at) =>
      answered(`domain:h${at}`, {
        ...counts(2_147_483_647, 1),
        name: HOSTILE,
        organization: { name: HOSTILE, domain: HOSTILE },
        standing: STANDINGS[at % STANDINGS.length] ?? 'unknown',
        reasons: Array.from({ length: 30 }, (_unused, n) => `${n}${HOSTILE}`),
        advice: {
          says: HOSTILE,
          record: { name: HOSTILE, type: 'TXT', value: HOSTILE, replaces: HOSTILE },
          url: 'javascript:alert(1)',
        },
        ips: Array.from({ length: 40 }, (_unused, n) => ({
          ip: `${n}${HOSTILE}`,
          reverseDns: HOSTILE,
          messages: 1,
          pass: 0,
        })),
        ipCount: 9_999_999,
        headerFrom: Array.from({ length: 40 }, (_unused, n) => `${n}${HOSTILE}`),
        dkimDomains: Array.from({ length: 40 }, (_unused, n) => ({
          domain: `${n}${HOSTILE}`,
          passed: n % 2 === 0,
        })),
        spfDomains: Array.from({ length: 40 }, (_unused, n) => ({
          domain: `${n}${HOSTILE}`,
          passed: n % 2 === 0,
        })),
        spfTerm: HOSTILE,
      }),
    ),
    days: 29,
    reporters: 9,
    reports: 99,
  },
  records: HOSTILE_HELD.records ?? [],
  days: [{ day: dayBefore(1), messages: 2_147_483_647, pass: 1 }],
}
