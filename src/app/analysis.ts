import { availableParallelism, totalmem } from 'node:os'
import type { AnalysisSettings } from '../analysis/context.ts'
import { formatListen } from '../config/addresses.ts'
import type { Config } from '../config/config.ts'
import { type AnalysisPool, type AnalysisPoolDeps, createAnalysisPool } from '../jobs/analysis-pool.ts'
import type { DnsSettings, ScannerSettings } from '../jobs/analysis-protocol.ts'
import { memoryGroup } from '../jobs/cgroup.ts'
import { registrableOf } from '../mail/reading/domains/public-suffix.ts'
import { readRdapAnswer } from '../mail/server/domain-age/rdap-answer.ts'
import { rdapAddressOf } from '../mail/server/domain-age/rdap-server.ts'
import { createStubResolver } from '../net/dns/stub.ts'
import { systemServers } from '../net/dns/system.ts'
import { type Resolver, SCANNERS, type ScannerName } from '../net/ports.ts'
import type { Registrations } from '../net/registry-ports.ts'
import { createSafeFetch } from '../net/safe-fetch/safe-fetch.ts'
import type { Log } from '../services/ports.ts'
import { createRegistrations } from '../services/registrations/registrations.ts'
import { ownProgram, VERSION } from '../version.ts'
import { ownRoots } from './bimi/own-roots.ts'
import { systemClock } from './services.ts'

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

const RDAP = { registrableOf, addressOf: rdapAddressOf, read: readRdapAnswer }
const REGISTRY_WITHIN_MS = 4_000

/** Registries, asked over the guard of fetches. */
function registriesOver(dns: DnsSettings, settings: () => AnalysisSettings, log: Log): Registrations {
  // The servers may change while the service runs.
  const resolver: Resolver = { query: (name, type) => createStubResolver({ ...dns }).query(name, type) }
  const fetcher = createSafeFetch({
    resolver,
    timeoutMs: REGISTRY_WITHIN_MS,
    userAgent: `Mailgauge/${VERSION} (+https://${settings().hostname}/)`,
  })
  return createRegistrations({ fetcher, clock: systemClock, rdap: RDAP, log })
}

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
    ...(!dns.offline && { registries: registriesOver(dns, settings, log) }),
    ...more,
  })
}
