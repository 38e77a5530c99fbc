import type { KeptSourceMark, SourceMarkChange } from '../../../src/core/aggregate/source-mark.ts'
import { isSourceName, SOURCE_NAME_RULE } from '../../../src/core/aggregate/source-mark.ts'
import { granted, type Refusal, refused } from '../../../src/core/refusal.ts'
import type { AnsweredSource, AnsweredSources } from '../../../src/services/answers/answered.ts'
import type { SourceMarks } from '../../../src/services/answers/marks.ts'
import type { SourceAnswers } from '../../../src/services/answers/source-answers.ts'
import type { ReportedRecord } from '../../../src/store/aggregates.ts'
import { counts, dayBefore } from './fake-dmarc.ts'

export function answered(key: string, changes: Partial<AnsweredSource> = {}): AnsweredSource {
  const { messages = 100, pass = 95 } = changes
  return {
    key,
    name: key.slice(key.indexOf(':') + 1),
    status: 'passing',
    standing: 'passing',
    whose: 'own',
    reasons: ['95% of its messages passed DMARC.'],
    advice: { says: 'Nothing to do.' },
    forwarded: 0,
    listed: 0,
    unaligned: 0,
    broken: 0,
    ips: [{ ip: '192.0.2.1', reverseDns: 'mail.example.net', messages, pass }],
    ipCount: 1,
    headerFrom: ['example.org'],
    dkimDomains: [{ domain: 'example.org', passed: true }],
    spfDomains: [{ domain: 'example.org', passed: true }],
    firstSeen: dayBefore(200),
    lastSeen: dayBefore(2),
    lastPassed: dayBefore(2),
    ...counts(messages, pass),
    ...changes,
  }
}

/** What is answered of one domain. */
export interface Answered {
  found?: Partial<AnsweredSources>
  records?: readonly ReportedRecord[]
  /** Messages by day of each source. */
  days?: readonly { day: number; messages: number; pass: number }[]
  slow?: boolean
  /** It is being worked out. */
  isOpen?: boolean
}

const NONE: Omit<AnsweredSources, 'window'> = {
  sources: [],
  spfUnknown: false,
  days: 0,
  reporters: 0,
  reports: 0,
}
const notFound = refused({ kind: 'not_found', what: 'domain' })

/** Answers in memory, of domains by their ids; marks are kept. `asked`: with what, in order. */
export function fakeSources(domains: Readonly<Record<string, Answered>>, turnsAway?: Refusal) {
  const asked: unknown[][] = []
  const kept: KeptSourceMark[] = []
  const marked = (source: AnsweredSource): AnsweredSource => {
    const { name, mark } = kept.find(({ key }) => key === source.key) ?? {}
    return { ...source, ...(name && { name, givenName: name }), ...(mark && { mark }) }
  }
  const held = (id: string, ...rest: unknown[]) => {
    asked.push([id, ...rest])
    const found = domains[id]
    return found?.slow ? { turned: refused({ kind: 'busy' }) } : found ? { found } : { turned: notFound }
  }
  const answers: SourceAnswers = {
    sources: async (_, id, window) => {
      const { found, turned } = held(id, 'sources', window)
      if (!found) return turned
      const all = { ...NONE, ...found.found, window, domain: id.replace(/^dom-/, '') }
      return granted({ ...all, sources: all.sources.map(marked) })
    },
    soon: async (_, id, window) => {
      const { found, turned } = held(id, 'sources', window)
      if (!found) return turned
      if (found.isOpen) return granted({})
      const all = { ...NONE, ...found.found, window, domain: id.replace(/^dom-/, '') }
      return granted({ found: { ...all, sources: all.sources.map(marked) } })
    },
    source: async (_, id, window, key) => {
      const { found, turned } = held(id, 'source', window, key)
      if (!found) return turned
      const all = found.found?.sources ?? []
      const one = all.find((source) => source.key === key)
      const messages = all.reduce((sum, source) => sum + source.messages, 0)
      if (!one) return granted({})
      const addresses = one.ips.map(({ ip }) => ip)
      return granted({ found: { source: marked(one), addresses, days: found.days ?? [], messages } })
    },
    keyOf: async (_, id, window, ip) => {
      const { found, turned } = held(id, 'keyOf', window, ip)
      if (!found) return turned
      const one = found.found?.sources?.find(({ ips }) => ips.some((own) => own.ip === ip))
      return granted(one ? { key: one.key } : {})
    },
    records: async (_, id, window, at) => {
      const { found, turned } = held(id, 'records', window, at)
      if (!found) return turned
      const all = (found.records ?? []).filter(({ record }) => at.ip === undefined || record.ip === at.ip)
      const from = Number(at.after ?? 0)
      const next = from + at.limit
      const records = all.slice(from, next)
      return granted({ records, ...(next < all.length && { next: String(next) }) })
    },
  }
  const marks: SourceMarks = {
    list: async (_, id) => (domains[id] ? granted(kept) : notFound),
    change: async (_, id, change) => {
      asked.push([id, 'change', change])
      if (!domains[id]) return notFound
      if (turnsAway) return refused(turnsAway)
      if (typeof change.name === 'string' && !isSourceName(change.name))
        return refused({ kind: 'bad_request', reason: SOURCE_NAME_RULE })
      keep(kept, change)
      return granted('changed' as const)
    },
  }
  return { answers, marks, asked, kept }
}

function keep(kept: KeptSourceMark[], { key, name, mark }: SourceMarkChange): void {
  const at = kept.findIndex((one) => one.key === key)
  const [was] = at < 0 ? [] : kept.splice(at, 1)
  const now = { name: name === undefined ? was?.name : name, mark: mark === undefined ? was?.mark : mark }
  if (!now.name && !now.mark) return
  kept.push({
    ...{ key, at: new Date(0), by: 'Ann' },
    ...(now.name && { name: now.name }),
    ...(now.mark && { mark: now.mark }),
  })
}
