import { describe, expect, test } from 'bun:test'
import { answerSources } from '../../../../src/services/answers/sources/answer.ts'
import { factsOf, type Given, knownOf, WINDOW } from './scene.ts'

type Known = Parameters<typeof knownOf>[0]
type Case = [string, Given[], string[], Known?]

const cases = (some: readonly Case[]) =>
  some.map(([name, given, expected, known = {}]) => ({ name, given, expected, known }))

/** Key, standing and whose it is, of each source in order. */
function answered(given: readonly Given[], known?: Known): string[] {
  const { sources } = answerSources(factsOf(given), knownOf(known), WINDOW).answered
  return sources.map(({ key, standing, whose }) => `${key} ${standing} ${whose}`)
}

const MAIN: Given = { ip: '192.0.2.1', messages: 50_000, pass: 50_000, spfAligned: 50_000 }
const OUTLOOK = 'mail-x.outbound.protection.outlook.com'
const GOOGLE = 'mail-a.google.com'
const INCLUDE = { '209.85.': 'include:_spf.google.com' }

describe('what passes', () => {
  test.each(
    cases([
      [
        'a mail server that SPF names',
        [{ ip: '192.0.2.1', messages: 900, pass: 899, spfAligned: 899 }],
        ['ip:192.0.2.1 passing own'],
        { spf: { '192.0.2.': 'a' } },
      ],
      [
        'one message',
        [{ ip: '192.0.2.1', messages: 1, pass: 1, spfAligned: 1 }],
        ['ip:192.0.2.1 passing own'],
      ],
      [
        'Google Workspace',
        [{ ip: '209.85.1.1', reverseDns: GOOGLE, messages: 9_000, pass: 8_990, spfAligned: 8_000 }],
        ['sender:google passing own'],
      ],
      [
        'a service that signs as the domain, with its own return path',
        [
          {
            ip: '198.51.100.1',
            reverseDns: 'o1.sendgrid.net',
            messages: 400,
            pass: 400,
            asked: ['sendgrid.net'],
          },
        ],
        ['sender:sendgrid passing own'],
      ],
      [
        'the same when a receiver took one failure for forwarded',
        [{ ip: '198.51.100.1', reverseDns: 'o1.sendgrid.net', messages: 400, pass: 399, forwarded: 1 }],
        ['sender:sendgrid passing own'],
      ],
      [
        'alumni forwarding that changes nothing: the signature survives',
        [
          {
            ip: '198.51.100.9',
            reverseDns: 'fwd.university.example',
            messages: 60,
            pass: 60,
            asked: ['!example.org'],
          },
        ],
        ['domain:university.example passing passed_on'],
      ],
      [
        'the outbound gateway of the domain',
        [
          {
            ip: '207.211.1.1',
            reverseDns: 'us-smtp-1.mimecast.com',
            messages: 800,
            pass: 790,
            spfAligned: 780,
          },
        ],
        ['sender:mimecast passing own'],
        { spf: { '207.211.': 'include:us._netblocks.mimecast.com' } },
      ],
    ]),
  )('$name', ({ given, expected, known }) => {
    expect(answered(given, known)).toEqual(expected)
  })
})

describe('what others pass on', () => {
  test.each(
    cases([
      [
        'receivers say so of half of the failures',
        [{ ip: '198.51.100.9', messages: 20, pass: 10, forwarded: 5 }],
        ['ip:198.51.100.9 forwarded passed_on'],
      ],
      [
        'receivers say that it is a list',
        [{ ip: '198.51.100.9', messages: 20, forwarded: 12, listed: 12, broken: 20 }],
        ['ip:198.51.100.9 mailing_list passed_on'],
      ],
      [
        'a list under p=none, of which no receiver says anything',
        [
          MAIN,
          {
            ip: '198.51.100.9',
            reverseDns: 'lists.club.example',
            messages: 300,
            broken: 300,
            unaligned: 300,
            asked: ['lists.club.example'],
            signed: ['!example.org'],
          },
        ],
        ['domain:club.example mailing_list passed_on', 'ip:192.0.2.1 passing own'],
      ],
      [
        'Google Groups beside Google Workspace, on the same addresses',
        [
          {
            ip: '209.85.1.1',
            reverseDns: GOOGLE,
            messages: 1_000,
            pass: 800,
            spfAligned: 700,
            broken: 200,
            unaligned: 200,
            signed: ['example.org', 'googlegroups.com'],
          },
        ],
        ['sender:google mailing_list passed_on'],
        { spf: INCLUDE },
      ],
      [
        'a list that changes most messages, and some not',
        [
          MAIN,
          {
            ip: '198.51.100.9',
            messages: 30,
            pass: 3,
            lastPassed: WINDOW.to - 5,
            broken: 27,
            unaligned: 27,
            asked: ['list.example'],
          },
        ],
        ['ip:198.51.100.9 mailing_list passed_on', 'ip:192.0.2.1 passing own'],
      ],
      [
        'a forwarder that writes the envelope sender anew, and changes messages',
        [
          MAIN,
          { ip: '198.51.100.9', messages: 60, broken: 60, unaligned: 60, asked: ['srs.mailbox.example'] },
        ],
        ['ip:198.51.100.9 forwarded passed_on', 'ip:192.0.2.1 passing own'],
      ],
      [
        'forwarding by a mailbox of Microsoft 365, where the domain is not',
        [MAIN, { ip: '40.107.1.1', reverseDns: OUTLOOK, messages: 60, pass: 60, asked: ['tenant.example'] }],
        ['ip:192.0.2.1 passing own', 'sender:microsoft passing passed_on'],
      ],
      [
        'the same of mail that was not signed, where receivers say so',
        [
          MAIN,
          {
            ip: '40.107.1.1',
            reverseDns: OUTLOOK,
            messages: 60,
            forwarded: 31,
            unaligned: 60,
            asked: ['tenant.example'],
          },
        ],
        ['sender:microsoft forwarded passed_on', 'ip:192.0.2.1 passing own'],
      ],
      [
        'a small forwarder that adds a footer and keeps the envelope sender',
        [
          MAIN,
          { ip: '198.51.100.9', messages: 12, broken: 12, asked: ['!example.org'], signed: ['!example.org'] },
        ],
        ['ip:198.51.100.9 forwarded passed_on', 'ip:192.0.2.1 passing own'],
      ],
      [
        'a service that only forwards',
        [
          MAIN,
          {
            ip: '198.51.100.9',
            reverseDns: 'mx.pobox.com',
            messages: 40,
            pass: 10,
            unaligned: 30,
            asked: ['pobox.com'],
          },
        ],
        ['sender:pobox forwarded passed_on', 'ip:192.0.2.1 passing own'],
      ],
      [
        'the gateway of receivers, which adds a banner',
        [
          MAIN,
          { ip: '207.211.1.1', reverseDns: 'us-smtp-1.mimecast.com', messages: 90, pass: 30, broken: 60 },
        ],
        ['sender:mimecast forwarded passed_on', 'ip:192.0.2.1 passing own'],
      ],
      [
        'an alumni server that keeps the envelope sender, and changes most messages: with p=none no receiver says so',
        [
          MAIN,
          {
            ip: '198.51.100.9',
            reverseDns: 'out3.alumni.example',
            messages: 60,
            pass: 12,
            broken: 48,
            asked: ['!example.org'],
            signed: ['example.org'],
          },
        ],
        ['domain:alumni.example forwarded passed_on', 'ip:192.0.2.1 passing own'],
      ],
      [
        'the same where the last that passed were long before: most failed all along',
        [
          MAIN,
          {
            ip: '198.51.100.9',
            messages: 214,
            pass: 56,
            broken: 158,
            forwarded: 66,
            lastPassed: WINDOW.to - 5,
            asked: ['!example.org'],
          },
        ],
        ['ip:198.51.100.9 forwarded passed_on', 'ip:192.0.2.1 passing own'],
      ],
      [
        'marked as not yours, it is forwarded mail still',
        [{ ip: '198.51.100.9', messages: 20, pass: 10, forwarded: 5 }],
        ['ip:198.51.100.9 forwarded passed_on'],
        { marks: [{ key: 'ip:198.51.100.9', mark: 'not_mine' }] },
      ],
    ]),
  )('$name', ({ given, expected, known }) => {
    expect(answered(given, known)).toEqual(expected)
  })
})

describe('mail of the domain that fails', () => {
  test.each(
    cases([
      [
        'the key of a service was lost in the middle',
        [
          {
            ip: '198.51.100.1',
            messages: 300,
            pass: 200,
            lastPassed: WINDOW.to - 10,
            broken: 100,
            unaligned: 100,
            asked: ['bounce.service.example'],
            signed: ['example.org'],
          },
        ],
        ['ip:198.51.100.1 broken own'],
      ],
      [
        'a service was set up, and its key never published',
        [
          MAIN,
          {
            ip: '198.51.100.1',
            reverseDns: 'o1.sendgrid.net',
            messages: 700,
            broken: 700,
            unaligned: 700,
            signed: ['!example.org', 'sendgrid.net'],
          },
        ],
        ['sender:sendgrid broken own', 'ip:192.0.2.1 passing own'],
      ],
      [
        'a web server that SPF names by a, and that sends as www-data',
        [{ ip: '192.0.2.80', messages: 40, asked: ['web1.hoster.example'] }],
        ['ip:192.0.2.80 broken own'],
        { spf: { '192.0.2.80': 'a' } },
      ],
      [
        'a printer at the office, whose name is one of the domain',
        [
          MAIN,
          { ip: '203.0.113.5', reverseDns: 'printer.example.org', messages: 15, asked: ['!example.org'] },
        ],
        ['domain:printer.example.org broken own', 'ip:192.0.2.1 passing own'],
      ],
      [
        'an address that somebody marked',
        [MAIN, { ip: '203.0.113.5', messages: 15 }],
        ['ip:203.0.113.5 broken own', 'ip:192.0.2.1 passing own'],
        { marks: [{ key: 'ip:203.0.113.5', mark: 'mine' }] },
      ],
      [
        'it passed before the window, and nothing authenticates it now',
        [MAIN, { ip: '203.0.113.5', messages: 15, lastPassed: WINDOW.from - 40 }],
        ['ip:203.0.113.5 broken own', 'ip:192.0.2.1 passing own'],
      ],
      [
        'Google Workspace without a key: it signs as the tenant',
        [
          {
            ip: '209.85.1.1',
            reverseDns: GOOGLE,
            messages: 90,
            unaligned: 90,
            signed: ['example-org.20230601.gappssmtp.com'],
          },
        ],
        ['sender:google unaligned own'],
      ],
      [
        'Zendesk, named by SPF and signed as itself',
        [
          {
            ip: '192.161.1.1',
            reverseDns: 'outbyoip1.zendesk.com',
            messages: 500,
            unaligned: 500,
            signed: ['zendesk.com'],
          },
        ],
        ['sender:zendesk unaligned own'],
        { spf: { '192.161.': 'include:mail.zendesk.com' } },
      ],
    ]),
  )('$name', ({ given, expected, known }) => {
    expect(answered(given, known)).toEqual(expected)
  })
})

describe('mail of which nobody knows, and of strangers', () => {
  test.each(
    cases([
      [
        'a service nobody named',
        [MAIN, { ip: '198.51.100.1', messages: 80, unaligned: 80, asked: ['sender.example'] }],
        ['ip:198.51.100.1 unaligned undecided', 'ip:192.0.2.1 passing own'],
      ],
      [
        'one message that nothing authenticates',
        [MAIN, { ip: '203.0.113.7', messages: 1 }],
        ['ip:203.0.113.7 abuse others', 'ip:192.0.2.1 passing own'],
      ],
      [
        'the same while SPF could not be looked up: it may be named',
        [MAIN, { ip: '203.0.113.7', messages: 1 }],
        ['ip:203.0.113.7 unknown undecided', 'ip:192.0.2.1 passing own'],
        { spf: 'unknown' },
      ],
      [
        'some of it was authenticated',
        [MAIN, { ip: '203.0.113.7', messages: 100, unaligned: 20 }],
        ['ip:203.0.113.7 unknown undecided', 'ip:192.0.2.1 passing own'],
      ],
      [
        'next to nothing of it was authenticated',
        [MAIN, { ip: '203.0.113.7', messages: 10_000, unaligned: 3 }],
        ['ip:203.0.113.7 abuse others', 'ip:192.0.2.1 passing own'],
      ],
      [
        'somebody with much mail signs as the domain, and no signature ever verified',
        [MAIN, { ip: '203.0.113.7', messages: 20_000, broken: 20_000, unaligned: 20_000 }],
        ['ip:203.0.113.7 unknown undecided', 'ip:192.0.2.1 passing own'],
      ],
      [
        'much mail of which half is changed behind the signature: a server of the domain, or a forwarder',
        [MAIN, { ip: '203.0.113.7', messages: 4_000, pass: 2_000, broken: 2_000, signed: ['example.org'] }],
        ['ip:203.0.113.7 unknown undecided', 'ip:192.0.2.1 passing own'],
      ],
      [
        'marked as not yours, though it passes by SPF',
        [{ ip: '203.0.113.7', messages: 100, pass: 100, spfAligned: 100, dkimAligned: 0 }],
        ['ip:203.0.113.7 abuse others'],
        { marks: [{ key: 'ip:203.0.113.7', mark: 'not_mine' }] },
      ],
      [
        'a gateway of which nothing was authenticated',
        [MAIN, { ip: '207.211.1.1', reverseDns: 'us-smtp-1.mimecast.com', messages: 50 }],
        ['sender:mimecast unknown undecided', 'ip:192.0.2.1 passing own'],
      ],
    ]),
  )('$name', ({ given, expected, known }) => {
    expect(answered(given, known)).toEqual(expected)
  })

  test('a campaign from 3,000 addresses', () => {
    const many = Array.from({ length: 3_000 }, (_, at) => ({
      ip: `10.${at >> 8}.${at & 255}.1`,
      messages: 1 + (at % 3),
      asked: ['!example.org'],
    }))
    const all = answered([MAIN, ...many])
    expect(all).toHaveLength(3_001)
    expect(all.filter((one) => one.endsWith('abuse others'))).toHaveLength(3_000)
    expect(all.at(-1)).toBe('ip:192.0.2.1 passing own')
  })
})

describe('one organisation, and not everybody there', () => {
  test.each(
    cases([
      [
        'a spammer at Google, authenticated as somebody else',
        [
          {
            ip: '209.85.1.1',
            reverseDns: GOOGLE,
            messages: 9_000,
            pass: 9_000,
            spfAligned: 9_000,
            asked: ['example.org'],
          },
          { ip: '209.85.1.2', reverseDns: GOOGLE, messages: 600, unaligned: 600, signed: ['spam.example'] },
        ],
        ['sender:google/others unaligned undecided', 'sender:google passing own'],
        { spf: INCLUDE },
      ],
      [
        'strangers at a provider of access where the office has its line',
        [
          { ip: '203.0.113.5', reverseDns: 'dsl-5.isp.example', messages: 15 },
          { ip: '203.0.113.77', reverseDns: 'dsl-77.isp.example', messages: 40 },
        ],
        ['domain:isp.example broken own', 'domain:isp.example/others abuse others'],
        { spf: { '203.0.113.5': 'ip4:203.0.113.5' } },
      ],
      [
        'a single failing message of another address is no source of its own',
        [
          { ip: '209.85.1.1', reverseDns: GOOGLE, messages: 900, pass: 900, spfAligned: 900 },
          { ip: '209.85.1.2', reverseDns: GOOGLE, messages: 1 },
        ],
        ['sender:google passing own'],
      ],
      [
        'a service that lost its key and changed its addresses stays one source',
        [
          {
            ip: '198.51.100.1',
            reverseDns: 'o1.sendgrid.net',
            messages: 500,
            pass: 500,
            lastPassed: WINDOW.to - 8,
          },
          { ip: '198.51.100.2', reverseDns: 'o2.sendgrid.net', messages: 300, broken: 300, unaligned: 300 },
        ],
        ['sender:sendgrid broken own'],
      ],
      [
        'rented machines are each a source',
        [
          {
            ip: '3.1.1.1',
            reverseDns: 'ec2-3-1-1-1.amazonaws.com',
            messages: 500,
            pass: 500,
            spfAligned: 500,
          },
          { ip: '3.1.1.2', reverseDns: 'ec2-3-1-1-2.amazonaws.com', messages: 90 },
        ],
        ['ip:3.1.1.2 abuse others', 'ip:3.1.1.1 passing own'],
      ],
    ]),
  )('$name', ({ given, expected, known }) => {
    expect(answered(given, known)).toEqual(expected)
  })
})

describe('what a source is known by', () => {
  test.each(
    cases([
      [
        'without a name, by the include that names it',
        [{ ip: '209.85.1.1', messages: 10, pass: 10 }],
        ['sender:google'],
        { spf: INCLUDE },
      ],
      [
        'by the organisation of an include that nobody knows',
        [{ ip: '203.0.113.1', messages: 10, pass: 10 }],
        ['domain:service.example'],
        { spf: { '203.': 'include:_spf.service.example' } },
      ],
      [
        'an include of its own says nothing of whose it is',
        [{ ip: '203.0.113.1', messages: 10, pass: 10 }],
        ['ip:203.0.113.1'],
        { spf: { '203.': 'include:_spf.example.org' } },
      ],
      [
        'by a signature, where the name is one that the service gave it in the domain',
        [{ ip: '203.0.113.1', reverseDns: 'o1.mail.example.org', messages: 10, signed: ['sendgrid.net'] }],
        ['sender:sendgrid'],
      ],
      [
        'never by a signature that a forwarder handed on',
        [{ ip: '203.0.113.1', reverseDns: 'mx.university.example', messages: 10, signed: ['zendesk.com'] }],
        ['domain:university.example'],
      ],
      [
        'by its network, where that was asked for',
        [{ ip: '203.0.113.1', organization: { name: 'AS64500 Example Net', basis: 'asn' }, messages: 10 }],
        ['as:64500'],
      ],
      [
        'a mark of an earlier day, when it was an address alone',
        [
          { ip: '209.85.1.1', reverseDns: GOOGLE, messages: 10, pass: 10 },
          { ip: '209.85.1.2', reverseDns: GOOGLE, messages: 10, pass: 10 },
        ],
        ['ip:209.85.1.2', 'sender:google'],
        { marks: [{ key: 'ip:209.85.1.2', mark: 'mine' }] },
      ],
      [
        'a mark of an earlier day, when nobody knew the service',
        [{ ip: '209.85.1.1', reverseDns: GOOGLE, messages: 10, pass: 10 }],
        ['domain:google.com'],
        { marks: [{ key: 'domain:google.com', name: 'Our office' }] },
      ],
    ]),
  )('$name', ({ given, expected, known }) => {
    expect(answered(given, known).map((one) => one.split(' ')[0])).toEqual(expected)
  })
})

describe('authenticated reports', () => {
  const list: Given = {
    ip: '198.51.100.9',
    messages: 3_000,
    pass: 1_500,
    dkimAligned: 1_500,
    broken: 1_500,
    unaligned: 1_500,
    signed: ['lists.example'],
    lastPassed: WINDOW.to,
  }
  // A report that anybody sent says that it was seen later.
  const facts = { ...factsOf([list]), rows: factsOf([{ ...list, lastSeen: WINDOW.to + 9 }]).rows }
  const answer = (authenticated: boolean) =>
    answerSources(facts, knownOf({}), { ...WINDOW, authenticated }).answered.sources[0]

  test('alone say when a source was seen last', () => {
    expect(answer(true)).toMatchObject({ standing: 'mailing_list', lastSeen: WINDOW.to })
    expect(answer(false)).toMatchObject({ standing: 'broken', lastSeen: WINDOW.to + 9 })
  })
})
