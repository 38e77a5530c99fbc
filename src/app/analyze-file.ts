import type { Config } from '../config/config.ts'
import type { Report } from '../core/report.ts'
import type { DnsSettings } from '../jobs/analysis-protocol.ts'
import { analyseToEnd } from '../services/analyse.ts'
import type { Log } from '../services/ports.ts'
import { dnsServers, dnsSettings, openAnalysisPool } from './analysis.ts'
import { type FileFacts, fileEnvelope, withCrlf } from './file-message.ts'
import { openRoster } from './roster.ts'
import { systemClock } from './services.ts'

export interface FileAnalysis extends FileFacts {
  bytes: Uint8Array
  /** Ask no question at all. */
  offline: boolean
  /** Told what takes longer than a moment. */
  progress(sentence: string): void
  log: Log
}

export type FileResult = { kind: 'report'; report: Report } | { kind: 'failed'; reason: string }

/** Analyses a message from a file, in a process of its own with the limits that received mail has. */
export async function analyzeFile(config: Config, file: FileAnalysis): Promise<FileResult> {
  const { log } = file
  const raw = withCrlf(file.bytes)
  const envelope = fileEnvelope(raw, file, systemClock.now())
  const dns: DnsSettings = { ...dnsSettings(config), offline: file.offline }
  if (!file.offline && dns.servers.length === 0) {
    file.progress('No DNS server is known: set dns.servers, or use --offline.')
  }
  const roster = openRoster(config, log)
  if (envelope.clientAddress !== undefined && !file.offline && dnsServers(config).length > 0) {
    file.progress('Testing which blocklists answer from here.')
    await roster.testNow()
  }
  file.progress(file.offline ? 'Analysing without the DNS.' : 'Analysing.')
  const pool = openAnalysisPool(
    config,
    dns,
    () => ({ hostname: config.smtp.hostname, lists: roster.lists, listStates: roster.states() }),
    log,
  )
  try {
    const result = await analyseToEnd(
      pool,
      { raw, envelope },
      {
        count: 0,
        blamed: [],
        begin: async () => {},
        blame: async (step, reason) => file.progress(`Trying again without ${step}: ${reason}.`),
      },
    )
    return result.kind === 'scored'
      ? { kind: 'report', report: result.report }
      : { kind: 'failed', reason: result.reason }
  } finally {
    await pool.stop()
    roster.stop()
  }
}
