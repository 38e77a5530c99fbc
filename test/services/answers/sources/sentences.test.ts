import { expect, test } from 'bun:test'
import { answerSources } from '../../../../src/services/answers/sources/answer.ts'
import { factsOf, type Given, knownOf, WINDOW } from './scene.ts'

function first(given: readonly Given[], known?: Parameters<typeof knownOf>[0]) {
  const { sources } = answerSources(factsOf(given), knownOf(known), WINDOW).answered
  const [source] = sources
  return source && { [source.standing]: source.reasons, advice: source.advice }
}

test('print', () => {
const MAIN: Given = { ip: '192.0.2.1', messages: 50_000, pass: 50_000, spfAligned: 50_000, dkimAligned: 0 }
const GOOGLE = 'mail-a.google.com'
const INCLUDE = { '209.85.': 'include:_spf.google.com' }
  for (const [given, known] of [
  [[MAIN]],
  [[{ ip: '198.51.100.9', reverseDns: 'fwd.university.example', messages: 60, pass: 60, asked: ['!example.org'] }]],
  [[{ ip: '198.51.100.9', messages: 20, pass: 10, forwarded: 5, asked: ['!example.org'] }]],
  [[MAIN, { ip: '198.51.100.9', messages: 300, broken: 300, unaligned: 300, asked: ['lists.club.example'], signed: ['!example.org'] }]],
  [[MAIN, { ip: '198.51.100.9', messages: 12, broken: 12 }]],
  [[MAIN, { ip: '207.211.1.1', reverseDns: 'us-smtp-1.mimecast.com', messages: 90, pass: 30, broken: 60 }]],
  [[MAIN, { ip: '207.211.1.1', reverseDns: 'us-smtp-1.mimecast.com', messages: 50 }]],
  [[{ ip: '198.51.100.1', messages: 300, pass: 200, lastPassed: WINDOW.to - 10, broken: 100, unaligned: 100, asked: ['bounce.service.example'], signed: ['example.org'] }]],
  [[MAIN, { ip: '198.51.100.1', reverseDns: 'o1.sendgrid.net', messages: 700, broken: 700, unaligned: 700, signed: ['!example.org', 'sendgrid.net'] }]],
  [[{ ip: '192.0.2.80', messages: 40, asked: ['web1.hoster.example'] }], { spf: { '192.0.2.80': 'a' } }],
  [[MAIN, { ip: '203.0.113.5', reverseDns: 'printer.example.org', messages: 15, asked: ['!example.org'] }]],
  [[{ ip: '192.161.1.1', reverseDns: 'outbyoip1.zendesk.com', messages: 500, unaligned: 500, signed: ['zendesk.com'] }], { spf: { '192.161.': 'include:mail.zendesk.com' } }],
  [[{ ip: '192.161.1.1', reverseDns: 'out.github.com', messages: 500, unaligned: 500, signed: ['github.com'] }]],
  [[{ ip: '198.51.100.1', messages: 80, unaligned: 80, signed: ['mail.example.org'] }], { spf: { '198.': 'mx' } }],
  [[MAIN, { ip: '198.51.100.1', messages: 80, unaligned: 80, asked: ['sender.example'] }]],
  [[MAIN, { ip: '203.0.113.7', messages: 1 }]],
  [[MAIN, { ip: '203.0.113.7', messages: 1 }], { spf: 'unknown' }],
  [[MAIN, { ip: '203.0.113.7', messages: 100, unaligned: 20 }]],
  [[MAIN, { ip: '203.0.113.7', messages: 20_000, broken: 20_000, unaligned: 20_000 }]],
  [[{ ip: '203.0.113.7', messages: 100, pass: 100, spfAligned: 100, dkimAligned: 0 }], { spf: {'203.': 'ip4:203.0.113.0/24'}, marks: [{ key: 'ip:203.0.113.7', mark: 'not_mine' }] }],
  [[
        { ip: '209.85.1.1', reverseDns: GOOGLE, messages: 9_000, pass: 9_000, spfAligned: 9_000, asked: ['example.org'] },
        { ip: '209.85.1.2', reverseDns: GOOGLE, messages: 600, unaligned: 600, signed: ['spam.example'] },
      ], { spf: INCLUDE }],
  [[{ ip: '209.85.1.1', reverseDns: GOOGLE, messages: 1_000, pass: 800, spfAligned: 700, broken: 200, unaligned: 200, signed: ['example.org', 'googlegroups.com'] }], { spf: INCLUDE }],
  ] as any[]) console.log(JSON.stringify(first(given, known), null, 1))
  expect(1).toBe(1)
})
