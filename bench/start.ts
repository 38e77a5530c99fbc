/**
 * From `mailgauge serve` to its first answer, of a first start (certificate, key and database are made) and of another one, beside
 * a bare Bun.serve, which is what any server of this runtime takes; and what it holds when it has nothing to do.
 * `bun bench/start.ts [--quick]`
 */
import { BINARY } from '../test/support/binary.ts'
import { onFreePort } from '../test/support/free-port.ts'
import { cpuMs, familyCpuMs, familyOf, residentMb, settled } from './harness/proc.ts'
import type { Row } from './harness/rows.ts'
import { benchFolder } from './harness/service.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'
import { yardstickMs } from './harness/yardstick.ts'

interface Started {
  tookMs: number
  /** Of the service, and of the service with its processes, in MB. */
  resident: number
  all: number
  cpu: number
}

/** Asks every millisecond until it is answered. */
async function firstAnswer(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await Bun.sleep(1)
  }
}

const started = (folder: string, idle: boolean): Promise<Started> =>
  onFreePort(async (port) => {
    const began = performance.now()
    const child = Bun.spawn([BINARY, 'serve', `--http.listen=127.0.0.1:${port}`], {
      cwd: folder,
      stdout: 'ignore',
      stderr: 'inherit',
    })
    await firstAnswer(port)
    const tookMs = performance.now() - began
    const cpu = cpuMs(child.pid)
    if (idle) await settled(() => familyCpuMs(child.pid))
    const family = familyOf(child.pid)
    const all = family.reduce((total, pid) => total + residentMb(pid), 0)
    const resident = residentMb(child.pid)
    child.kill('SIGTERM')
    await child.exited
    return { tookMs, resident, all, cpu }
  })

/** The least that a server of this runtime takes to its first answer. */
const bare = (): Promise<number> =>
  onFreePort(async (port) => {
    const server = `Bun.serve({ hostname: '127.0.0.1', port: ${port}, fetch: () => new Response('') })`
    const began = performance.now()
    const child = Bun.spawn([process.execPath, '-e', server], { stdout: 'ignore', stderr: 'inherit' })
    await firstAnswer(port)
    const took = performance.now() - began
    child.kill()
    await child.exited
    return took
  })

async function measure(effort: Effort): Promise<Row[]> {
  const first: Started[] = []
  const again: Started[] = []
  const bun: number[] = []
  const yardstick: number[] = []
  for (let at = 0; at < effort.pick(4, 15); at += 1) {
    const { folder, remove } = benchFolder()
    first.push(await started(folder, false))
    again.push(await started(folder, true))
    bun.push(await bare())
    yardstick.push(yardstickMs())
    remove()
  }
  const peer = { name: 'bare Bun.serve', values: bun }
  const row = (key: string, what: string, unit: string, ours: number[]): Row => ({
    key: `start/${key}`,
    what,
    unit,
    better: 'less',
    ours,
  })
  return [
    {
      ...row(
        'again',
        'start to first answer',
        'ms',
        again.map((one) => one.tookMs),
      ),
      peer,
      bound: { of: 'ours', must: 150, goal: 100 },
    },
    {
      ...row(
        'first',
        'first start to first answer',
        'ms',
        first.map((one) => one.tookMs),
      ),
      peer,
    },
    {
      ...row(
        'cpu',
        'start to first answer, CPU',
        'ms',
        again.map((one) => one.cpu),
      ),
      peer: { name: 'yardstick', values: yardstick },
    },
    {
      ...row(
        'resident',
        'service idle, resident',
        'MB',
        again.map((one) => one.resident),
      ),
      bound: { of: 'ours', must: 120, goal: 100 },
    },
    row(
      'all',
      'service idle with its analysis process, resident',
      'MB',
      again.map((one) => one.all),
    ),
  ]
}

/** Starting, and having nothing to do. */
export const start: Subject = { name: 'start', measure }
if (import.meta.main) await run(start)
