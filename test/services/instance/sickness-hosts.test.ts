import { beforeEach, describe, expect, test } from 'bun:test'
import type { WatchingEvent } from '../../../src/core/watching/events.ts'
import type { Finding, FindingState } from '../../../src/services/doctor/finding.ts'
import { createSickness } from '../../../src/services/instance/sickness/sickness.ts'
import type { SicknessStore } from '../../../src/store/watching/sickness.ts'

const MINUTE = 60_000
const START = Date.parse('2026-11-20T00:00:00Z')

let now: number
let kept: { version: number; state: string } | undefined
let told: string[]
let alive: string[]
let leader: string | undefined
/** What each host's own resolver is, and what the database that they share is. */
let resolvers: Record<string, FindingState>
let alerts: FindingState
beforeEach(() => {
  now = START
  kept = undefined
  told = []
  alive = ['mx1', 'mx2']
  leader = undefined
  resolvers = { mx1: 'ok', mx2: 'ok' }
  alerts = 'ok'
})

const store: { sickness: SicknessStore } = {
  sickness: {
    begin: async () => kept,
    async settle(version, state, _at, events: readonly WatchingEvent[]) {
      // Another host may have its turn in between.
      await Bun.sleep(0)
      if ((kept?.version ?? 0) !== version) return 'outdated'
      kept = { version: version + 1, state }
      for (const { type, subject, payload } of events as { type: string; subject: string; payload: object }[])
        told.push(`${type} ${subject} ${'host' in payload ? payload.host : 'all'}`)
      return 'settled'
    },
  },
}

const finding = (id: string, state: FindingState, host?: string): Finding => ({
  id,
  title: id,
  read: '',
  state,
  seen: `It is ${state}.`,
  ...(host !== undefined && { host }),
})

const sickness = (host: string) =>
  createSickness({
    store,
    doctor: {
      examine: async () => [finding('alerts', alerts), finding('resolver', resolvers[host] ?? 'ok', host)],
    },
    clock: { now: () => new Date(now) },
    log: { info() {}, warn() {}, error() {} },
    among: {
      host,
      alive: async () => alive,
      leads: async () => {
        leader ??= host
        return leader === host
      },
    },
  })

async function look(...hosts: string[]): Promise<void> {
  now += 5 * MINUTE
  await Promise.all(hosts.map((host) => sickness(host).run()))
}

describe('of several hosts', () => {
  test('a finding of one is told of that one, whatever the others see', async () => {
    await look('mx1', 'mx2')
    resolvers['mx1'] = 'problem'
    for (let looks = 0; looks < 4; looks += 1) await look('mx1', 'mx2')
    expect(told).toEqual(['instance.trouble resolver mx1'])
    resolvers['mx1'] = 'ok'
    for (let looks = 0; looks < 4; looks += 1) await look('mx2', 'mx1')
    expect(told).toEqual(['instance.trouble resolver mx1', 'instance.recovered resolver mx1'])
  })

  test('what all share is told once, by the one that leads', async () => {
    await look('mx1', 'mx2')
    alerts = 'problem'
    for (let looks = 0; looks < 4; looks += 1) await look('mx1', 'mx2')
    expect(told).toEqual(['instance.trouble alerts all'])
    leader = 'mx2'
    alerts = 'ok'
    for (let looks = 0; looks < 4; looks += 1) await look('mx1', 'mx2')
    expect(told).toEqual(['instance.trouble alerts all', 'instance.recovered alerts all'])
  })

  test('what was said of one that is gone is over, and what is said of one that is there is not', async () => {
    resolvers = { mx1: 'problem', mx2: 'problem' }
    for (let looks = 0; looks < 3; looks += 1) await look('mx1', 'mx2')
    expect(told.toSorted()).toEqual(['instance.trouble resolver mx1', 'instance.trouble resolver mx2'])
    told = []
    for (let looks = 0; looks < 3; looks += 1) await look('mx1')
    expect(told).toEqual([])
    alive = ['mx1']
    for (let looks = 0; looks < 3; looks += 1) await look('mx1')
    expect(told).toEqual(['instance.recovered resolver mx2'])
    const { findings, hosts } = JSON.parse(kept?.state ?? '{}')
    expect([Object.keys(findings).toSorted(), Object.keys(hosts)]).toEqual([
      ['alerts', 'resolver@mx1'],
      ['mx1'],
    ])
  })

  test('each looks no sooner than minutes later', async () => {
    await look('mx1')
    resolvers['mx1'] = 'problem'
    for (let starts = 0; starts < 5; starts += 1) {
      now += MINUTE / 2
      await sickness('mx1').run()
    }
    expect(told).toEqual([])
    expect(JSON.parse(kept?.state ?? '{}').findings['resolver@mx1'].bad).toBe(0)
  })
})
