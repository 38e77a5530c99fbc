import type { Registry } from '../registry.ts'

const KINDS = ['service', 'analysis'] as const
const DELAYS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** What the processes of the service take. Absent: the system does not tell. */
export interface ProcessesTake {
  residentBytes: Record<(typeof KINDS)[number], number>
  cpuSeconds: Record<(typeof KINDS)[number], number>
  /** What the machine or the control group lets all of them hold. */
  memoryLimit?: number
  openFiles?: number
  mostFiles?: number
}

/** The processes of the service. */
export function processMeter(registry: Registry, build: { version: string; runtime: string }) {
  const memory = registry.gauge({
    name: 'resident_memory_bytes',
    help: 'Memory that processes hold, by kind: the service itself, and all analysis processes together.',
    labels: { process: KINDS },
  })
  const limit = registry.gauge({
    name: 'memory_limit_bytes',
    help: 'Memory that all processes of the service may hold: the limit of its control group, or of the machine.',
  })
  const cpu = registry.counter({
    name: 'cpu_seconds_total',
    help: 'Processor time, by kind of process.',
    labels: { process: KINDS },
  })
  const files = registry.gauge({ name: 'open_fds', help: 'File descriptors that the service has open.' })
  const most = registry.gauge({
    name: 'max_fds',
    help: 'File descriptors that the service may have open.',
  })
  const delay = registry.histogram(
    {
      name: 'event_loop_delay_seconds',
      help: 'How much later than asked a timer of the service ran, looked at twice a second.',
    },
    DELAYS,
  )
  const started = registry.gauge({
    name: 'start_time_seconds',
    help: 'When the service was started, in seconds since 1970.',
  })
  const info = registry.gauge({
    name: 'build_info',
    help: 'Always 1; the labels say which program runs.',
    labels: { version: [build.version], runtime: [build.runtime] },
  })
  info.set(1, build.version, build.runtime)
  const spent = { service: 0, analysis: 0 }

  return {
    startedAt: (at: Date) => started.set(at.getTime() / 1000),
    late: (seconds: number) => delay.observe(seconds),
    follow(look: () => ProcessesTake): void {
      registry.collect('processes', () => {
        const now = look()
        for (const kind of KINDS) {
          memory.set(now.residentBytes[kind], kind)
          // It is never told less than before: a process may end between two looks.
          const more = Math.max(0, now.cpuSeconds[kind] - spent[kind])
          spent[kind] += more
          cpu.add(more, kind)
        }
        if (now.memoryLimit !== undefined) limit.set(now.memoryLimit)
        if (now.openFiles !== undefined) files.set(now.openFiles)
        if (now.mostFiles !== undefined) most.set(now.mostFiles)
      })
    },
  }
}
