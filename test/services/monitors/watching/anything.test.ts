import { expect, test } from 'bun:test'
import type { WatchingEvent } from '../../../../src/core/watching/events.ts'
import { isPaused } from '../../../../src/services/monitors/watching/watched.ts'
import { openWindow } from '../../../../src/services/monitors/watching/windows.ts'
import { chance as chanceOf } from '../../../support/chance.ts'
import { DAY, HOUR, MINUTE, START, scene } from './scene.ts'

type Told = Extract<WatchingEvent, { type: 'monitor.alert' | 'monitor.recovered' }>

const LIMIT = 150 * MINUTE
const WINDOWS = [
  { kind: 'weekly' as const, days: [1, 4], at: '02:30', minutes: 180, zone: 'Europe/Berlin' },
  { kind: 'once' as const, from: new Date(START + 2 * DAY), until: new Date(START + 3 * DAY) },
]

/** Whatever happens to a monitor, and what must hold all the time. */
function history(chance: () => number) {
  const upTo = (most: number) => Math.floor(chance() * most)
  const at = scene(
    {
      ...{ leastScore: 7, mostDrop: 1.5, mustPass: ['dkim'], blocklists: true, records: true },
      interval: { everyMinutes: 120, graceMinutes: 30 },
    },
    { windows: WINDOWS },
  )
  const isQuiet = () =>
    isPaused(at.monitor, at.now()) || openWindow(at.monitor.windows, at.now()) !== undefined
  const namesOf = ({ payload }: Told) =>
    payload.reasons.map(({ condition, about = '' }) => `${condition} ${about}`.trim())
  /** What was told and not said to be over; that of it which lasts; and when what was over was. */
  const told = new Set<string>()
  const lasting = new Set<string>()
  const over = new Map<string, number>()
  const counts = { alerts: 0, recoveries: 0 }

  function alerted(event: Told): void {
    const names = namesOf(event)
    const isNews = (name: string) => !lasting.has(name) && at.running() - (over.get(name) ?? -DAY) >= DAY
    // A check may have another fault, and records of another domain be learnt meanwhile.
    expect({ names, isNews: names.some((name) => isNews(name) || name.startsWith('record_broken')) }).toEqual(
      {
        names,
        isNews: true,
      },
    )
    for (const name of names) {
      told.add(name)
      lasting.add(name)
    }
    counts.alerts += 1
  }

  function recovered(event: Told): void {
    expect(namesOf(event).toSorted()).toEqual([...told].toSorted())
    for (const name of told) over.set(name, at.running())
    told.clear()
    lasting.clear()
    counts.recoveries += 1
  }

  /** What a maintenance window hides is over when it is. */
  function follow(): void {
    const open = new Set(at.state().holds.map(({ condition, about = '' }) => `${condition} ${about}`.trim()))
    for (const name of [...lasting].filter((one) => !open.has(one))) {
      lasting.delete(name)
      over.set(name, at.running())
    }
  }

  function check(): void {
    const events = at.events() as Told[]
    if (isQuiet()) expect(events).toEqual([])
    expect(events.length).toBeLessThanOrEqual(1)
    for (const event of events) (event.type === 'monitor.alert' ? alerted : recovered)(event)
    follow()
    isSound()
  }

  function isSound(): void {
    const { state, reasons } = at.standing()
    expect(reasons.length > 0).toBe(state === 'alerting' || state === 'silent')
    if (state === 'ok' || state === 'waiting') expect([...told]).toEqual(isQuiet() ? [...told] : [])
    if (state === 'silent') expect(at.quietFor()).toBeGreaterThanOrEqual(LIMIT)
    const due = at.due()?.getTime() ?? 0
    expect(due - at.now().getTime()).toBeLessThanOrEqual(12 * HOUR)
    expect(JSON.stringify(at.state()).length).toBeLessThan(20_000)
  }

  const deeds: (readonly [number, () => void])[] = [
    [
      30,
      () =>
        void at.mail({ score: 5 + upTo(50) / 10, checks: { dkim: chance() < 0.7 ? 'passed' : 'failed' } }),
    ],
    [20, () => void at.mail({ score: 9, checks: { dkim: 'passed' } })],
    [2, () => void at.mail({ failed: true })],
    [2, () => void at.mail({ score: 4, ago: upTo(3) * HOUR })],
    [10, () => at.look(chance() < 0.3 ? ['listed zen'] : [])],
    [
      10,
      () => at.look(chance() < 0.4 ? [`record_broken spf/${upTo(2)}`] : [], chance() < 0.2 ? ['listed'] : []),
    ],
    [2, () => at.look(['record_broken dmarc/none'], [], chance() < 0.5 ? 'example.org' : 'example.net')],
    [1, () => at.change({ paused: { at: at.now(), until: new Date(at.now().getTime() + upTo(20) * HOUR) } })],
    [1, () => at.change({ paused: { at: at.now() } })],
    [4, () => at.resume()],
    [1, () => at.change({ expectations: { leastScore: 6 + upTo(3) } })],
    [1, () => at.change({ expectations: { mustPass: chance() < 0.5 ? [] : ['dkim'] } })],
    [2, () => at.off(upTo(40) * HOUR)],
    [2, () => at.set((upTo(80) - 40) * HOUR)],
  ]
  const drawn = deeds.flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed))

  return {
    counts,
    step(): void {
      at.passing(upTo(chance() < 0.1 ? 12 * HOUR : 100 * MINUTE), check)
      drawn[upTo(drawn.length)]?.()
      check()
    },
  }
}

test.each(Array.from({ length: 40 }, (_, n) => n))('whatever happens, nothing is told amiss (%d)', (seed) => {
  const { step, counts } = history(chanceOf(seed))
  for (let n = 0; n < 400; n += 1) step()
  expect(counts.alerts).toBeGreaterThan(5)
  expect(counts.recoveries).toBeGreaterThan(3)
})
