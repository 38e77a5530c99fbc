import { describe, expect, test } from 'bun:test'
import type { WatchingEvent } from '../../../src/core/watching/events.ts'
import type { Finding, FindingState } from '../../../src/services/doctor/finding.ts'
import { createSickness } from '../../../src/services/instance/sickness/sickness.ts'
import type { SicknessStore } from '../../../src/store/watching/sickness.ts'

const START = Date.parse('2026-11-20T00:00:00Z')

/** A store in memory, a doctor who says what he is told to, and a clock. */
function world(makeDefault?: () => Promise<boolean>) {
  let kept: { version: number; state: string } | undefined
  const told: WatchingEvent[] = []
  const store: { sickness: SicknessStore } = {
    sickness: {
      begin: async () => kept,
      async settle(version, state, _at, events) {
        if ((kept?.version ?? 0) !== version) return 'outdated'
        kept = { version: version + 1, state }
        told.push(...events)
        return 'settled'
      },
    },
  }
  let now = START
  let state: FindingState = 'ok'
  let examined = 0
  const examine = async (): Promise<Finding[]> => {
    examined++
    return [{ id: 'disk', title: 'Room for mail', read: '', state, seen: `It is ${state}.` }]
  }
  const log = { info() {}, warn() {}, error() {} }
  const open = () =>
    createSickness({
      store,
      doctor: { examine },
      clock: { now: () => new Date(now) },
      log,
      ...(makeDefault && { makeDefault }),
    })
  let sickness = open()
  return {
    told,
    examined: () => examined,
    kept: () => JSON.parse(kept?.state ?? '{}') as Record<string, unknown>,
    restart: () => {
      sickness = open()
    },
    async look(as: FindingState, minutes = 5) {
      state = as
      now += minutes * 60_000
      await sickness.run()
      return told.length
    },
    both: async () => {
      now += 300_000
      await Promise.all([sickness.run(), open().run()])
    },
  }
}

describe('the instance is looked at', () => {
  test('and what became bad, and is over, is told once, restarts or not', async () => {
    const { look, restart, told } = world()
    await look('ok')
    await look('problem')
    restart()
    await look('problem')
    restart()
    await look('problem')
    await look('ok')
    restart()
    await look('ok')
    await look('ok')
    expect(told.map(({ type, subject }) => `${type} ${subject}`)).toEqual([
      'instance.trouble disk',
      'instance.recovered disk',
    ])
  })

  test('not sooner than minutes later: starts again and again are one look', async () => {
    const { look, restart, told, examined } = world()
    await look('ok')
    await look('problem')
    for (let times = 0; times < 5; times += 1) {
      restart()
      await look('problem', 0.5)
    }
    expect({ told: told.length, examined: examined() }).toEqual({ told: 0, examined: 2 })
    await look('problem')
    expect(told).toHaveLength(1)
  })

  test('two looks at once tell it once', async () => {
    const { look, both, told } = world()
    await look('ok')
    await look('problem')
    await both()
    expect(told).toHaveLength(1)
  })

  test('the destination that exists by default is made once', async () => {
    let made = 0
    const { look, restart, kept } = world(async () => {
      made++
      return made > 1
    })
    await look('ok')
    expect(kept()['hasDefault']).toBeUndefined()
    await look('ok')
    restart()
    await look('ok')
    expect(made).toBe(2)
    expect(kept()['hasDefault']).toBe(true)
  })
})
