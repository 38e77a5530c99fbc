import type { Config } from '../config/config.ts'
import type { Report } from '../core/report.ts'
import type { DnsSettings } from '../jobs/analysis-protocol.ts'
import { analyseToEnd } from '../services/analyse.ts'
import type { AnalysisJob, AnalysisRunner } from '../services/ports.ts'
import { dnsServers, dnsSettings, openAnalysisPool } from './analysis.ts'
import { fileEnvelope, messageOf, whyNoMessage } from './file-message.ts'
import { openOfflinePool, quietLog } from './offline.ts'
import { openRoster } from './roster.ts'
import { systemClock } from './services.ts'

/** A message from a file, with what the caller knows of its way. */
export interface FileRequest {
  bytes: Uint8Array
  clientAddress?: string
  helo?: string
  /** MAIL FROM; '' or '<>' is the null sender. */
  sender?: string
  /** Take client, HELO and TLS from the topmost Received field that a foreign host stands in. */
  trustReceived: boolean
  /** Ask no question at all. */
  offline: boolean
  /** What an earlier analysis rested on: the report is made from it, and nobody is asked. */
  evidence?: unknown
  /** Told what takes longer than a moment. */
  progress(sentence: string): void
}

export type FileResult =
  | { kind: 'report'; report: Report; evidence: unknown }
  | { kind: 'failed'; reason: string }

/** How long the self-tests of all lists may take when somebody waits for them. */
const LISTS_WITHIN_MS = 15_000

/** Analyses a message from a file, in a process of its own with the limits that received mail has. */
export async function analyzeFile(config: Config, file: FileRequest): Promise<FileResult> {
  const log = quietLog(file.progress)
  const raw = messageOf(file.bytes)
  const notAMessage = file.evidence === undefined ? whyNoMessage(file.bytes) : undefined
  if (notAMessage !== undefined) return { kind: 'failed', reason: notAMessage }
  const envelope = fileEnvelope(raw, file, systemClock.now())
  if (file.evidence !== undefined)
    return analyseFrom(config, { raw, envelope, evidence: file.evidence }, file)
  const dns: DnsSettings = { ...dnsSettings(config), offline: file.offline }
  if (!file.offline && dns.servers.length === 0) {
    file.progress('No DNS server is known: set dns.servers, or use --offline.')
  }
  const roster = openRoster(config, log)
  if (envelope.clientAddress !== undefined && !file.offline && dnsServers(config).length > 0) {
    file.progress('Testing which blocklists answer from here.')
    // Lists that are not tested by then are not asked, and the report says so.
    await Promise.race([roster.testNow(), Bun.sleep(LISTS_WITHIN_MS)])
  }
  file.progress(file.offline ? 'Analysing without the DNS.' : 'Analysing.')
  const pool = openAnalysisPool(
    config,
    dns,
    () => ({
      hostname: config.smtp.hostname,
      lists: roster.lists,
      listStates: roster.states(),
      ...(config.links.fetch && !file.offline && { fetchLinks: true }),
    }),
    log,
  )
  try {
    return await analyseOne(pool, { raw, envelope }, file)
  } finally {
    await pool.stop()
    roster.stop()
  }
}

async function analyseFrom(
  config: Config,
  job: Omit<AnalysisJob, 'leaveOut'>,
  file: FileRequest,
): Promise<FileResult> {
  const pool = openOfflinePool(config, file.progress)
  try {
    return await analyseOne(pool, job, file)
  } finally {
    await pool.stop()
  }
}

async function analyseOne(
  pool: AnalysisRunner,
  job: Omit<AnalysisJob, 'leaveOut'>,
  { progress }: FileRequest,
): Promise<FileResult> {
  const result = await analyseToEnd(pool, job, {
    count: 0,
    blamed: [],
    begin: async () => {},
    blame: async (step, reason) => progress(`Trying again without ${step}: ${reason}.`),
  })
  return result.kind === 'scored'
    ? { kind: 'report', report: result.report, evidence: result.evidence }
    : { kind: 'failed', reason: result.reason }
}
