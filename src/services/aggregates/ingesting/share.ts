import type { ReadAggregate } from '../../../core/aggregate/report.ts'
import type { TlsReport } from '../../../core/tls-report.ts'
import type { Clock } from '../../ports.ts'

const MB = 1024 * 1024
const DAY_MS = 86_400_000

/** What one sender's reports about a domain may add to the store, at once and from then on in a day. The largest reporters have some
 * thousand records a day about the busiest domains, of some hundred octets each. */
const KNOWN = { most: 128 * MB, perDay: 128 * MB }
/** All those together of whom nothing proves who they are. */
const UNKNOWN = { most: 64 * MB, perDay: 16 * MB }
/** Those who are counted at a time; past it the longest known is forgotten. */
const MOST_KNOWN = 20_000

/** What a record and a report take in the store beside their texts. */
const RECORD_BYTES = 200
const REPORT_BYTES = 4096

/** Who sent a report about a domain. `from`: the domain of From, where the mail passed DMARC. */
export interface Sharer {
  domainId: string
  from?: string
}

interface Level {
  bytes: number
  at: number
}

/** Bounds what reports by mail add to the store, by the domain that they came for and their sender, in memory only: anybody can write any
 * number of them, and they are kept for years. */
export interface ReportShares {
  /** Whether the sender may add another one now. */
  hasRoom(of: Sharer): boolean
  count(of: Sharer, bytes: number): void
}

/** `organisationOf`: by the Public Suffix List. */
export function createReportShares(
  clock: Clock,
  organisationOf: (name: string) => string | undefined,
): ReportShares {
  const levels = new Map<string, Level>()
  const shareOf = ({ from }: Sharer) => (from === undefined ? UNKNOWN : KNOWN)
  // Names below one of its own cost a sender nothing.
  const keyOf = ({ domainId, from }: Sharer) =>
    from === undefined ? domainId : `${domainId} ${organisationOf(from) ?? from}`

  function levelOf(of: Sharer): number {
    const known = levels.get(keyOf(of))
    if (!known) return 0
    const passed = Math.max(0, clock.now().getTime() - known.at)
    return Math.max(0, known.bytes - (passed / DAY_MS) * shareOf(of).perDay)
  }

  return {
    hasRoom: (of) => levelOf(of) < shareOf(of).most,
    count(of, bytes) {
      const all = levelOf(of) + bytes
      levels.delete(keyOf(of))
      levels.set(keyOf(of), { bytes: all, at: clock.now().getTime() })
      const oldest = levels.size > MOST_KNOWN ? levels.keys().next().value : undefined
      if (oldest !== undefined) levels.delete(oldest)
    },
  }
}

/** What a report takes in the store, roughly. */
export function bytesOfAggregate({ head, pieces }: ReadAggregate): number {
  const texts = pieces.reduce((bytes, piece) => bytes + piece.byteLength, 0)
  return REPORT_BYTES + Math.max(texts, head.records * RECORD_BYTES)
}

/** The same of a TLS report. */
export function bytesOfTls({ policies }: TlsReport): number {
  const sumOf = (texts: readonly string[]) => texts.reduce((bytes, text) => bytes + text.length, 0)
  return policies.reduce(
    (bytes, { hosts, lines, details }) =>
      bytes +
      RECORD_BYTES * (1 + details.length) +
      sumOf(hosts) +
      sumOf(lines) +
      sumOf(details.flatMap(({ information = '', reason = '' }) => [information, reason])),
    REPORT_BYTES,
  )
}
