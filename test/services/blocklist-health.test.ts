import { describe, expect, test } from 'bun:test'
import { type ListSetting, listSettings, ROSTER } from '../../src/mail/server/blocklists/roster.ts'
import { createBlocklistHealth } from '../../src/services/blocklist-health.ts'

const [first, second] = listSettings(ROSTER).filter((list) => list.kind === 'block') as [
  ListSetting,
  ListSetting,
]
const names = listSettings(ROSTER).filter((list) => list.kind === 'domain') as [ListSetting]
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Blocklist health over a script: what each zone answers its self-test, and a clock that is moved by hand. */
function scripted(lists: ListSetting[]) {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const broken = new Set<string>()
  const probed: string[] = []
  const said: [level: string, facts: Record<string, unknown>][] = []
  let running = 0
  let mostRunning = 0
  const probe = async (zone: string) => {
    probed.push(zone)
    running += 1
    mostRunning = Math.max(mostRunning, running)
    await new Promise((done) => setImmediate(done))
    running -= 1
    if (broken.has('throws')) throw new Error('boom')
    return broken.has(zone)
      ? ({ usable: false, reason: 'it lists 127.0.0.1' } as const)
      : ({ usable: true } as const)
  }
  const health = createBlocklistHealth({
    lists,
    test: (list) => probe(list.zone),
    clock: { now: () => new Date(now) },
    log: {
      info: (facts) => void said.push(['info', facts]),
      warn: (facts) => void said.push(['warn', facts]),
      error: (facts) => void said.push(['error', facts]),
    },
  })
  const usable = () => Object.fromEntries(health.states().map((state) => [state.id, state.usable]))
  return {
    health,
    broken,
    probed,
    said,
    usable,
    mostRunning: () => mostRunning,
    pass(ms: number) {
      now += ms
    },
  }
}

describe('which lists are in use', () => {
  test('none before its first test', () => {
    expect(scripted([first]).health.states()).toEqual([])
  })

  test('a list that passes is in use, with the time of its test', async () => {
    const { health } = scripted([first])
    await health.testDue()
    expect(health.states()).toEqual([{ id: first.id, usable: true, testedAt: '2026-11-20T12:00:00.000Z' }])
  })

  test('a list that was never good is out at its first failure, with the reason', async () => {
    const { health, broken } = scripted([first])
    broken.add(first.zone)
    await health.testDue()
    expect(health.states()).toMatchObject([{ usable: false, reason: 'it lists 127.0.0.1' }])
  })

  test('a good list goes out after two failures in a row, the second test five minutes after the first', async () => {
    const { health, broken, pass, usable, probed } = scripted([first])
    await health.testDue()
    broken.add(first.zone)
    pass(6 * HOUR)
    await health.testDue()
    expect(usable()).toEqual({ [first.id]: true })
    pass(4 * MINUTE)
    await health.testDue()
    expect(probed).toHaveLength(2)
    pass(MINUTE)
    await health.testDue()
    expect(usable()).toEqual({ [first.id]: false })
  })

  test('a pass between two failures starts the count anew', async () => {
    const { health, broken, pass, usable } = scripted([first])
    await health.testDue()
    for (const fails of [true, false, true]) {
      if (fails) broken.add(first.zone)
      else broken.delete(first.zone)
      pass(6 * HOUR)
      await health.testDue()
    }
    expect(usable()).toEqual({ [first.id]: true })
  })

  test('a list that is out is tried hourly and comes back at its first pass', async () => {
    const { health, broken, pass, usable, probed } = scripted([first])
    broken.add(first.zone)
    await health.testDue()
    broken.clear()
    pass(59 * MINUTE)
    await health.testDue()
    expect(probed).toHaveLength(1)
    pass(MINUTE)
    await health.testDue()
    expect(usable()).toEqual({ [first.id]: true })
  })

  test('a list in use is not tested again before six hours', async () => {
    const { health, pass, probed } = scripted([first])
    await health.testDue()
    pass(6 * HOUR - 1)
    await health.testDue()
    expect(probed).toHaveLength(1)
    pass(1)
    await health.testDue()
    expect(probed).toHaveLength(2)
  })

  test('one list that fails does not touch another', async () => {
    const { health, broken, usable } = scripted([first, second])
    broken.add(first.zone)
    await health.testDue()
    expect(usable()).toEqual({ [first.id]: false, [second.id]: true })
  })
})

describe('the tests themselves', () => {
  test('one list at a time, also when two rounds are asked for', async () => {
    const { health, mostRunning, probed } = scripted([first, second, names[0]])
    await Promise.all([health.testNow(), health.testNow()])
    expect(mostRunning()).toBe(1)
    expect(probed).toHaveLength(6)
  })

  test('a list without its key is not tested', async () => {
    const keyless = listSettings(ROSTER, { enable: ['abusix-combined'] }).filter(
      (list) => list.id === 'abusix-combined',
    )
    const { health, probed } = scripted(keyless)
    await health.testNow()
    expect(probed).toEqual([])
  })

  test('a self-test that breaks off counts as failed and is logged; the others go on', async () => {
    const { health, broken, usable, said } = scripted([first, second])
    broken.add('throws')
    await health.testNow()
    expect(usable()).toEqual({ [first.id]: false, [second.id]: false })
    expect(said.filter(([level]) => level === 'error')).toHaveLength(2)
  })

  test('the operator hears of changes, in one line for a round, and of nothing else', async () => {
    const { health, broken, said, pass } = scripted([first, second])
    broken.add(first.zone).add(second.zone)
    await health.testDue()
    pass(HOUR)
    await health.testDue()
    expect(said).toEqual([['warn', { lists: [first.name, second.name] }]])
  })

  test('starting returns at once and tests in the background; stopping ends the round', async () => {
    const { health, probed } = scripted([first, second])
    health.start()
    expect(health.states()).toEqual([])
    health.stop()
    await health.testDue()
    expect(probed.length).toBeLessThan(2)
  })
})
