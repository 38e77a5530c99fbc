import { expect, test } from 'bun:test'
import { answerSources } from '../../../../src/services/answers/sources/answer.ts'
import { factsOf, type Given, knownOf, WINDOW } from './scene.ts'

/** What people read of each kind of source: reasons and advice, in a file that is read when it changes. */

const MAIN: Given = { ip: '192.0.2.1', messages: 50_000, pass: 50_000, spfAligned: 50_000 }
const GOOGLE = 'mail-a.google.com'
const MIMECAST = 'us-smtp-1.mimecast.com'
const INCLUDE = { '209.85.': 'include:_spf.google.com' }
const FORWARDER = { ip: '198.51.100.9', reverseDns: 'fwd.university.example' }
const SERVICE = { ip: '198.51.100.1', reverseDns: 'o1.sendgrid.net' }
const STRANGER = { ip: '203.0.113.7' }

type Scene = [string, Given[], Parameters<typeof knownOf>[0]?]

const SCENES: Scene[] = [
  ['the mail server of the domain', [MAIN], { spf: { '192.': 'mx' } }],
  ['a server whose mail passes by SPF alone', [{ ...MAIN, dkimAligned: 0 }], { spf: { '192.': 'mx' } }],
  ['one message that passes', [{ ...MAIN, messages: 1, pass: 1, spfAligned: 0 }], { spf: { '192.': 'mx' } }],
  ['a service that signs as the domain', [{ ...SERVICE, messages: 900, pass: 890, unaligned: 10 }]],
  ['a forwarder that changes nothing', [{ ...FORWARDER, messages: 60, pass: 60, asked: ['!example.org'] }]],
  ['a forwarder, as receivers say', [{ ...FORWARDER, messages: 20, pass: 10, forwarded: 5 }]],
  [
    'a list, as receivers say',
    [
      {
        ...FORWARDER,
        messages: 20,
        forwarded: 15,
        listed: 15,
        broken: 20,
        unaligned: 20,
        signed: ['list.example'],
      },
    ],
  ],
  [
    'a list of which no receiver says anything',
    [
      MAIN,
      { ...FORWARDER, messages: 300, broken: 300, unaligned: 300, signed: ['club.example', '!example.org'] },
    ],
  ],
  ['a forwarder that changes messages', [MAIN, { ...FORWARDER, messages: 12, broken: 12 }]],
  [
    'the gateway of receivers',
    [MAIN, { ip: '207.211.1.1', reverseDns: MIMECAST, messages: 90, pass: 30, broken: 60 }],
  ],
  ['a gateway of which nothing passes', [MAIN, { ip: '207.211.1.1', reverseDns: MIMECAST, messages: 50 }]],
  [
    'a key that was lost',
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
  ],
  [
    'a key that was never published',
    [
      MAIN,
      { ...SERVICE, messages: 700, broken: 700, unaligned: 700, signed: ['!example.org', 'sendgrid.net'] },
    ],
  ],
  [
    'a web server that SPF names, with another envelope sender',
    [{ ip: '192.0.2.80', messages: 40, asked: ['web1.hoster.example'] }],
    { spf: { '192.0.2.80': 'a' } },
  ],
  [
    'a printer of the domain',
    [MAIN, { ip: '203.0.113.5', reverseDns: 'printer.example.org', messages: 15, asked: ['!example.org'] }],
  ],
  [
    'a rented machine that somebody marked',
    [{ ip: '3.1.1.1', reverseDns: 'ec2-3-1-1-1.amazonaws.com', messages: 15, asked: ['!example.org'] }],
    { marks: [{ key: 'ip:3.1.1.1', mark: 'mine' }] },
  ],
  [
    'a help desk that SPF names',
    [
      {
        ip: '192.161.1.1',
        reverseDns: 'out.zendesk.com',
        messages: 500,
        unaligned: 500,
        signed: ['zendesk.com'],
      },
    ],
    { spf: { '192.161.': 'include:mail.zendesk.com' } },
  ],
  [
    'a service that sends as itself alone',
    [
      {
        ip: '192.30.1.1',
        reverseDns: 'out.github.com',
        messages: 500,
        unaligned: 500,
        signed: ['github.com'],
      },
    ],
  ],
  [
    'strict alignment',
    [{ ip: '198.51.100.1', messages: 80, unaligned: 80, signed: ['mail.example.org'] }],
    { spf: { '198.': 'mx' } },
  ],
  ['an unknown service', [MAIN, { ...STRANGER, messages: 80, unaligned: 80, asked: ['sender.example'] }]],
  ['one message of a stranger', [MAIN, { ...STRANGER, messages: 1 }]],
  ['much mail of strangers', [MAIN, { ...STRANGER, messages: 4_200 }]],
  ['a stranger, while SPF is not known', [MAIN, { ...STRANGER, messages: 40 }], { spf: 'unknown' }],
  [
    'some of it authenticated',
    [MAIN, { ...STRANGER, messages: 100, unaligned: 20, asked: ['sender.example'] }],
  ],
  [
    'much mail that is signed as the domain and never verified',
    [MAIN, { ...STRANGER, messages: 20_000, broken: 20_000, unaligned: 20_000, asked: ['sender.example'] }],
  ],
  [
    'marked as not yours, and passing',
    [{ ...STRANGER, messages: 100, pass: 100, spfAligned: 100, dkimAligned: 20 }],
    { spf: { '203.': 'ip4:203.0.113.0/24' }, marks: [{ key: 'ip:203.0.113.7', mark: 'not_mine' }] },
  ],
  [
    'a web server of the hoster, which the SPF record names with all others',
    [
      {
        ip: '185.30.32.10',
        reverseDns: 'out1.hoster.example',
        messages: 1_200,
        pass: 1_200,
        spfAligned: 1_200,
      },
      {
        ip: '185.30.34.47',
        reverseDns: 'web47.hoster.example',
        messages: 250,
        unaligned: 250,
        asked: ['web47.hoster.example'],
      },
    ],
    { spf: { '185.30.': 'include:_spf.hoster.example' } },
  ],
  [
    'a forwarder that changes most messages, of which no receiver says anything',
    [MAIN, { ...FORWARDER, messages: 60, pass: 12, broken: 48, asked: ['!example.org'] }],
  ],
  [
    'much mail of which half is changed behind the signature',
    [MAIN, { ...FORWARDER, messages: 4_000, pass: 2_000, broken: 2_000, asked: ['!example.org'] }],
  ],
  [
    'others at the organisation of the domain',
    [
      { ip: '209.85.1.1', reverseDns: GOOGLE, messages: 9_000, pass: 9_000, spfAligned: 9_000 },
      { ip: '209.85.1.2', reverseDns: GOOGLE, messages: 600, unaligned: 600, signed: ['spam.example'] },
    ],
    { spf: INCLUDE },
  ],
  [
    'Google Groups beside Google Workspace',
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
    { spf: INCLUDE },
  ],
]

test('what is said of sources', async () => {
  const said = SCENES.flatMap(([name, given, known]) => {
    const { sources } = answerSources(factsOf(given), knownOf(known), WINDOW).answered
    const source = sources.find(({ ips }) => ips[0]?.ip === given.at(-1)?.ip)
    if (!source) throw new Error(name)
    const { standing, whose, reasons, advice } = source
    return [
      `## ${name}: ${standing}, ${whose}`,
      ...reasons,
      `> ${advice.says}${advice.url ? ` (${advice.url})` : ''}`,
      '',
    ]
  })
  const golden = Bun.file(`${import.meta.dir}/sentences.txt`)
  const text = said.join('\n')
  if (process.env['UPDATE_GOLDEN'] === '1') await Bun.write(golden, text)
  expect(text).toBe(await golden.text())
})

test('likely abuse is what a forgotten server would send where it is steady, and nobody decided about it', () => {
  const steady = { ...STRANGER, messages: 40 }
  const seen = (given: Given, known: Parameters<typeof knownOf>[0] = {}) =>
    answerSources(factsOf([MAIN, given]), knownOf(known), WINDOW).answered.sources.find(
      ({ key }) => key === `ip:${STRANGER.ip}`,
    )
  expect(seen(steady)).toMatchObject({ standing: 'abuse', maybeForgotten: true })
  expect(seen({ ...steady, messages: 29 })).not.toHaveProperty('maybeForgotten')
  const marks = [{ key: `ip:${STRANGER.ip}`, mark: 'not_mine' as const }]
  expect(seen(steady, { marks })).toMatchObject({ standing: 'abuse', mark: 'not_mine' })
  expect(seen(steady, { marks })).not.toHaveProperty('maybeForgotten')
})
