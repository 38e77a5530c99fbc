import { availableParallelism, totalmem } from 'node:os'
import type { AnalysisSettings } from '../analysis/context.ts'
import { formatListen } from '../config/addresses.ts'
import type { Config } from '../config/config.ts'
import { type AnalysisPool, type AnalysisPoolDeps, createAnalysisPool } from '../jobs/analysis-pool.ts'
import type { DnsSettings, ScannerSettings } from '../jobs/analysis-protocol.ts'
import { memoryGroup } from '../jobs/cgroup.ts'
import { systemServers } from '../net/dns/system.ts'
import { SCANNERS, type ScannerName } from '../net/ports.ts'
import type { Log } from '../services/ports.ts'
import { ownProgram } from '../version.ts'
import { ownRoots } from './bimi/own-roots.ts'

/** The command that starts an analysis process: this very binary, or Bun on the sources. */
const analysisCommand = (): string[] => [...ownProgram(), '__analyse']

/** The servers that are asked: the configured ones, or the system's. */
export function dnsServers(config: Pick<Config, 'dns'>): string[] {
  return config.dns.servers.length > 0 ? config.dns.servers.map(formatListen) : systemServers()
}

export function dnsSettings(config: Pick<Config, 'dns'>): DnsSettings {
  return { servers: dnsServers(config), timeoutMs: config.dns.timeout, tries: config.dns.tries }
}

/** Where the configured scanners are. */
function scannerSettings({ spamassassin, rspamd }: Pick<Config, 'spamassassin' | 'rspamd'>): ScannerSettings {
  return {
    ...(spamassassin.address && {
      spamassassin: { address: spamassassin.address, timeoutMs: spamassassin.timeout },
    }),
    ...(rspamd.url && { rspamd: { address: rspamd.url, timeoutMs: rspamd.timeout } }),
  }
}

export function configuredScanners(config: Pick<Config, 'spamassassin' | 'rspamd'>): ScannerName[] {
  const settings = scannerSettings(config)
  return SCANNERS.filter((name) => settings[name])
}

const MOST_MEMORY = 1024 ** 3
/** Two processes, and what one of them may grow by. */
const LEAST_MEMORY = 384 * 1024 ** 2
/** Messages that mostly wait, for each processor. */
const MOST_PER_PROCESSOR = 8

/** What all analysis processes may hold together where the configuration says nothing. */
function usualTotalMemory(): number {
  const all = Math.min(totalmem(), memoryGroup().limitBytes())
  return Math.floor(Math.min(MOST_MEMORY, Math.max(all / 4, Math.min(LEAST_MEMORY, all / 2))))
}

/** What all analysis processes may hold together. */
export const analysisMemory = ({ analysis }: Pick<Config, 'analysis'>): number =>
  analysis.totalMemory ?? usualTotalMemory()

/** The analysis processes; offline they hand no message to a scanner either. */
export function openAnalysisPool(
  config: Pick<Config, 'analysis' | 'bimi' | 'spamassassin' | 'rspamd'>,
  dns: DnsSettings,
  settings: () => AnalysisSettings,
  log: Log,
  more: Pick<AnalysisPoolDeps, 'freed' | 'cold' | 'meter'> = {},
): AnalysisPool {
  const scanners = dns.offline ? {} : scannerSettings(config)
  const names = dns.offline ? [] : configuredScanners(config)
  const processors = availableParallelism()
  return createAnalysisPool({
    command: analysisCommand(),
    processors,
    // Without questions there is nothing to wait for.
    most: config.analysis.processes ?? processors * (dns.offline ? 1 : MOST_PER_PROCESSOR),
    totalMemoryBytes: analysisMemory(config),
    timeLimitMs: config.analysis.timeLimit,
    memoryLimitBytes: config.analysis.memoryLimit,
    dns,
    scanners,
    settings: () => {
      const roots = ownRoots(config)
      return {
        ...settings(),
        ...(names.length > 0 && { scanners: names }),
        ...(roots.length > 0 && { bimiRoots: roots }),
      }
    },
    log,
    ...more,
  })
}
