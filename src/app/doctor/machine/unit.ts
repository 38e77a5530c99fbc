import { existsSync, readFileSync } from 'node:fs'
import type { UnitSeen } from '../../../services/doctor/host.ts'
import { ranBy } from './run.ts'

/** There while systemd is what started this machine (sd_booted(3)). */
const BOOTED = '/run/systemd/system'
/** The unit of the package. */
const USUAL = 'mailgauge.service'
const SETTINGS = [
  ...['LoadState', 'Type', 'Restart', 'OOMPolicy', 'WatchdogUSec', 'MemoryMax', 'MemoryHigh'],
  ...['ProtectSystem', 'ReadWritePaths', 'StateDirectory'],
]

/** What systemd says of the unit that a process is of. Undefined: it is of none, or there is no such unit. */
export async function unitOf(pid?: number): Promise<UnitSeen | undefined> {
  if (!existsSync(BOOTED)) return undefined
  const name = pid === undefined ? USUAL : unitIn(groupsOf(pid))
  if (name === undefined) return undefined
  const said = await ranBy(['systemctl', 'show', name, ...SETTINGS.map((one) => `--property=${one}`)])
  const settings = said === undefined ? {} : settingsIn(said)
  return settings['LoadState'] === 'not-found' ? undefined : { name, settings }
}

/** The unit in the text of /proc/<pid>/cgroup. */
export function unitIn(groups: string): string | undefined {
  return /\/([A-Za-z0-9@_.:\\-]{1,200}\.service)(?:\/|$)/m.exec(groups)?.[1]
}

/** Lines of `systemctl show`. */
export function settingsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf('=')
      return at > 0 && line.length > at + 1 ? [[line.slice(0, at), line.slice(at + 1, 4000)]] : []
    }),
  )
}

function groupsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cgroup`, 'latin1')
  } catch {
    return ''
  }
}
