import { describe, expect, test } from 'bun:test'
import { blocklist } from '../../../src/analysis/analyzers/server/blocklist.ts'
import { type ListSetting, listSettings, ROSTER } from '../../../src/mail/server/blocklists/roster.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type { ListState } from '../../../src/net/ports.ts'
import { withFix } from '../../support/with-fix.ts'
import { type Scene, scene } from './server-context.ts'

const lists = listSettings(ROSTER)
const BLOCKING = lists.filter((list) => list.kind === 'block').length
const usable = (chosen: readonly ListSetting[]): ListState[] => chosen.map(({ id }) => ({ id, usable: true }))

function scenario(more: Scene = {}, states = usable(lists), asked: ListSetting[] = lists) {
  return scene({ ...more, settings: { lists: asked, listStates: states, ...more.settings } })
}

/** 'zone code code' pairs as a literal about 192.0.2.10. */
function answers(...written: string[]): ZoneLiteral {
  return Object.fromEntries(
    written.map((one) => {
      const [name = '', ...codes] = one.split(' ')
      return [`10.2.0.192.${name}`, { A: codes }]
    }),
  )
}

const SPAMCOP = 'bl.spamcop.net'
const fails = (...zones: string[]) => zones.map((name) => `A 10.2.0.192.${name}`)

test('which of several hosts asked is evidence', async () => {
  const run = (more: Scene) => blocklist.run(scenario(more))
  expect((await run({ settings: { host: 'mx1' } })).evidence).toMatchObject({ asked_from: 'mx1' })
  expect((await run({})).evidence).not.toHaveProperty('asked_from')
})

describe('status and cost', () => {
  test.each<[string, ZoneLiteral, string[], string, number]>([
    ['on no list', {}, [], 'passed', 0],
    ['spamcop: weight 5', answers(`${SPAMCOP} 127.0.0.2`), [], 'failed', -1.5],
    ['spamhaus: the weight of the code', answers('zen.spamhaus.org 127.0.0.10'), [], 'failed', -1.8],
    [
      'spamhaus with two codes: the worst',
      answers('zen.spamhaus.org 127.0.0.2 127.0.0.10'),
      [],
      'failed',
      -2.4,
    ],
    [
      'two lists are summed',
      answers(`${SPAMCOP} 127.0.0.2`, 'bl.mailspike.net 127.0.0.12'),
      [],
      'failed',
      -2.4,
    ],
    ['never more than 3', answers('zen.spamhaus.org 127.0.0.9', `${SPAMCOP} 127.0.0.2`), [], 'failed', -3],
    ['one small list', answers('bl.blocklist.de 127.0.0.5'), [], 'failed', -0.3],
    [
      'small lists together',
      answers(
        'bl.spameatingmonkey.net 127.0.0.2',
        'dnsbl-1.uceprotect.net 127.0.0.2',
        'dnsbl.dronebl.org 127.0.0.3',
        'bl.blocklist.de 127.0.0.4',
      ),
      [],
      'failed',
      -0.6,
    ],
    [
      'small lists beside a big one',
      answers('dnsbl.dronebl.org 127.0.0.3', 'bl.blocklist.de 127.0.0.4', 'psbl.surriel.com 127.0.0.2'),
      [],
      'failed',
      -1.5,
    ],
    ['information only', answers('dnsbl-3.uceprotect.net 127.0.0.2'), [], 'failed', 0],
    ['one list fails, none lists', {}, fails(SPAMCOP), 'error', 0],
    ['one list fails, another lists', answers('psbl.surriel.com 127.0.0.2'), fails(SPAMCOP), 'failed', -0.9],
    ['one list refuses', answers('zen.spamhaus.org 127.255.255.254'), [], 'error', 0],
    ['one list is parked', answers(`${SPAMCOP} 203.0.113.7`), [], 'error', 0],
    ['one list gives an unknown code', answers(`${SPAMCOP} 127.0.0.200`), [], 'error', 0],
    ['a welcome list knows it', answers('list.dnswl.org 127.0.5.3'), [], 'passed', 0],
    ['a welcome list refuses', answers('list.dnswl.org 127.0.0.255'), [], 'passed', 0],
  ])('%s', async (_name, literal, fail, status, score) => {
    const conclusion = withFix(await blocklist.run(scenario({ zone: literal, fail })))
    expect({ status: conclusion.status as string, score: conclusion.score }).toEqual({ status, score })
    expect(conclusion.detail['summary']).toStartWith(
      `Asked ${BLOCKING} of ${BLOCKING} lists about 192.0.2.10`,
    )
  })
})

test('one detail key per list, each with its verdict', async () => {
  const literal = {
    ...answers(
      'zen.spamhaus.org 127.255.255.254',
      'psbl.surriel.com 203.0.113.1',
      'list.dnswl.org 127.0.5.2',
    ),
    [`10.2.0.192.${SPAMCOP}`]: { A: ['127.0.0.2'], TXT: ['Blocked, see https://www.spamcop.net/'] },
  }
  const states = usable(lists.filter((list) => list.id !== 'barracuda'))
  const fail = fails('bl.mailspike.net')
  const { detail } = withFix(await blocklist.run(scenario({ zone: literal, fail }, states)))
  expect(detail[SPAMCOP]).toBe(
    'listed: reported by recipients or traps (127.0.0.2). The list says: Blocked, see https://www.spamcop.net/. ' +
      'Removal: https://www.spamcop.net/bl.shtml',
  )
  expect(detail['zen.spamhaus.org']).toStartWith('refused: asked through a public')
  expect(detail['psbl.surriel.com']).toStartWith('broken: ')
  expect(detail['bl.mailspike.net']).toStartWith('error: ')
  expect(detail['b.barracudacentral.org']).toBe('skipped: not tested yet')
  expect(detail['bl.blocklist.de']).toBe('not listed')
  expect(detail['list.dnswl.org']).toStartWith('welcome list, it knows the address: category 5, trust medium')
  expect(detail['findings']).toBe('listed-spamcop')
  expect(detail['advice']).toContain('https://www.spamcop.net/bl.shtml')
  expect(detail['summary']).toStartWith(
    `Asked ${BLOCKING - 1} of ${BLOCKING} lists about 192.0.2.10: listed on 1.`,
  )
})

test('every list in use is asked at once, and lists of names are not', async () => {
  const context = scenario()
  withFix(await blocklist.run(context))
  expect(context.asked.calls).toHaveLength(lists.filter((list) => list.kind !== 'domain').length)
  expect(context.asked.calls.filter((call) => call.includes('multi.uribl.com'))).toEqual([])
})

test('an IPv6 client: lists without IPv6 are skipped', async () => {
  const context = scenario({ envelope: { clientAddress: '2001:db8::25' } })
  const { status, detail } = withFix(await blocklist.run(context))
  expect(status).toBe('passed')
  expect(detail[SPAMCOP]).toBe('skipped: it holds no IPv6 addresses')
  expect(detail['summary']).toStartWith(`Asked 3 of ${BLOCKING} lists about 2001:db8::25`)
})

test.each([
  ['not one tested yet', lists, []],
  ['all out of use', lists, lists.map(({ id }) => ({ id, usable: false, reason: 'it lists 127.0.0.1' }))],
  ['all turned off', [], []],
])('none in use, %s: not determined', async (_name, chosen, states) => {
  const context = scenario({}, states, chosen)
  const { status, detail } = withFix(await blocklist.run(context))
  expect(status).toBe('error')
  expect(detail['summary']).toContain('none is in use')
  expect(context.asked.calls).toEqual([])
})

test('the key of a list is in the question and nowhere in the report', async () => {
  const keyed = listSettings(ROSTER, { keys: { 'spamhaus-zen': 'sekret1' } })
  const literal = { '10.2.0.192.sekret1.zen.dq.spamhaus.net': { A: ['127.0.0.2'] } }
  const conclusion = withFix(await blocklist.run(scenario({ zone: literal }, usable(keyed), keyed)))
  expect(conclusion.detail['zen.dq.spamhaus.net']).toStartWith('listed')
  expect(JSON.stringify(conclusion)).not.toContain('sekret1')
})

test.each([
  ['hidden by a proxy', { envelope: { clientAddress: '192.168.0.9' } }, 'error'],
  ['from a file', { without: ['clientAddress'] as const }, 'neutral'],
  [
    'a sample',
    {
      envelope: { clientAddress: '::1', mailFrom: 'a@demo.example' },
      settings: { demoDomain: 'demo.example' },
    },
    'neutral',
  ],
])('%s: no list is asked', async (_name, given, status) => {
  const context = scenario(given)
  expect((await blocklist.run(context)).status).toBe(status as 'error')
  expect(context.asked.calls).toEqual([])
})
