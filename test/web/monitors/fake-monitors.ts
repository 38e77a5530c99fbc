import { granted, type Result, refused } from '../../../src/core/refusal.ts'
import type { MonitorStanding, Reason } from '../../../src/core/watching/monitor.ts'
import type { RecordVersion } from '../../../src/core/watching/records.ts'
import type { Badges } from '../../../src/services/monitors/badges.ts'
import type { Monitors, MonitorView, WantedMonitor } from '../../../src/services/monitors/told.ts'
import { standingNow } from '../../../src/services/monitors/view.ts'
import { isPaused } from '../../../src/services/monitors/watching/watched.ts'
import type { MonitorMessageRow, MonitorScore, ToldAlert } from '../../../src/store/watching/monitors.ts'
import { NOW } from '../fake-mail-tests.ts'

const HOUR = 3_600_000
export const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR)

/** What somebody hostile publishes, or writes into a subject. */
export const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script>\u202Ereversed ${'w'.repeat(500)}`

export const TOKEN = 'q'.repeat(26)
export const BADGE = 'b'.repeat(26)

export const standing = (changes: Partial<MonitorStanding> = {}): MonitorStanding => ({
  state: 'ok',
  since: hoursAgo(48),
  reasons: [],
  ...changes,
})

export const reason = (changes: Partial<Reason> = {}): Reason => ({
  condition: 'score_low',
  says: 'The score is 6.1, below 8.',
  since: hoursAgo(3),
  ...changes,
})

export function monitorView(name: string, changes: Partial<MonitorView> = {}): MonitorView {
  const id = `mon_${name.replace(/[^A-Za-z0-9]/g, '').slice(0, 16)}`
  return {
    id,
    accountId: 'acc_1',
    name,
    subject: { kind: 'mail', localPart: 'k3vq7m2xw4pa' },
    address: 'k3vq7m2xw4pa@mail.mailgauge.example',
    expectations: {
      interval: { everyMinutes: 1440, graceMinutes: 120 },
      leastScore: 8,
      mostDrop: 1,
      mustPass: ['spf', 'dkim', 'dmarc'],
      blocklists: true,
      records: true,
    },
    windows: [],
    createdAt: hoursAgo(500),
    standing: standing({
      score: 9.6,
      last: { at: hoursAgo(2), token: TOKEN, messageId: 'msg_1' },
      lateAt: hoursAgo(-24),
      lookedAt: hoursAgo(1),
    }),
    ...changes,
  }
}

export const domainMonitor = (name: string, changes: Partial<MonitorView> = {}): MonitorView => {
  const { address: _, ...view } = monitorView(name, {
    subject: { kind: 'domain', domainId: 'dom-example.org', domain: 'example.org' },
    expectations: { mustPass: [], blocklists: true, records: true },
    standing: standing({ lookedAt: hoursAgo(1) }),
    ...changes,
  })
  return view
}

export const message = (n: number, changes: Partial<MonitorMessageRow> = {}): MonitorMessageRow => ({
  token: TOKEN,
  messageId: `msg_${n}`,
  receivedAt: hoursAgo(2 + n * 24),
  score: [9.6, 9.4, 9.6, 8.1, 9.9, 9.2][n % 6] ?? 9,
  status: 'scored',
  subject: `Issue ${400 - n}`,
  ...changes,
})

export const version = (changes: Partial<RecordVersion> = {}): RecordVersion => ({
  record: 'spf',
  name: 'example.org',
  values: ['v=spf1 mx -all'],
  firstSeenAt: hoursAgo(500),
  lastSeenAt: hoursAgo(1),
  current: true,
  ...changes,
})

export interface Kept {
  messages?: readonly MonitorMessageRow[]
  alerts?: readonly ToldAlert[]
  records?: readonly RecordVersion[]
}

/** As the service tells of it. */
const seen = ({ paused, ...view }: MonitorView): MonitorView => ({
  ...view,
  ...(paused && isPaused({ paused }, NOW) && { paused }),
  standing: standingNow({ ...view, ...(paused && { paused }) }, NOW),
})

const scoreOf = ({ receivedAt, score, status }: MonitorMessageRow): MonitorScore[] =>
  status === 'pending' ? [] : [{ at: receivedAt, ...(score !== undefined && { score }) }]

/** The service of monitors in memory; those of `others` are of another account. `plan`: how many there may be. */
export function fakeMonitors(
  views: readonly MonitorView[],
  kept: Readonly<Record<string, Kept>> = {},
  plan = 100,
) {
  const held = new Map(views.map((view) => [view.id, view]))
  const missing = refused({ kind: 'not_found', what: 'monitor' })
  const wrong = (reason: string) => refused({ kind: 'bad_request', reason })
  const changed = async (
    id: string,
    make: (view: MonitorView) => MonitorView,
  ): Promise<Result<MonitorView>> => {
    const view = held.get(id)
    if (!view) return missing
    const after = make(view)
    held.set(id, after)
    return granted(after)
  }
  const isTaken = (name: string, but?: string) =>
    [...held.values()].some((one) => one.name === name && one.id !== but)
  const made = ({ subject, ...settings }: WantedMonitor) =>
    subject.kind === 'mail'
      ? monitorView(settings.name, { ...settings, standing: standing({ state: 'waiting' }) })
      : domainMonitor(settings.name, {
          ...settings,
          subject: { ...subject, domain: subject.domainId.replace('dom-', '') },
          standing: standing({ state: 'waiting' }),
        })
  const monitors: Monitors = {
    list: async () => [...held.values()].map(seen),
    read: async (_, id) => {
      const view = held.get(id)
      return view ? granted(seen(view)) : missing
    },
    create: async (_, wanted) => {
      if (held.size >= plan)
        return refused({ kind: 'limit_reached', reason: 'The plan allows no more monitors.' })
      if (isTaken(wanted.name)) return wrong('There is a monitor of that name already.')
      const view = made(wanted)
      held.set(view.id, view)
      return granted(view)
    },
    change: async (_, id, settings) =>
      isTaken(settings.name, id)
        ? wrong('There is a monitor of that name already.')
        : changed(id, (view) => ({ ...view, ...settings })),
    addWindow: (_, id, window) =>
      changed(id, ({ windows, ...view }) => ({
        ...view,
        windows: windows.some((one) => Bun.deepEquals(one, window)) ? windows : [...windows, window],
      })),
    removeWindow: (_, id, window) =>
      changed(id, ({ windows, ...view }) => ({
        ...view,
        windows: windows.filter((one) => !Bun.deepEquals(one, window)),
      })),
    pause: (_, id, until) =>
      changed(id, (view) => ({ ...view, paused: { at: NOW, ...(until && { until }) } })),
    resume: (_, id) => changed(id, ({ paused: _, ...view }) => view),
    setBadge: (_, id, on) =>
      changed(id, ({ badge: before, ...view }) =>
        on ? { ...view, badge: before === BADGE ? 'c'.repeat(26) : BADGE } : view,
      ),
    delete: async (_, id) => (held.delete(id) ? granted(undefined) : missing),
    messages: async (_, id, { limit, after }) => {
      const all = kept[id]?.messages ?? []
      const from = all.findIndex(({ messageId }) => messageId === after) + 1
      const items = all.slice(from, from + limit)
      const next = from + limit < all.length ? items.at(-1)?.messageId : undefined
      return held.has(id) ? granted({ items, ...(next !== undefined && { next }) }) : missing
    },
    scores: async (_, id) => (held.has(id) ? granted((kept[id]?.messages ?? []).flatMap(scoreOf)) : missing),
    alerts: async (_, id) => (held.has(id) ? granted([...(kept[id]?.alerts ?? [])]) : missing),
    records: async (_, id) => (held.has(id) ? granted([...(kept[id]?.records ?? [])]) : missing),
  }
  const badges: Badges = {
    of: async (token) => {
      const view = [...held.values()].find(({ badge }) => badge === token)
      if (!view) return undefined
      const { score, state } = view.standing
      return { kind: view.subject.kind, state, ...(score !== undefined && { score }) }
    },
  }
  return { monitors, badges, held }
}
