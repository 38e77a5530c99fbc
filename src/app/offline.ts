import type { Config } from '../config/config.ts'
import type { AnalysisPool } from '../jobs/analysis-pool.ts'
import type { Log } from '../services/ports.ts'
import { dnsSettings, openAnalysisPool } from './analysis.ts'

/** Analysis processes that ask nobody: everything they go by stands in the evidence they are handed. */
export function openOfflinePool(config: Config, say: (sentence: string) => void): AnalysisPool {
  const settings = { hostname: config.smtp.hostname, lists: [], listStates: [] }
  return openAnalysisPool(config, { ...dnsSettings(config), offline: true }, () => settings, quietLog(say))
}

/** A command is no service: only a fault inside is worth a line. */
export function quietLog(say: (sentence: string) => void): Log {
  return {
    info() {},
    warn() {},
    error: (facts, sentence) => say(`${sentence}: ${JSON.stringify(facts, inWords)}`),
  }
}

/** An error has nothing that JSON would show. */
const inWords = (_key: string, value: unknown) => (value instanceof Error ? value.message : value)
