import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { networkInterfaces, tmpdir, totalmem } from 'node:os'
import { memoryGroup } from '../../jobs/cgroup.ts'
import { classifyAddress, normaliseAddress } from '../../net/ip.ts'
import type { FileSeen, Host } from '../../services/doctor/host.ts'
import { freeBytes } from '../disk-space.ts'
import { foreignIn } from './machine/foreign.ts'
import { mountAt } from './machine/mounts.ts'
import { processSeen } from './machine/processes.ts'
import { ranBy } from './machine/run.ts'
import { unitOf } from './machine/unit.ts'
import { writeMs } from './machine/write-speed.ts'

/** What systemd-resolved asks, whose own file names itself alone. */
const RESOLVED = '/run/systemd/resolve/resolv.conf'
const USERS = '/etc/passwd'
/** What the firmware says, for everybody to read. */
const DMI = '/sys/class/dmi/id'

/** This machine, as the operating system shows it to this process. `mayWrite`: the data is this process's own. */
export function thisHost(directory: string, mayWrite = false): Host {
  return {
    addresses: ownAddresses,
    freeBytes: () => freeBytes(directory),
    fileAt,
    mayRead: (path) => may(path, constants.R_OK),
    uid: () => process.getuid?.() ?? -1,
    userName,
    foreign: (uid) => foreignIn(directory, uid),
    async inodes() {
      const { files, ffree } = statfsSync(directory)
      // btrfs and others make them as they are needed.
      return files === 0 ? undefined : { free: ffree, total: files }
    },
    mount: () => mountAt(directory),
    ...(mayWrite && { writeMs: () => writeMs(directory) }),
    memory: () => Math.min(totalmem(), memoryGroup().limitBytes()),
    process: processSeen,
    unit: unitOf,
    maker: () => ({ vendor: firmware('sys_vendor'), assetTag: firmware('chassis_asset_tag') }),
    upstreams: () =>
      existsSync(RESOLVED)
        ? [
            ...readFileSync(RESOLVED, 'utf8')
              .slice(0, 10_000)
              .matchAll(/^nameserver[ \t]+(\S{2,60})/gm),
          ].map(([, server = '']) => server)
        : [],
    temporaryFolder(ofService) {
      // As Bun chooses where it unpacks.
      const path = ofService ?? process.env['BUN_TMPDIR'] ?? process.env['TMPDIR'] ?? tmpdir()
      return { path, executable: mayExecute(path) }
    },
    async clockSynchronised() {
      const said = await ranBy(['timedatectl', 'show', '-p', 'NTPSynchronized', '--value'])
      return said === undefined ? undefined : said.trim() === 'yes'
    },
  }
}

function fileAt(path: string): FileSeen | undefined {
  try {
    const found = statSync(path)
    return { mode: found.mode, uid: found.uid, isFolder: found.isDirectory() }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw cause
  }
}

function firmware(fact: string): string {
  try {
    return readFileSync(`${DMI}/${fact}`, 'utf8').slice(0, 200).trim()
  } catch {
    // A container, or a machine without such a firmware.
    return ''
  }
}

function may(path: string, what: number): boolean {
  try {
    accessSync(path, what)
    return true
  } catch {
    return false
  }
}

function userName(uid: number): string {
  try {
    const users = readFileSync(USERS, 'utf8')
      .slice(0, 1024 * 1024)
      .split('\n')
    const own = users.map((line) => line.split(':')).find(([, , number]) => number === String(uid))
    return own?.[0] || String(uid)
  } catch {
    return String(uid)
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
    return !mountAt(folder).options.includes('noexec')
  } catch {
    return undefined
  }
}
