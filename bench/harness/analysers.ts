import { readFileSync } from 'node:fs'
import type { Looked } from '../../src/core/domain-health.ts'
import { createAnalysisPool } from '../../src/jobs/analysis-pool.ts'
import { listSettings, ROSTER } from '../../src/mail/server/blocklists/roster.ts'
import type { AnalysisResult } from '../../src/services/ports.ts'
import { BINARY, childrenOf } from '../../test/support/binary.ts'
import { envelope } from '../../test/support/envelope.ts'
import { cpuMs, reapedCpuMs, settled } from './proc.ts'
import { CLIENT_ADDRESS } from './zone.ts'

const MB = 1024 ** 2

export type Scored = Extract<AnalysisResult, { kind: 'scored' }>

/** The binary's own analysis processes, as the service runs them, with one message at a time. */
export interface Analysers {
  analyse(raw: Uint8Array): Promise<Scored>
  /** How the DNS of a name is. */
  inspect(name: string): Promise<Looked>
  /** Milliseconds of processor time of all of them so far. */
  cpuMs(): number
  pids(): number[]
  stop(): Promise<void>
}

const analysisProcesses = () =>
  childrenOf(process.pid).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('__analyse')
    } catch {
      return false
    }
  })

/** Those that ended are counted too, and so is whatever else ended: nothing else does while this is looked at. */
const used = () =>
  analysisProcesses().reduce((total, pid) => total + cpuMs(pid), 0) + reapedCpuMs(process.pid)

/** Starts them, and waits until they are warm. */
export async function analysers(dns: string): Promise<Analysers> {
  const lists = listSettings(ROSTER)
  const pool = createAnalysisPool({
    command: [BINARY, '__analyse'],
    processors: 1,
    most: 1,
    totalMemoryBytes: 2048 * MB,
    memoryLimitBytes: 768 * MB,
    timeLimitMs: 120_000,
    dns: { servers: [dns], timeoutMs: 2_000, tries: 2 },
    settings: () => ({
      hostname: 'mx.test.example',
      lists,
      listStates: lists.map(({ id }) => ({ id, usable: true, testedAt: new Date().toISOString() })),
    }),
    log: { info() {}, warn: console.error, error: console.error },
  })
  await settled(used)
  return {
    async analyse(raw) {
      const now = new Date()
      const result = await pool.run({
        raw,
        envelope: envelope({
          clientAddress: CLIENT_ADDRESS,
          helo: 'mail.garden.example',
          mailFrom: 'news@garden.example',
          rcptTo: 'reader@test.example',
          connectedAt: now,
          receivedAt: now,
        }),
        leaveOut: [],
      })
      if (result.kind !== 'scored') throw new Error(`It was not scored: ${JSON.stringify(result)}`)
      return result
    },
    async inspect(name) {
      const found = await pool.inspect({ kind: 'domain', name })
      if ('stopped' in found) throw new Error(`${name} could not be looked at: ${found.stopped}`)
      return found
    },
    cpuMs: used,
    pids: analysisProcesses,
    stop: () => pool.stop(),
  }
}
