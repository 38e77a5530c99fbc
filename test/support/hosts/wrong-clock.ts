import { join } from 'node:path'
import { BINARY } from '../binary.ts'

const SOURCE = join(import.meta.dir, 'wrong-clock.c')

/** Why no program can be given a wrong clock; undefined: one can. */
export const wrongClockMissing: string | undefined =
  process.platform === 'linux' && Bun.which('cc') ? undefined : 'skipped: there is no C compiler (cc)'

/** Compiles what sets a clock off into the folder; gives the environment of a program whose clock is so many seconds off. */
export function wrongClocks(folder: string): (seconds: number) => Record<string, string> {
  const library = join(folder, 'wrong-clock.so')
  const how = ['-shared', '-fPIC', '-O1', '-Wall', '-o', library]
  const made = Bun.spawnSync(['cc', ...how, SOURCE, '-ldl', '-lpthread'])
  if (made.exitCode !== 0) throw new Error(`cc: ${made.stderr}`)
  return (seconds) => ({ LD_PRELOAD: library, SKEW_SECONDS: String(seconds) })
}

/** What the binary takes for the time in that environment. */
export function timeIn(environment: Record<string, string>): number {
  const asked = Bun.spawnSync([BINARY, '-e', 'process.stdout.write(String(Date.now()))'], {
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', BUN_BE_BUN: '1', ...environment },
  })
  return Number(asked.stdout.toString())
}
