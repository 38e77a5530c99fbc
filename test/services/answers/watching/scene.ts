import type { PublishedPolicy } from '../../../../src/core/aggregate/report.ts'
import { watch } from '../../../../src/services/answers/watching/machine.ts'
import {
  BEFORE,
  FLOW_DAYS,
  type Passed,
  POLICY_DAYS,
  RECENT,
  type Seen,
  type SeenSource,
  settledOf,
  TLS_DAYS,
  WEEK,
} from '../../../../src/services/answers/watching/seen.ts'
import type { Told, WatchState } from '../../../../src/services/answers/watching/state.ts'
import type { SeenPolicy } from '../../../../src/store/dmarc/source-facts.ts'
import type { TlsDay } from '../../../../src/store/tls-reports.ts'

export const DOMAIN = 'example.org'
/** The first day of every scene. */
export const START = 20_000

interface Source {
  key: string
  standing: SeenSource['standing']
  ips: string[]
  days: Map<number, Passed>
  firstSeen?: number
}

type Range = readonly [from: number, to: number]

/** What reports say of a domain, day by day, counted from 0. */
export function scene() {
  const sources = new Map<string, Source>()
  const reports = new Set<number>()
  const policies: SeenPolicy[] = []
  const tls = new Map<number, TlsDay>()
  const types = new Set<string>()
  let state: WatchState | undefined
  const flags = { isMoved: false, isMoving: false, kin: '', sourcesUnknown: false }
  /** What day it is, where the clock says otherwise. */
  let really: number | undefined

  const each = ([from, to]: Range, act: (day: number) => void) => {
    for (let day = from; day <= to; day += 1) act(START + day)
  }
  const between = ({ days }: Source, from: number, to: number) => {
    const sum = { messages: 0, pass: 0 }
    for (let day = from; day <= to && day < (really ?? Number.POSITIVE_INFINITY); day += 1) {
      sum.messages += days.get(day)?.messages ?? 0
      sum.pass += days.get(day)?.pass ?? 0
    }
    return sum
  }

  function seenSource(source: Source, settled: number): SeenSource | undefined {
    const days = [...source.days.keys()].filter((day) => day <= settled && day < (really ?? Infinity))
    if (days.length === 0) return undefined
    const week = [...source.days].filter(
      ([day]) => day > settled - WEEK && day <= settled && day < (really ?? Infinity),
    )
    return {
      key: source.key,
      name: source.key.toUpperCase(),
      standing: source.standing,
      ips: source.ips,
      firstSeen: source.firstSeen ?? Math.min(...days),
      recent: between(source, settled - RECENT + 1, settled),
      week: between(source, settled - WEEK + 1, settled),
      before: between(source, settled - WEEK - BEFORE + 1, settled - WEEK),
      most: Math.max(0, ...week.map(([, { messages }]) => messages)),
    }
  }

  function seen(today: number): Seen {
    const settled = settledOf(today)
    // Reports about a day come on the next one.
    const come = really ?? today
    const days = [...reports].filter((day) => day < come && day > today - FLOW_DAYS).sort((a, b) => a - b)
    const none = { messages: 0, pass: 0 }
    return {
      domain: DOMAIN,
      today,
      days,
      ...(!flags.sourcesUnknown && {
        sources: [...sources.values()].flatMap((one) => seenSource(one, settled) ?? []),
      }),
      rest: { week: none, before: none },
      policies: policies.filter(({ day }) => day < come && day > settled - POLICY_DAYS),
      tls: {
        days: [...tls.values()].filter(({ day }) => day < come && day > settled - TLS_DAYS),
        types: [...types],
      },
      isMoved: flags.isMoved,
    }
  }

  const at = {
    flags,
    /** Messages of a source on each day, with the share that passes; reports come with them. */
    mail(key: string, range: Range, messages: number, rate = 1, more: Partial<Source> = {}) {
      const source = sources.get(key) ?? { key, standing: 'passing', ips: [key], days: new Map() }
      sources.set(key, Object.assign(source, more))
      each(range, (day) => {
        source.days.set(day, { messages, pass: Math.round(messages * rate) })
        reports.add(day)
      })
      return at
    },
    none(range: Range) {
      each(range, (day) => {
        reports.delete(day)
        for (const { days } of sources.values()) days.delete(day)
      })
      return at
    },
    policy(range: Range, policy: Partial<PublishedPolicy>, count = 5, more: Partial<SeenPolicy> = {}) {
      each(range, (day) => {
        const one = { p: 'none', adkim: 'r', aspf: 'r', ...policy } as const
        policies.push({
          day,
          policyDomain: DOMAIN,
          policy: one,
          reports: count,
          authenticated: true,
          ...more,
        })
      })
      return at
    },
    tls(range: Range, successes: number, failures: number, type = 'certificate-expired') {
      if (failures > 0) types.add(type)
      each(range, (day) => tls.set(day, { day, successes, failures }))
      return at
    },
    source: (key: string) => sources.get(key) as Source,
    rename(key: string, to: string) {
      const source = sources.get(key)
      if (!source) return at
      sources.delete(key)
      sources.set(to, { ...source, key: to })
      return at
    },
    /** One look. */
    look(day: number): Told[] {
      const kept = state && (JSON.parse(JSON.stringify(state)) as WatchState)
      const marks = { report: 0, file: 0, tls: 0 }
      const looked = watch(kept, { seen: seen(START + day), marks, kin: flags.kin, isMoving: flags.isMoving })
      state = looked.state
      return looked.told
    },
    /** Looks while the clock says another day than it is. */
    wrong(day: number, says: number, looks = 3): string[] {
      really = START + day
      const told = at.watch([says, says], looks)
      really = undefined
      return told
    },
    /** A look on each day, each told with its day. */
    watch([from, to]: Range, looks = 2): string[] {
      const told: string[] = []
      for (let day = from; day <= to; day += 1)
        for (let n = 0; n < looks; n += 1) for (const one of at.look(day)) told.push(`${day} ${inShort(one)}`)
      return told
    },
    state: () => state as WatchState,
    holds: () => (state?.holds ?? []).map(({ told }) => told.type.replace('dmarc.', '')),
  }
  return at
}

function inShort({ type, payload }: Told): string {
  const name = type.replace('dmarc.', '')
  const of = 'source' in payload ? ` ${payload.source}` : ''
  const others = 'others' in payload ? ` +${payload.others}` : ''
  const abuse = 'likelyAbuse' in payload ? ' abuse' : ''
  const change = type === 'dmarc.policy_changed' ? ` ${payload.before} → ${payload.after}` : ''
  return `${name}${of}${others}${abuse}${change}`
}
