import { readFileSync } from 'node:fs'
import { environmentOfChildren } from '../version.ts'

/** What the system tells of a process. */
export interface ProcessFacts {
  /** Its first thread runs, or waits for a processor. */
  runs: boolean
  /** Processor time of all its threads so far. */
  processorMs: number
  residentBytes: number
}

/** Where there is no /proc, a program is asked, and not more often than this. */
const ASK_EVERY_MS = 1_000

/** Tells of a process now; undefined when it is gone, or nothing is known yet. */
export function factsOf(pid: number): () => ProcessFacts | undefined {
  if (process.platform === 'linux') return () => readProc(pid)
  let last: ProcessFacts | undefined
  let askAt = 0
  return () => {
    if (performance.now() >= askAt) {
      askAt = performance.now() + ASK_EVERY_MS
      void askPs(pid).then((facts) => {
        last = facts
      })
    }
    return last
  }
}

function readProc(pid: number): ProcessFacts | undefined {
  try {
    return readStat(readFileSync(`/proc/${pid}/stat`, 'latin1'), system())
  } catch {
    return undefined
  }
}

/** Tells how long the first thread of a process ran or waited for a processor, in milliseconds; undefined when it is gone, or where
 * the system does not tell. */
export function readyMsOf(pid: number): () => number | undefined {
  if (process.platform !== 'linux') return () => undefined
  return () => {
    try {
      return readSchedstat(readFileSync(`/proc/${pid}/schedstat`, 'latin1'))
    } catch {
      return undefined
    }
  }
}

/** Nanoseconds on a processor, nanoseconds in line for one, and how often it had its turn. */
export function readSchedstat(line: string): number | undefined {
  const [ran, waited] = line.split(' ').map(Number)
  const sum = (ran ?? Number.NaN) + (waited ?? Number.NaN)
  return sum > 0 ? sum / 1e6 : undefined
}

/** proc_pid_stat(5), behind the name in brackets: it may hold anything. One that is ending holds nothing any more. */
export function readStat(stat: string, { ticksPerSecond, pageSize }: System): ProcessFacts | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const pages = Number(fields[21])
  if (!(pages > 0)) return undefined
  const ticks = Number(fields[11]) + Number(fields[12])
  return {
    runs: fields[0] === 'R',
    processorMs: (ticks * 1000) / ticksPerSecond,
    residentBytes: pages * pageSize,
  }
}

interface System {
  ticksPerSecond: number
  pageSize: number
}

let known: System | undefined

/** The units of /proc: pages are larger than 4 KB on some ARM systems. */
function system(): System {
  if (known) return known
  const AT_PAGESZ = 6n
  const AT_CLKTCK = 17n
  const words = new BigUint64Array(Uint8Array.from(readFileSync('/proc/self/auxv')).buffer)
  const entry = (type: bigint, otherwise: number) => {
    const at = words.findIndex((word, index) => index % 2 === 0 && word === type)
    return at < 0 ? otherwise : Number(words[at + 1])
  }
  known = { pageSize: entry(AT_PAGESZ, 4096), ticksPerSecond: entry(AT_CLKTCK, 100) }
  return known
}

async function askPs(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const ps = Bun.spawn(['ps', '-o', 'rss=,time=', '-p', String(pid)], {
      env: environmentOfChildren(),
      stdout: 'pipe',
      stderr: 'ignore',
    })
    return readPs(await new Response(ps.stdout).text())
  } catch {
    return undefined
  }
}

/** Kilobytes, and minutes with seconds, perhaps behind hours: "52096 0:01.23". */
export function readPs(line: string): ProcessFacts | undefined {
  const [resident = '', time = ''] = line.trim().split(/\s+/, 2)
  const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  if (resident === '' || !Number.isFinite(seconds)) return undefined
  return { runs: false, processorMs: seconds * 1000, residentBytes: Number(resident) * 1024 }
}
