import { expect, test } from 'bun:test'
import { answerSources } from '../../../../src/services/answers/sources/answer.ts'
import { factsOf, type Given, knownOf, WINDOW } from './scene.ts'

/** Numbers that follow from a seed: a failure can be had again. */
function chanceOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const HOSTS = [
  undefined,
  'mail.google.com',
  'out.zendesk.com',
  'ec2-1.amazonaws.com',
  'a.isp.example',
  'b.isp.example',
  'web.example.org',
  'us.mimecast.com',
]
const DOMAINS = ['example.org', '!example.org', 'zendesk.com', 'lists.club.example', 'other.example']
const TERMS = ['a', 'include:_spf.google.com', 'include:_spf.service.example', 'include:_spf.example.org']

function anyFacts(chance: (below: number) => number): Given[] {
  return Array.from({ length: 1 + chance(40) }, (_, at) => {
    const messages = 1 + chance(3) * chance(5_000)
    const pass = chance(3) === 0 ? messages : chance(3) === 0 ? chance(messages + 1) : 0
    const fail = messages - pass
    const host = HOSTS[chance(HOSTS.length)]
    const some = (most: number) => (chance(2) === 0 ? chance(most + 1) : 0)
    const forwarded = some(fail)
    return {
      ip: `192.0.${chance(3)}.${at}`,
      ...(host !== undefined && { reverseDns: host }),
      messages,
      pass,
      spfAligned: some(pass),
      forwarded,
      listed: some(forwarded),
      unaligned: some(fail),
      broken: some(fail),
      signed: [DOMAINS[chance(DOMAINS.length)] as string],
      asked: [DOMAINS[chance(DOMAINS.length)] as string],
      ...(chance(4) === 0 && { lastPassed: WINDOW.to - chance(40) }),
    }
  })
}

function anyKnowledge(chance: (below: number) => number): NonNullable<Parameters<typeof knownOf>[0]> {
  const spf =
    chance(5) === 0
      ? ('unknown' as const)
      : Object.fromEntries(
          Array.from({ length: chance(3) }, (_, at) => [`192.0.${at}.`, TERMS[chance(4)] as string]),
        )
  const keys = [
    'sender:google',
    'domain:isp.example',
    'domain:isp.example/others',
    'ip:192.0.1.3',
    'domain:google.com',
  ]
  const marks = keys
    .filter(() => chance(4) === 0)
    .map((key) => ({ key, mark: chance(2) === 0 ? ('mine' as const) : ('not_mine' as const) }))
  return { spf, marks }
}

const SUMS = [
  'messages',
  'pass',
  'dkimAligned',
  'spfAligned',
  'forwarded',
  'listed',
  'unaligned',
  'broken',
] as const

test('every message is in one source, whatever the order of the facts', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const chance = chanceOf(seed)
    const given = anyFacts(chance)
    const known = knownOf(anyKnowledge(chance))
    const facts = factsOf(given)
    const { answered, addresses } = answerSources(facts, known, WINDOW)
    for (const part of SUMS) {
      const told = answered.sources.reduce((sum, one) => sum + one[part], 0)
      const reported = facts.rows.reduce((sum, one) => sum + one[part], 0)
      expect({ seed, part, told }).toEqual({ seed, part, told: reported })
    }
    const keys = answered.sources.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    const ips = [...addresses.values()].flat()
    expect(ips.toSorted()).toEqual([...new Set(given.map(({ ip }) => ip))].toSorted())
    const turned = answerSources(
      { ...facts, rows: facts.rows.toReversed(), traits: facts.traits.toReversed() },
      known,
      WINDOW,
    )
    expect({ seed, answered: turned.answered }).toEqual({ seed, answered })
  }
})

test('a mark is never overruled but for mail that is passed on, and no sentence is empty', () => {
  const seen = new Map<string, number>()
  for (let seed = 1; seed <= 500; seed += 1) {
    const chance = chanceOf(seed)
    const facts = factsOf(anyFacts(chance))
    for (const one of answerSources(facts, knownOf(anyKnowledge(chance)), WINDOW).answered.sources) {
      seen.set(`${one.mark} ${one.standing}`, (seen.get(`${one.mark} ${one.standing}`) ?? 0) + 1)
      if (one.mark === 'mine') expect(['unknown', 'abuse']).not.toContain(one.standing)
      if (one.mark === 'not_mine') expect(['others', 'passed_on']).toContain(one.whose)
      expect(one.reasons.length).toBeGreaterThan(0)
      for (const sentence of [...one.reasons, one.advice.says]) expect(sentence).toMatch(/^[A-Z0-9].*\.$/)
      expect([...one.reasons, one.advice.says].join()).not.toMatch(/undefined|NaN|\[object| {2}/)
    }
  }
  expect([...seen.keys()].filter((one) => one.startsWith('mine')).length).toBeGreaterThan(2)
  expect(seen.get('not_mine abuse')).toBeGreaterThan(5)
})

test('texts of strangers stand in no sentence as they were written', () => {
  const hostile = [
    '<script>alert(1)</script>',
    'ok.example\u001b[31m',
    'a'.repeat(1_000),
    '',
    '=cmd()',
    'x\u202Ey.example',
  ]
  const given = hostile.flatMap((text, at): Given[] => [
    { ip: `192.0.2.${at}`, messages: 40, unaligned: 40, signed: [text], asked: [text] },
    {
      ip: `198.51.100.${at}`,
      messages: 40,
      broken: 40,
      unaligned: 40,
      signed: [text],
      asked: [text],
      reverseDns: text,
    },
  ])
  const { sources } = answerSources(factsOf(given), knownOf(), WINDOW).answered
  const said = sources.flatMap(({ reasons, advice }) => [...reasons, advice.says])
  expect(said.length).toBeGreaterThan(24)
  for (const sentence of said) {
    expect(sentence).toMatch(/^[\x20-\x7e…]+$/)
    expect(sentence.length).toBeLessThan(400)
    expect(sentence).not.toMatch(/script|=cmd|\[31m|a{100}/)
  }
})
