import { rmSync, statfsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes on the disk that nothing needs while there are others: SQLite cannot even read a database without some room. */
const RESERVE = 1024 * 1024
/** On a disk with less than this the reserve would be what fills it. */
const PLENTY = 4 * RESERVE

const pathIn = (directory: string) => join(directory, 'mailgauge.reserve')

/** Gives the reserve up on a full disk; says whether there may be room now that there was none of before. */
export function useReserve(directory: string): boolean {
  if (freeIn(directory) >= RESERVE) return false
  for (const name of [pathIn(directory), `${pathIn(directory)}.new`]) rmSync(name, { force: true })
  return freeIn(directory) > 0
}

/** Sets the reserve aside where it is missing and the disk has plenty. */
export async function keepReserve(directory: string): Promise<void> {
  if (freeIn(directory) < PLENTY) return
  if ((await Bun.file(pathIn(directory)).exists()) === false) await renewReserve(directory)
}

/** Writes the reserve anew: says whether the disk takes so much. */
export async function renewReserve(directory: string): Promise<boolean> {
  // Beside the old one, whose room would otherwise be what it is written to.
  const anew = `${pathIn(directory)}.new`
  try {
    await rm(anew, { force: true })
    const file = await open(anew, 'wx', 0o600)
    try {
      // Zeros might be kept as a hole, which sets nothing aside.
      await file.writeFile(new Uint8Array(RESERVE).fill(0x6d))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(anew, pathIn(directory))
    return true
  } catch {
    await rm(anew, { force: true }).catch(() => undefined)
    return false
  }
}

function freeIn(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}
