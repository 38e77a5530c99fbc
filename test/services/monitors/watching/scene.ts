import type { WatchingEvent } from '../../../../src/core/watching/events.ts'
import type { Expectations, MonitorStanding } from '../../../../src/core/watching/monitor.ts'
import { judge } from '../../../../src/services/monitors/watching/machine.ts'
import type {
  BadThing,
  Observation,
  SeenOutcome,
} from '../../../../src/services/monitors/watching/observation.ts'
import type { WatchState } from '../../../../src/services/monitors/watching/state.ts'
import type { Watched } from '../../../../src/services/monitors/watching/watched.ts'

/** A Monday. */
export const START = Date.parse('2026-11-23T12:00:00.000Z')
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export interface Mail {
  score?: number
  undetermined?: number
  /** Statuses of checks by name. */
  checks?: Record<string, 'passed' | 'failed' | 'neutral' | 'error'>
  /** It could not be analysed. */
  failed?: true
  /** How long before now it came. */
  ago?: number
  /** Of a message that was told before. */
  id?: string
}

const NONE: Expectations = { mustPass: [], blocklists: false, records: false }

/** A monitor and its time; every state goes through JSON as the store keeps it. */
export function scene(expectations: Partial<Expectations> = {}, settings: Partial<Watched> = {}) {
  const monitor: Watched = {
    id: 'mon_1',
    accountId: 'acc',
    name: 'Newsletter',
    subject: { kind: 'mail', localPart: 'abc' },
    expectations: { ...NONE, ...expectations },
    windows: [],
    createdAt: new Date(START),
    ...settings,
  }
  let [wall, running, count, events] = [START, 0, 0, 0]
  let state: WatchState | undefined
  let standing: MonitorStanding | undefined
  let due: number | undefined = START
  let arrived: number | undefined
  let came = 0
  let told: WatchingEvent[] = []

  function observe(seen: Observation): void {
    const before = state && (JSON.parse(JSON.stringify(state)) as WatchState)
    const untouched = JSON.stringify(before)
    const now = {
      at: new Date(wall),
      running,
      ...(arrived !== undefined && { arrivedAt: new Date(arrived) }),
    }
    const judged = judge(before, monitor, now, seen)
    if (JSON.stringify(before) !== untouched) throw new Error('what was given was changed')
    ;({ state, standing } = judged)
    due = judged.dueAt?.getTime()
    told.push(...judged.events)
  }

  function outcomeOf({ score = 9, undetermined = 0, checks = {}, failed }: Mail): SeenOutcome {
    if (failed) return { status: 'failed', reason: 'It is no message.' }
    const list = Object.entries(checks).map(([name, status]) => ({
      name,
      status,
      summary: `${name} is ${status}.`,
    }))
    return { status: 'scored', score, undetermined, checks: list }
  }

  const at = {
    monitor,
    /** A message that came and was analysed; a number is its score. */
    mail(mail: number | Mail = {}): string {
      const one = typeof mail === 'number' ? { score: mail } : mail
      count += 1
      events += 1
      const messageId = one.id ?? `msg_${count}`
      const receivedAt = new Date(wall - (one.ago ?? 0))
      arrived = Math.max(arrived ?? 0, receivedAt.getTime())
      came = running - Math.min(one.ago ?? 0, running - came)
      const token = `token_${messageId}`
      observe({ kind: 'message', eventId: events, messageId, token, receivedAt, outcome: outcomeOf(one) })
      return messageId
    },
    /** One that came and is not analysed yet. */
    arrive(): void {
      arrived = wall
      came = running
    },
    /** What is bad: `listed zen`, `record_broken spf/spf-none`. */
    look(bad: readonly string[] = [], unknown: readonly string[] = [], domain = 'example.org'): void {
      const read = (text: string): BadThing => {
        const [condition, rest = ''] = text.split(' ') as [BadThing['condition'], string]
        const [about = '', code] = rest.split('/')
        return { condition, about, ...(code !== undefined && { code }), says: `${rest} is bad.` }
      }
      const unknowns = unknown.map((text) => {
        const { condition, about } = read(text)
        return { condition, ...(about !== '' && { about }) }
      })
      observe({ kind: 'look', domain, bad: bad.map(read), unknown: unknowns })
    },
    time(): void {
      observe({ kind: 'time' })
    },
    /** Time passes, and the monitor is looked at whenever it is due. */
    pass(ms: number): void {
      at.passing(ms, () => {})
    },
    /** The same; calls back after each look. */
    passing(ms: number, looked: () => void): void {
      const end = wall + ms
      while (due !== undefined && due <= end) {
        const step = Math.max(0, due - wall)
        ;[wall, running] = [wall + step, running + step]
        observe({ kind: 'time' })
        looked()
      }
      ;[wall, running] = [end, running + (end - wall)]
    },
    /** Nothing runs meanwhile. */
    off(ms: number): void {
      wall += ms
    },
    /** The clock is set; what is due by it is looked at. */
    set(by: number): void {
      wall += by
      // As the store does.
      if (due !== undefined && due > wall + 12 * HOUR) due = wall
      for (let looks = 0; looks < 20 && due !== undefined && due <= wall; looks += 1)
        observe({ kind: 'time' })
    },
    change(changes: Partial<Omit<Watched, 'expectations'>> & { expectations?: Partial<Expectations> }): void {
      const { expectations: expected, ...others } = changes
      Object.assign(monitor, others)
      monitor.expectations = { ...monitor.expectations, ...expected }
      observe({ kind: 'time' })
    },
    resume(): void {
      delete monitor.paused
      observe({ kind: 'time' })
    },
    now: () => new Date(wall),
    running: () => running,
    /** For how long the service ran since the last message came. */
    quietFor: () => running - came,
    /** What was told since this was asked last, in short. */
    told(): string[] {
      const all = told.map(inShort)
      told = []
      return all
    },
    events(): WatchingEvent[] {
      const all = told
      told = []
      return all
    },
    is: () => standing?.state,
    standing: () => standing as MonitorStanding,
    state: () => state as WatchState,
    due: () => (due === undefined ? undefined : new Date(due)),
  }
  return at
}

export function inShort(event: WatchingEvent): string {
  if (event.type !== 'monitor.alert' && event.type !== 'monitor.recovered') return event.type
  const { reasons } = event.payload
  const words = reasons.map(({ condition, about }) =>
    about === undefined ? condition : `${condition} ${about}`,
  )
  const type = event.type === 'monitor.alert' ? event.payload.state : 'recovered'
  return `${type}: ${words.join(', ')}`
}
