import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const sh = (...command: string[]) =>
  Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0

/** Whether this user may mount a file system in memory, of a size of its own. */
export const maySmallDisk = (() => {
  const at = join(process.env['TMPDIR'] ?? '/tmp', `mailgauge-mount-${process.pid}`)
  mkdirSync(at, { recursive: true })
  const mounted = process.platform === 'linux' && sh('mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', at)
  if (mounted) sh('umount', at)
  rmSync(at, { recursive: true })
  return mounted
})()

/** A disk of so many megabytes, that can be filled to its last byte and freed. */
export function smallDisk(folder: string, megabytes: number) {
  const at = join(folder, 'disk')
  mkdirSync(at)
  if (!sh('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', at)) throw new Error('no disk')
  const fillers = () => readdirSync(at).filter((name) => name.startsWith('filler-'))
  let made = 0
  return {
    at,
    /** Leaves this many bytes, as far as others let it. */
    fill(leave = 0): void {
      for (let tries = 0; tries < 20; tries += 1) {
        const { bavail, bsize } = statfsSync(at)
        const free = bavail * bsize - leave
        if (free < bsize) return
        made += 1
        sh('fallocate', '-l', String(free), join(at, `filler-${made}`))
      }
    },
    free(): void {
      for (const name of fillers()) rmSync(join(at, name), { force: true })
    },
    remove(): void {
      sh('umount', '-l', at)
    },
  }
}
