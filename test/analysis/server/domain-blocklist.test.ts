import { describe, expect, test } from 'bun:test'
import { domainBlocklist } from '../../../src/analysis/analyzers/server/domain-blocklist.ts'
import { listSettings, ROSTER } from '../../../src/mail/server/blocklists/roster.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { withFix } from '../../support/with-fix.ts'
import { answers, askedOf, LISTS, listScene, NAME_LISTS, questionOf, usable } from '../domain-list-scene.ts'
import type { Scene } from './server-context.ts'

const COUNT = NAME_LISTS.length

async function run(given: Scene = {}) {
  return withFix(await domainBlocklist.run(listScene(given)))
}

describe('status and cost', () => {
  test.each<[string, ZoneLiteral, string[], string, number]>([
    ['on no list', {}, [], 'passed', 0],
    ['0.2 for each weight of the code', answers('surbl example.org 127.0.0.64'), [], 'failed', -1.2],
    ['the code, not the list', answers('spamhaus-dbl example.org 127.0.1.103'), [], 'failed', -0.8],
    ['the worst of several bits', answers('surbl example.org 127.0.0.68'), [], 'failed', -1.2],
    ['a little', answers('sem-fresh15 example.org 127.0.0.2'), [], 'failed', -0.2],
    [
      'several are summed, small ones too',
      answers(
        'sem-fresh15 example.org 127.0.0.2',
        'sem-uribl example.org 127.0.0.2',
        'uribl example.org 127.0.0.4',
      ),
      [],
      'failed',
      -1,
    ],
    [
      'never more than 2',
      answers('spamhaus-dbl example.org 127.0.1.4', 'surbl example.org 127.0.0.8'),
      [],
      'failed',
      -2,
    ],
    ['one list fails, none lists', {}, [`A ${questionOf('uribl', 'example.org')}`], 'error', 0],
    [
      'one list fails, another lists',
      answers('uribl example.org 127.0.0.8'),
      [`A ${questionOf('surbl', 'example.org')}`],
      'failed',
      -0.4,
    ],
    ['refused by a code', answers('spamhaus-dbl example.org 127.255.255.254'), [], 'error', 0],
    ['refused by a bit', answers('uribl example.org 127.0.0.1'), [], 'error', 0],
    ['a bit of refusal spoils the others', answers('uribl example.org 127.0.0.3'), [], 'error', 0],
    ['broken', answers('surbl example.org 203.0.113.9'), [], 'error', 0],
    ['unknown code', answers('spamhaus-dbl example.org 127.0.1.77'), [], 'error', 0],
  ])('%s', async (_name, zone, fail, status, score) => {
    const conclusion = await run({ zone, fail })
    expect({ status: conclusion.status as string, score: conclusion.score }).toEqual({ status, score })
    expect(conclusion.detail['summary']).toStartWith(`Asked ${COUNT} of ${COUNT} lists about example.org`)
  })
})

test('one detail key per list, with its verdict; the worst first where they differ', async () => {
  const zone = {
    ...answers(
      'spamhaus-dbl platform.example 127.255.255.254',
      'uribl example.org 127.0.0.64',
      'uribl platform.example 203.0.113.1',
    ),
    [questionOf('surbl', 'platform.example')]: { A: ['127.0.0.8'], TXT: ['Phishing, see there'] },
  }
  const { detail } = await run({
    envelope: { mailFrom: 'b@bounces.platform.example', helo: 'out.platform.example' },
    settings: { listStates: usable(LISTS.filter(({ id }) => id !== 'sem-fresh15')) },
    zone,
    fail: [`A ${questionOf('sem-uribl', 'example.org')}`, `A ${questionOf('sem-uribl', 'platform.example')}`],
  })
  expect(detail).toMatchObject({
    checked_domains: 'example.org (From); platform.example (Return-Path; HELO)',
    'multi.surbl.org':
      'listed: platform.example: PH: phishing (127.0.0.8). The list says: Phishing, see there. ' +
      'Removal: https://surbl.org/surbl-analysis; not listed: example.org',
    'dbl.spamhaus.org':
      'refused: platform.example: public resolver (127.255.255.254); not listed: example.org',
    'fresh15.spameatingmonkey.net': 'skipped: not tested yet',
    findings: 'listed-surbl',
    summary:
      `Asked ${COUNT - 1} of ${COUNT} lists about example.org, platform.example: listed on 1. No usable answer from ` +
      'dbl.spamhaus.org, multi.uribl.com, uribl.spameatingmonkey.net. platform.example on multi.surbl.org: PH: phishing.',
  })
  expect(detail['multi.uribl.com']).toStartWith('broken: platform.example: ')
  expect(detail['multi.uribl.com']).toContain('; unknown code: example.org: ')
  expect(detail['uribl.spameatingmonkey.net']).toStartWith('error: the DNS servers')
  expect(detail['advice']).toBe(
    'multi.surbl.org: The entry about platform.example is for phishing: find what of the domain is misused (its site, a mailbox, ' +
      'its DNS), take it down and change the passwords. Then the owner of the domain can ask for removal. Look-up and removal: ' +
      'https://surbl.org/surbl-analysis',
  )
})

test('a list that holds two of the domains is one finding and costs for both', async () => {
  const zone = answers('uribl example.org 127.0.0.4', 'uribl platform.example 127.0.0.8')
  const { detail, score } = await run({ envelope: { mailFrom: 'b@platform.example' }, zone })
  expect({ findings: detail['findings'], score }).toEqual({ findings: 'listed-uribl', score: -0.8 })
  expect(detail['summary']).toEndWith(
    'listed on 1. example.org on multi.uribl.com: grey: bulk senders/ESPs. ' +
      'platform.example on multi.uribl.com: red: very new or hidden registration.',
  )
})

test('one registrable domain is asked once, whoever names it', async () => {
  const context = listScene({
    headers: [
      'From: <a@news.example.org>',
      'DKIM-Signature: v=1; d=mail.example.org; s=x; a=rsa-sha256; b=AA; bh=AA; h=from',
    ],
    envelope: { mailFrom: 'b@bounce.example.org', helo: 'mx1.example.org' },
    zone: {
      '10.2.0.192.in-addr.arpa': { PTR: ['out.example.org'] },
      'out.example.org': { A: ['192.0.2.10'] },
    },
  })
  const { detail } = withFix(await domainBlocklist.run(context))
  for (const { id } of NAME_LISTS) expect(askedOf(context.asked.calls, id)).toEqual(['example.org'])
  expect(detail['checked_domains']).toBe('example.org (From; Return-Path; HELO; PTR; DKIM, not valid)')
})

test('a sender behind a proxy and one from a file are judged by what is known', async () => {
  const zone = answers('uribl example.org 127.0.0.2')
  const reverse = '9.0.168.192.in-addr.arpa'
  const hidden = listScene({ envelope: { clientAddress: '192.168.0.9' }, zone })
  expect((await domainBlocklist.run(hidden)).score).toBe(-1.2)
  expect(hidden.asked.calls).not.toContain(`PTR ${reverse}`)
  expect((await run({ without: ['clientAddress', 'helo', 'mailFrom'], zone })).score).toBe(-1.2)
})

test('the name of the address got no answer: not passed, and a listing stays one', async () => {
  const fail = ['PTR 10.2.0.192.in-addr.arpa']
  const open = await run({ fail })
  expect(open.status).toBe('error')
  expect(open.detail['summary']).toContain('got no answer')
  expect((await run({ fail, zone: answers('uribl example.org 127.0.0.2') })).status).toBe('failed')
})

test.each([
  ['not one tested yet', LISTS, [], ' (each: not tested yet)'],
  [
    'all out of use',
    LISTS,
    LISTS.map(({ id }) => ({ id, usable: false, reason: 'it lists example.com' })),
    ' (each: it lists example.com)',
  ],
  [
    'each for a reason of its own',
    LISTS,
    LISTS.map(({ id }) => ({ id, usable: false, reason: `it is ${id}` })),
    '',
  ],
  ['turned off', LISTS.filter((list) => list.kind !== 'domain'), usable(LISTS), ''],
])('none in use, %s: not determined', async (_name, lists, listStates, why) => {
  const context = listScene({ settings: { lists, listStates } })
  const { status, detail } = withFix(await domainBlocklist.run(context))
  expect(status).toBe('error')
  expect(detail['summary']).toEndWith(`none is in use${why}.`)
  expect(context.asked.calls.filter((call) => call.startsWith('A example.org.'))).toEqual([])
})

test.each<[string, Scene]>([
  [
    'a sample',
    {
      envelope: { clientAddress: '::1', mailFrom: 'a@demo.example' },
      settings: { demoDomain: 'demo.example' },
    },
  ],
  ['no domain', { headers: ['From: <a@localhost>'], envelope: { mailFrom: '', helo: '[192.0.2.10]' } }],
])('%s: neutral, no list is asked', async (_name, given) => {
  const context = listScene(given)
  expect((await domainBlocklist.run(context)).status).toBe('neutral')
  for (const { id } of NAME_LISTS) expect(askedOf(context.asked.calls, id)).toEqual([])
})

test('a list with a key is asked with it, and the key is nowhere in the report', async () => {
  const lists = listSettings(ROSTER, { keys: { 'spamhaus-dbl': 'sekret1' } })
  const zone = { 'example.org.sekret1.dbl.dq.spamhaus.net': { A: ['127.0.1.2'] } }
  const conclusion = await run({ settings: { lists, listStates: usable(lists) }, zone })
  expect(conclusion.detail['dbl.dq.spamhaus.net']).toStartWith('listed: spam domain (127.0.1.2)')
  expect(JSON.stringify(conclusion)).not.toContain('sekret1')
})

describe('more domains than are asked', () => {
  const froms = Array.from({ length: 9 }, (_, index) => `<a@d${index}.example>`).join(', ')
  const given: Scene = {
    headers: [`From: ${froms}`],
    envelope: { mailFrom: '', helo: 'localhost' },
    limited: true,
  }

  test('the first six are asked within the share; the others are named', async () => {
    const context = listScene(given)
    const { status, detail } = withFix(await domainBlocklist.run(context))
    expect(status).toBe('passed')
    expect(askedOf(context.asked.calls, 'uribl')).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => `d${index}.example`),
    )
    expect(detail['not_asked']).toBe('d6.example, d7.example, d8.example')
  })

  test('a share that runs dry leaves the last questions open, never clean', async () => {
    const spare = Array.from({ length: 4 }, (_, index) => ({
      ...NAME_LISTS[0],
      id: `extra${index}`,
      name: `extra${index}.example`,
      zone: `extra${index}.example`,
    })) as typeof LISTS
    const lists = [...NAME_LISTS, ...spare]
    const { status, detail } = withFix(
      await domainBlocklist.run(listScene({ ...given, settings: { lists, listStates: usable(lists) } })),
    )
    expect(status).toBe('error')
    expect(detail['extra3.example']).toBe(
      'error: d4.example, d5.example: no question was left for it; ' +
        'not listed: d0.example, d1.example, d2.example, d3.example',
    )
  })
})
