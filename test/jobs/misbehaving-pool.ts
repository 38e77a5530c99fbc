import { join } from 'node:path'
import { type AnalysisPool, type AnalysisPoolDeps, createAnalysisPool } from '../../src/jobs/analysis-pool.ts'
import type { AnalysisResult } from '../../src/services/ports.ts'
import { childrenOf } from '../support/binary.ts'
import { envelope } from '../support/envelope.ts'

const GB = 1024 ** 3

/** A pool of processes that do what the recipient of their message says. */
export interface MisbehavingPool {
  pool: AnalysisPool
  run(rcptTo: string, leaveOut?: string[], raw?: Uint8Array): Promise<AnalysisResult>
  /** Its processes. */
  pids(): number[]
}

export function misbehavingPool(changes: Partial<AnalysisPoolDeps> = {}): MisbehavingPool {
  const others = childrenOf(process.pid)
  const pool = createAnalysisPool({
    command: [process.execPath, join(import.meta.dir, 'misbehaving-analysis.ts')],
    processors: 2,
    most: 2,
    totalMemoryBytes: 4 * GB,
    timeLimitMs: 40_000,
    memoryLimitBytes: 600_000_000,
    dns: { servers: [], timeoutMs: 100, tries: 1 },
    settings: () => ({ hostname: 'mx.test.example', lists: [], listStates: [] }),
    log: { info() {}, warn() {}, error() {} },
    oomKills: () => 0,
    ...changes,
  })
  return {
    pool,
    run: (rcptTo, leaveOut = [], raw = new Uint8Array(10)) =>
      pool.run({ raw, envelope: envelope({ rcptTo }), leaveOut }),
    pids: () => childrenOf(process.pid).filter((pid) => !others.includes(pid)),
  }
}
