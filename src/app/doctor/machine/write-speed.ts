import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const TIMES = 5
const BLOCK = Buffer.alloc(4096)

/** The middle one of a few small writes that reach the disk, in milliseconds, in a file that is gone afterwards. */
export async function writeMs(directory: string): Promise<number> {
  const folder = await mkdtemp(join(directory, '.write-'))
  try {
    const file = await open(join(folder, 'block'), 'wx', 0o600)
    const took: number[] = []
    try {
      for (let time = 0; time < TIMES; time += 1) {
        const began = performance.now()
        await file.write(BLOCK, 0, BLOCK.length, time * BLOCK.length)
        await file.datasync()
        took.push(performance.now() - began)
      }
    } finally {
      await file.close()
    }
    return took.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
