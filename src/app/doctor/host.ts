import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { classifyAddress, normaliseAddress } from '../../net/ip.ts'
import type { Host } from '../../services/doctor/context.ts'
import { freeBytes } from '../disk-space.ts'

/** Made by systemd-timesyncd when it set the clock. */
const SYNCHRONISED = '/run/systemd/timesync/synchronized'
const MOUNTS = '/proc/self/mountinfo'

/** This machine, as the operating system shows it to this process. */
export function thisHost(directory: string): Host {
  return {
    addresses: ownAddresses,
    freeBytes: () => freeBytes(directory),
    modeOf: (path) => statSync(path, { throwIfNoEntry: false })?.mode,
    temporaryFolder() {
      // As Bun chooses where it unpacks.
      const path = process.env['BUN_TMPDIR'] ?? process.env['TMPDIR'] ?? tmpdir()
      return { path, executable: mayExecute(path) }
    },
    clockSynchronised: () => (existsSync(SYNCHRONISED) ? true : undefined),
  }
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .flatMap(({ address }) => normaliseAddress(address.split('%')[0] ?? '') ?? [])
    .filter((address) => !['loopback', 'link-local'].includes(classifyAddress(address) ?? ''))
}

/** Undefined: it is not known. */
function mayExecute(folder: string): boolean | undefined {
  try {
    return !optionsAt(realpathSync(folder), readFileSync(MOUNTS, 'utf8')).includes('noexec')
  } catch {
    return undefined
  }
}

/** The options of the mount that holds a path, from the text of mountinfo (proc_pid_mountinfo(5)). */
export function optionsAt(path: string, mountinfo: string): string[] {
  let deepest = { point: '', options: [] as string[] }
  for (const line of mountinfo.split('\n')) {
    const [, , , , written = '', options = ''] = line.split(' ')
    const point = written.replaceAll(/\\(\d{3})/g, (_, octal) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    const holds = point === '/' || path === point || path.startsWith(`${point}/`)
    // A later mount at the same place covers the earlier one.
    if (point !== '' && holds && point.length >= deepest.point.length)
      deepest = { point, options: options.split(',') }
  }
  if (deepest.point === '') throw new Error(`no mount holds ${path}`)
  return deepest.options
}
