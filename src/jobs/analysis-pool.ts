import type { AnalysisSettings } from '../analysis/context.ts'
import type { ExplainedBounce } from '../core/bounce.ts'
import type { Looked, SignedBy } from '../core/domain-health.ts'
import type { InspectedName } from '../core/inspection.ts'
import type { SenderHints } from '../core/report.ts'
import {
  ReadingLost,
  type ReadReports,
  type ReportReader,
  type ReportReading,
} from '../services/aggregates/importing.ts'
import type {
  AnalysisJob,
  AnalysisResult,
  AnalysisRunner,
  BounceRunner,
  InspectionRunner,
  WithholdingRunner,
} from '../services/ports.ts'
import type { Answered } from './analysis-child.ts'
import { type ChildrenDeps, createChildren, type Taken } from './analysis-children.ts'
import { expectedBytes, USUAL_BYTES } from './analysis-need.ts'
import type { AnalysisRequest, DnsSettings, ScannerSettings } from './analysis-protocol.ts'

export interface AnalysisPoolDeps extends ChildrenDeps {
  dns: DnsSettings
  scanners?: ScannerSettings
  /** Read anew for each message: the self-test changes what lists are in use. */
  settings(): AnalysisSettings
}

export interface AnalysisPool extends AnalysisRunner, BounceRunner, InspectionRunner, WithholdingRunner {
  /** Rejects with `ReadingLost` where the mail or file did nothing to its process. */
  readReports: ReportReader['read']
  /** Several at once, in their order; `stopped`: one of them did something to its process. */
  readSome(readings: readonly ReportReading[]): Promise<ReadReports[] | { stopped: string }>
  /** How many messages may be under way at once. It follows the memory that the processes hold. */
  readonly places: number
  /** How many of them would begin at once: the others wait for a processor. */
  readonly ready: number
  /** What the processes take that are there. */
  taken(): Taken
  stop(): Promise<void>
}

/** Share of the time limit in which analyzers may wait for answers; the rest is for writing the report. */
const WAIT_SHARE = 0.8
/** Of a mail with reports; others wait behind it. */
const REPORT_WAIT_MS = 10_000
/** What reading its octets takes, for each of them. */
const PER_BYTE = 8
/** Somebody waits for an inspection. */
const INSPECTION_WAIT_MS = 15_000

/** Analysis processes of this binary, each at one message, killed at their limits. */
export function createAnalysisPool(deps: AnalysisPoolDeps): AnalysisPool {
  const children = createChildren(deps)

  async function run(job: AnalysisJob): Promise<AnalysisResult> {
    const result = await children.withOne(expectedBytes(job.raw), (child) =>
      child.answer({ work: 'analysis', ...requestFor(deps, job) }),
    )
    switch (result.kind) {
      case 'inspected':
      case 'decided':
      case 'explained':
      case 'read':
        throw new Error('An analysis was answered like something else')
      default:
        return result
    }
  }

  async function withhold(raw: Uint8Array): ReturnType<WithholdingRunner['withhold']> {
    const result = await children.withOne(expectedBytes(raw), (child) =>
      child.answer({ work: 'withholding', raw }),
    )
    if (result.kind === 'decided') return result.decision
    if (result.kind === 'lost') throw new Error(`It was lost: ${result.words}`)
    return { stopped: whyNot(result) }
  }

  async function explain(raw: Uint8Array): Promise<ExplainedBounce | { stopped: string }> {
    const result = await children.withOne(USUAL_BYTES + raw.length * PER_BYTE, (child) =>
      child.answer({ work: 'bounce', raw }),
    )
    return result.kind === 'explained' ? result.bounce : { stopped: whyNot(result) }
  }

  async function inspect(subject: InspectedName, signedBy?: SignedBy): Promise<Looked | { stopped: string }> {
    const waitAtMost = Math.min(INSPECTION_WAIT_MS, deps.timeLimitMs * WAIT_SHARE)
    const request = {
      work: 'inspection',
      subject,
      settings: deps.settings(),
      dns: deps.dns,
      waitAtMost,
      ...(signedBy && { signedBy }),
    } as const
    const result = await children.withOne(USUAL_BYTES, (child) => child.answer(request))
    return result.kind === 'inspected' ? result.looked : { stopped: whyNot(result) }
  }

  async function readSome(readings: readonly ReportReading[]): Promise<ReadReports[] | { stopped: string }> {
    const waitAtMost = Math.min(REPORT_WAIT_MS, deps.timeLimitMs * WAIT_SHARE)
    const { hostname } = deps.settings()
    const request = { work: 'reports', readings, dns: deps.dns, hostname, waitAtMost } as const
    const bytes = readings.reduce((all, reading) => all + bytesOf(reading), 0)
    const result = await children.withOne(USUAL_BYTES + bytes * PER_BYTE, (child) => child.answer(request))
    if (result.kind === 'read') return result.reads
    if (result.kind === 'lost') throw new ReadingLost(result.words)
    return { stopped: whyNot(result) }
  }

  async function readReports(reading: ReportReading): Promise<ReadReports | { stopped: string }> {
    const reads = await readSome([reading])
    if ('stopped' in reads) return reads
    return reads[0] ?? { stopped: 'it was answered like something else' }
  }

  return {
    get places() {
      return children.places()
    },
    get ready() {
      return children.ready()
    },
    get size() {
      return children.places()
    },
    run,
    inspect,
    explain,
    withhold,
    readReports,
    readSome,
    taken: children.taken,
    stop: children.stop,
  }
}

const bytesOf = (reading: ReportReading): number =>
  (reading.kind === 'mail' ? reading.raw : reading.bytes).length

function whyNot(result: Answered): string {
  if ('words' in result) return result.words
  return 'reason' in result ? result.reason : 'it was answered like something else'
}

function requestFor(deps: AnalysisPoolDeps, job: AnalysisJob): AnalysisRequest {
  return {
    raw: job.raw,
    envelope: job.envelope,
    settings: { ...deps.settings(), ...(areGiven(job.senderHints) && { ownerWord: job.senderHints }) },
    dns: deps.dns,
    ...(deps.scanners && { scanners: deps.scanners }),
    leaveOut: [...job.leaveOut],
    waitAtMost: deps.timeLimitMs * WAIT_SHARE,
    ...(job.evidence !== undefined && { evidence: job.evidence }),
    ...(job.senderHints && { senderHints: job.senderHints }),
  }
}

const areGiven = (hints: SenderHints | undefined) => hints !== undefined && Object.keys(hints).length > 0
