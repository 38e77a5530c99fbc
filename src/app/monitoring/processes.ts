import { readdirSync, readFileSync } from 'node:fs'
import type { ProcessesTake } from '../../services/metrics/families/process.ts'

const LOOK_MS = 500

/** Tells how much later than asked a timer runs, until the returned function is called. */
export function followEventLoop(late: (seconds: number) => void): () => void {
  let asked = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    late(Math.max(0, now - asked - LOOK_MS) / 1000)
    asked = now
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** What this process takes, beside what the analysis processes do. */
export function processesTake(
  analysis: { processorSeconds: number; residentBytes: number },
  memoryLimit: number,
): ProcessesTake {
  const { user, system } = process.cpuUsage()
  const openFiles = openDescriptors()
  const mostFiles = mostDescriptors()
  return {
    residentBytes: { service: process.memoryUsage.rss(), analysis: analysis.residentBytes },
    cpuSeconds: { service: (user + system) / 1e6, analysis: analysis.processorSeconds },
    memoryLimit,
    ...(openFiles !== undefined && { openFiles }),
    ...(mostFiles !== undefined && { mostFiles }),
  }
}

/** Undefined: the system does not tell. */
function openDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}

function mostDescriptors(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}
