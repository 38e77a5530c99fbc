import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listenAsSupervisor } from '../notify-socket.ts'
import { until } from '../until.ts'
import { childOf, type Machine } from './namespace.ts'
import { readUnit, type Settings, startScript } from './unit.ts'

/** Where the package puts the unit. */
export const UNIT = '/usr/lib/systemd/system/mailgauge.service'

/** The settings of the unit that is installed in the root. */
export const installedUnit = (root: string, path = UNIT): Settings =>
  readUnit(readFileSync(join(root, path), 'utf8'))

export interface Service {
  /** What it said to its supervisor. */
  supervisor: ReturnType<typeof listenAsSupervisor>
  output(): string
  /** Its number outside of the namespaces. */
  pid: number
  exited: Promise<number>
  stop(signal?: NodeJS.Signals): Promise<number>
}

/** Starts the installed unit as systemd would, as far as a machine without it can; does not wait until it is ready. */
export async function startService(machine: Machine, path = UNIT): Promise<Service> {
  const settings = installedUnit(machine.root, path)
  const folder = join(machine.root, 'notify')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o755 })
  const supervisor = listenAsSupervisor(join(folder, 'socket'))
  chmodSync(join(folder, 'socket'), 0o777)
  const script = startScript(settings, '/notify/socket')
  const child = machine.spawn(['unshare', '--mount', 'sh', '-c', script, 'unit', machine.root])
  let output = ''
  const follow = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) output += decoder.decode(chunk, { stream: true })
  }
  const ends = [follow(child.stdout), follow(child.stderr)]
  const exited = Promise.all([child.exited, ...ends]).then(([code]) => {
    supervisor.close()
    return code
  })
  const pid = await until(() => childOf(child.pid) ?? (child.exitCode !== null ? -1 : undefined))
  return {
    supervisor,
    output: () => output,
    pid,
    exited,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && pid > 0) process.kill(pid, signal)
      return exited
    },
  }
}

/** Waits until it has said that it is ready; what it printed is the reason when it ends instead. */
export async function ready(service: Service): Promise<void> {
  let ended: number | undefined
  void service.exited.then((code) => {
    ended = code
  })
  await until(() => {
    if (ended !== undefined) throw new Error(`it ended with ${ended}: ${service.output()}`)
    return service.supervisor.messages().some((one) => one.startsWith('READY=1'))
  })
}
