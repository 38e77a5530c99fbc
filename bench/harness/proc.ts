import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const TICK_MS = 10

/** Fields of proc(5)'s stat behind the name, the first of them the state. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Milliseconds of processor time that a process used so far; 0 when it is gone. */
export function cpuMs(pid: number): number {
  try {
    const fields = statOf(pid)
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

/** Milliseconds of processor time of all children that a process outlived. */
export function reapedCpuMs(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

/** A process with all its descendants. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : undefined
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const family = [pid]
  for (const one of family) family.push(...(children.get(one) ?? []))
  return family
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(statOf(pid)[1])
  } catch {
    return undefined
  }
}

/** Milliseconds of processor time of a process and its descendants, those that ended too. */
export function familyCpuMs(pid: number): number {
  return familyOf(pid).reduce((total, one) => total + cpuMs(one), 0) + reapedCpuMs(pid)
}

/** Resident megabytes of a process. */
export function residentMb(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

/** What the open handles of a process lead to: files, sockets, pipes. */
export function handlesOf(pid: number): string[] {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).flatMap((name) => linkIn(folder, name))
  } catch {
    return []
  }
}

/** One that was closed meanwhile is none. */
function linkIn(folder: string, name: string): string[] {
  try {
    return [readlinkSync(`${folder}/${name}`)]
  } catch {
    return []
  }
}

/** How much processor time counts as none. */
const CALM_MS = 2 * TICK_MS
const LOOK_MS = 200

/** Waits until hardly any processor time is used for a while: what starts has started. */
export async function settled(used: () => number, atMostMs = 30_000): Promise<void> {
  const end = performance.now() + atMostMs
  for (let before = used(), calm = 0; calm < 3 && performance.now() < end; ) {
    await Bun.sleep(LOOK_MS)
    const now = used()
    calm = now - before <= CALM_MS ? calm + 1 : 0
    before = now
  }
}
