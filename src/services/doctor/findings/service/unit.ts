import { sizeInWords } from '../../bytes.ts'
import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, ok, problem, type Step, unknown } from '../../finding.ts'

const MB = 1024 ** 2
/** What the service itself may need beside its analysis processes. */
const BESIDE_ANALYSES = 384 * MB

interface Lack {
  says: string
  line: string
  grave?: true
}

export const unit: Inquiry<Context> = {
  id: 'unit',
  title: 'systemd unit',
  read: 'docs/operating.md#unit',
  ofHost: true,
  needs: ['analysis.total_memory'],
  async look({ host, servicePid, settings: { analysisMemory } }) {
    const seen = await host.unit(servicePid)
    if (!seen) return undefined
    const { name, settings } = seen
    if (Object.keys(settings).length === 0)
      return unknown(
        `What systemd says of ${name} could not be read.`,
        command('To see it:', `systemctl show ${name}`),
      )
    const lacks = [
      ...memoryLack(settings, analysisMemory + BESIDE_ANALYSES),
      ...oomLack(settings),
      ...watchdogLack(settings),
      ...restartLack(settings),
    ]
    if (lacks.length === 0) return ok(`${name} is set as the service needs it.`)
    const says = lacks.map((lack) => lack.says).join(' ')
    const edit: Step = {
      says: `Set it with systemctl edit ${name}, then restart the service:`,
      kind: 'config',
      lines: ['[Service]', ...lacks.map(({ line }) => line)],
    }
    return lacks.some(({ grave }) => grave) ? problem(says, edit) : attention(says, edit)
  },
}

type Settings = Readonly<Record<string, string>>

function memoryLack(settings: Settings, needed: number): Lack[] {
  const bounds = ['MemoryMax', 'MemoryHigh'].flatMap((name) => {
    const bytes = Number(settings[name])
    return settings[name] !== undefined && Number.isFinite(bytes) && bytes < needed ? [{ name, bytes }] : []
  })
  return bounds.map(({ name, bytes }) => ({
    says: `${name} is ${sizeInWords(bytes)}; the analyses may take ${sizeInWords(needed - BESIDE_ANALYSES)} (analysis.total_memory), and the service up to ${sizeInWords(BESIDE_ANALYSES)} beside them.`,
    line: `${name}=${Math.ceil(needed / MB)}M`,
    ...(name === 'MemoryMax' && { grave: true as const }),
  }))
}

/** By default systemd stops a service when the kernel killed one of its processes for memory. */
function oomLack({ OOMPolicy }: Settings): Lack[] {
  if (OOMPolicy === undefined || OOMPolicy === 'continue') return []
  const says = `OOMPolicy is ${OOMPolicy}: when one analysis is killed for want of memory, systemd stops the whole service.`
  return [{ says, line: 'OOMPolicy=continue' }]
}

function watchdogLack({ Type, WatchdogUSec }: Settings): Lack[] {
  if (Type !== 'notify' || (WatchdogUSec !== '0' && WatchdogUSec !== 'infinity')) return []
  return [{ says: 'There is no watchdog: a service that hangs is not restarted.', line: 'WatchdogSec=60' }]
}

function restartLack({ Restart }: Settings): Lack[] {
  if (Restart !== 'no') return []
  return [{ says: 'Restart is no: a service that ends stays down.', line: 'Restart=on-failure' }]
}
