import type { Config } from '../config/config.ts'
import type { ExplainedBounce } from '../core/bounce.ts'
import { unpackAnalysis } from '../core/kept/analysed.ts'
import type { Report } from '../core/report.ts'
import type { DnsSettings } from '../jobs/analysis-protocol.ts'
import { analyseToEnd } from '../services/analysis/analyse-to-end.ts'
import type { AnalysisJob, AnalysisRunner } from '../services/ports.ts'
import { dnsServers, dnsSettings, openAnalysisPool } from './analysis.ts'
import { openBlocklistHealth } from './blocklist-health.ts'
import { type FileRequest, fileEnvelope, messageOf, whyNoMessage } from './file-message.ts'
import { openOfflinePool, quietLog } from './offline.ts'
import { systemClock } from './services.ts'

export type FileResult =
  /** `bounce`: the message is a bounce, or carries one. */
  | { kind: 'report'; report: Report; evidence: unknown; bounce?: ExplainedBounce }
  | { kind: 'failed'; reason: string }

/** How long the self-tests of all lists may take when somebody waits for them. */
const LISTS_WITHIN_MS = 15_000
/** Tries of one file that may be lost through no fault of its own. */
const MAY_LOSE = 2

/** What is known before any file is read. */
export interface FileAnalysisOptions {
  /** Ask no question at all. */
  offline: boolean
  /** An address of a sending host may become known: lists of addresses are tested, too. */
  sendersKnown: boolean
  /** What an earlier analysis rested on: reports are made from it, and nobody is asked. */
  evidence?: unknown
  /** Told what takes longer than a moment. */
  progress(sentence: string): void
}

/** Analyses messages from files, each in a process with the limits that received mail has. */
export interface FileAnalysis {
  /** How many at once are of use. */
  readonly size: number
  analyze(file: FileRequest): Promise<FileResult>
  close(): Promise<void>
}

/** Ready for any number of messages: which blocklists answer is tested once. */
export async function openFileAnalysis(
  config: Config,
  { offline, sendersKnown, progress, evidence }: FileAnalysisOptions,
): Promise<FileAnalysis> {
  if (evidence !== undefined) return openEvidenceAnalysis(config, evidence, progress)
  const log = quietLog(progress)
  const dns: DnsSettings = { ...dnsSettings(config), offline }
  const asks = !offline && dnsServers(config).length > 0
  if (!offline && !asks) progress('No DNS server is known: set dns.servers, or use --offline.')
  const health = openBlocklistHealth(config, log, {
    isTested: ({ kind }) => sendersKnown || kind === 'domain',
  })
  if (asks) {
    progress('Testing which blocklists answer from here.')
    // Lists that are not tested by then are not asked, and the report says so.
    await Promise.race([health.testNow(), Bun.sleep(LISTS_WITHIN_MS)])
  }
  progress(offline ? 'Analysing without the DNS.' : 'Analysing.')
  const settings = () => ({
    hostname: config.smtp.hostname,
    lists: health.lists,
    listStates: health.states(),
    ...(config.links.fetch && !offline && { fetchLinks: true }),
    ...(config.rdap.enabled && !offline && { rdap: true }),
  })
  const pool = openAnalysisPool(config, dns, settings, log)
  return {
    size: pool.size,
    async analyze(file) {
      const notAMessage = whyNoMessage(file.bytes)
      if (notAMessage !== undefined) return { kind: 'failed', reason: notAMessage }
      const raw = messageOf(file.bytes)
      return analyseOne(pool, { raw, envelope: fileEnvelope(raw, file, systemClock.now()) }, progress)
    },
    async close() {
      await pool.stop()
      health.stop()
    },
  }
}

/** Makes reports from evidence; nobody is asked. */
function openEvidenceAnalysis(
  config: Config,
  evidence: unknown,
  progress: (sentence: string) => void,
): FileAnalysis {
  const pool = openOfflinePool(config, progress)
  return {
    size: pool.size,
    analyze(file) {
      const raw = messageOf(file.bytes)
      const envelope = fileEnvelope(raw, file, systemClock.now())
      return analyseOne(pool, { raw, envelope, evidence }, progress)
    },
    close: () => pool.stop(),
  }
}

async function analyseOne(
  pool: AnalysisRunner,
  job: Omit<AnalysisJob, 'leaveOut'>,
  progress: (sentence: string) => void,
): Promise<FileResult> {
  const result = await analyseToEnd(pool, job, {
    mayLose: MAY_LOSE,
    blamed: [],
    blame: async ({ step, words }) => progress(`Trying again without ${step}: ${words}.`),
  })
  if (result.kind === 'lost')
    return { kind: 'failed', reason: `The analysis was stopped: ${result.words}. Try again.` }
  if (result.kind === 'not_a_message') return { kind: 'failed', reason: result.reason }
  const { report, evidence, messageView } = unpackAnalysis(result.packed)
  const bounce = messageView?.bounce
  return { kind: 'report', report, evidence, ...(bounce && { bounce }) }
}
