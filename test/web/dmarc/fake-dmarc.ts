import type { Outcome } from '../../../src/core/aggregate/file.ts'
import type { AggregateHead } from '../../../src/core/aggregate/report.ts'
import { granted, refused } from '../../../src/core/refusal.ts'
import type { Aggregates } from '../../../src/services/aggregates/aggregates.ts'
import type { ReportContent, ReportFiles } from '../../../src/services/aggregates/report-files.ts'
import type {
  AggregateSlice,
  AggregateSource,
  AggregateSummary,
  Counts,
  ReportedRecord,
} from '../../../src/store/aggregates.ts'
import type { FileListing } from '../../../src/store/report-mail.ts'
import type { DmarcDeps } from '../../../src/web/deps.ts'
import { NOW } from '../fake-mail-tests.ts'

const DAY_MS = 86_400_000
/** The UTC day so many days before today, as days since 1970. */
export const dayBefore = (days: number): number => Math.floor(NOW.getTime() / DAY_MS) - days

export function counts(messages: number, pass: number, changes: Partial<Counts> = {}): Counts {
  return {
    messages,
    pass,
    dkimAligned: pass,
    spfAligned: Math.floor(pass / 2),
    dkimAuthenticated: messages,
    spfAuthenticated: messages,
    dispositions: { none: pass, pass: 0, quarantine: messages - pass, reject: 0 },
    ...changes,
  }
}

const NO_OVERRIDES = {
  forwarded: 0,
  mailing_list: 0,
  trusted_forwarder: 0,
  local_policy: 0,
  sampled_out: 0,
  policy_test_mode: 0,
  other: 0,
}

/** What a domain without reports has. */
export const NOTHING: AggregateSummary = {
  ...counts(0, 0),
  reports: 0,
  reporters: 0,
  sources: 0,
  unauthenticated: 0,
  longRange: 0,
  overrides: NO_OVERRIDES,
  days: [],
}

export function head(changes: Partial<AggregateHead> = {}): AggregateHead {
  const begin = dayBefore(2) * 86_400
  return {
    format: 'rfc7489',
    orgName: 'google.com',
    orgEmail: 'noreply-dmarc-support@google.com',
    reportId: '1627703331531660819',
    begin,
    end: begin + 86_399,
    policyDomain: 'example.org',
    policy: { p: 'quarantine', adkim: 'r', aspf: 'r', pct: 100 },
    errors: [],
    warnings: [],
    recovered: false,
    records: 1,
    skipped: 0,
    contentHash: 'a'.repeat(64),
    ...changes,
  }
}

export function slice(uid: string, changes: Partial<AggregateSlice> = {}): AggregateSlice {
  return {
    uid,
    head: head(),
    day: dayBefore(2),
    receivedAt: new Date(NOW.getTime() - DAY_MS),
    records: 1,
    authenticated: true,
    ...counts(640, 633),
    ...changes,
  }
}

export function source(name: string, changes: Partial<AggregateSource> = {}): AggregateSource {
  return {
    source: name,
    ip: name,
    ...counts(100, 95),
    forwarded: 0,
    unaligned: 0,
    headerFrom: ['example.org'],
    reports: 3,
    firstSeen: dayBefore(200),
    lastSeen: dayBefore(2),
    ...changes,
  }
}

export function reported(uid: string, changes: Partial<ReportedRecord['record']> = {}): ReportedRecord {
  const { head: about, receivedAt, authenticated } = slice(uid)
  return {
    report: { uid, head: about, receivedAt, authenticated },
    record: {
      ip: '192.0.2.1',
      count: 7,
      dkim: true,
      spf: false,
      disposition: 'none',
      headerFrom: 'example.org',
      results: {
        dkim: [{ domain: 'example.org', selector: 's1', result: 'pass' }],
        spf: [{ domain: 'bounces.example.net', scope: 'mfrom', result: 'pass' }],
        reasons: [],
      },
      ...changes,
    },
    name: {},
  }
}

export function listing(id: string, changes: Partial<FileListing> = {}): FileListing {
  return {
    id,
    name: 'google.com!example.org!1700000000!1700086399.xml.gz',
    size: 1_234,
    outcome: 'stored',
    domainId: 'dom-example.org',
    mailId: id.split('.')[0] ?? id,
    source: 'mail',
    receivedAt: new Date(NOW.getTime() - DAY_MS),
    authentication: 'passed',
    from: 'google.com',
    downloadable: true,
    ...changes,
  }
}

/** What is held of one domain. */
export interface Held {
  summary?: Partial<AggregateSummary>
  reports?: readonly AggregateSlice[]
  sources?: readonly (AggregateSource & { status?: 'forwarded' | 'passing' | 'unaligned' | 'failing' })[]
  records?: readonly ReportedRecord[]
  files?: readonly FileListing[]
  bytes?: Readonly<Record<string, Uint8Array>>
  contents?: Readonly<Record<string, ReportContent>>
  /** Every query takes too long. */
  slow?: boolean
}

const noSuchFile = refused({ kind: 'not_found', what: 'page' })
const notFound = refused({ kind: 'not_found', what: 'domain' })

/** The services of DMARC reports in memory: of domains by their ids. `asked`: with what, in order. */
export function fakeDmarc(domains: Readonly<Record<string, Held>>) {
  const asked: unknown[][] = []
  const held = (what: string, id: string, ...rest: unknown[]) => {
    asked.push([what, id, ...rest])
    const found = domains[id]
    if (!found) return { turned: notFound }
    return found.slow ? { turned: refused({ kind: 'busy' }) } : { found }
  }
  const dmarc: Required<Pick<DmarcDeps, 'aggregates' | 'files'>> = {
    aggregates: aggregatesOf(held),
    files: filesOf(held),
  }
  return { dmarc, asked }
}

type Look = (
  what: string,
  id: string,
  ...rest: unknown[]
) => { turned: typeof notFound; found?: undefined } | { found: Held; turned?: undefined }

function aggregatesOf(held: Look): Aggregates {
  return {
    summary: async (_, id, window) => {
      const { found, turned } = held('summary', id, window)
      return turned ?? granted({ ...NOTHING, ...found.summary, domain: id.replace(/^dom-/, '') })
    },
    reports: async (_, id, window, page) => {
      const { found, turned } = held('reports', id, window, page)
      if (turned) return turned
      const all = found.reports ?? []
      return granted({ total: all.length, reports: all.slice(page.offset, page.offset + page.limit) })
    },
    sources: async (_, id, window, query) => {
      const { found, turned } = held('sources', id, window, query)
      if (turned) return turned
      const all = found.sources ?? []
      const messages = all.reduce((sum, one) => sum + one.messages, 0)
      return granted({
        total: all.length,
        messages,
        sources: all.slice(query.offset, query.offset + query.limit),
      })
    },
    records: async (_, id, window, at) => {
      const { found, turned } = held('records', id, window, at)
      if (turned) return turned
      const all = (found.records ?? []).filter(({ report }) => at.uid === undefined || report.uid === at.uid)
      const from = Number(at.after ?? 0)
      const records = all.slice(from, from + at.limit)
      const next = from + at.limit
      return granted({ records, ...(next < all.length && { next: String(next) }) })
    },
    report: async (_, id, uid) => {
      const { found, turned } = held('report', id, uid)
      const report = found?.reports?.find((one) => one.uid === uid)
      return turned ?? (report ? granted(report) : refused({ kind: 'not_found', what: 'page' }))
    },
  }
}

function filesOf(held: Look): ReportFiles {
  return {
    list: async (_, id, query) => {
      const { found, turned } = held('files', id, query)
      if (turned) return turned
      const all = found.files ?? []
      const sums: Partial<Record<Outcome, number>> = {}
      for (const { outcome } of all) sums[outcome] = (sums[outcome] ?? 0) + 1
      const from = all.findIndex((one) => one.id === query.after) + 1
      const matching = all.slice(from).filter(({ outcome }) => !query.outcome || outcome === query.outcome)
      return granted({ files: matching.slice(0, query.limit), counts: sums })
    },
    read: async (_, id, fileId) => {
      const { found, turned } = held('file', id, fileId)
      const file = found?.files?.find((one) => one.id === fileId)
      return turned ?? (file ? granted(file) : noSuchFile)
    },
    content: async (_, id, fileId) => {
      const { found, turned } = held('content', id, fileId)
      const content = found?.contents?.[fileId]
      return turned ?? (content ? granted(content) : noSuchFile)
    },
    download: async (_, id, fileId) => {
      const { found, turned } = held('download', id, fileId)
      const bytes = found?.bytes?.[fileId]
      if (turned) return turned
      return bytes ? granted({ name: 'report.xml.gz', bytes }) : noSuchFile
    },
    take: async (_, id, fileId) => {
      const { found, turned } = held('take', id, fileId)
      if (turned) return turned
      const file = found.files?.find((one) => one.id === fileId)
      return file?.outcome === 'conflict' ? granted(undefined) : noSuchFile
    },
  }
}
