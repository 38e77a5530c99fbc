import type { StoreTrouble } from '../store.ts'
import { renewReserve } from './reserve.ts'
import { isWantOfSpace } from './want-of-space.ts'
import type { WriterClient } from './writer-client.ts'

interface TroubleDeps {
  directory: string
  write: WriterClient['write']
  /** Whether the files are still the ones that were opened. */
  intact(): boolean
}

/** Least time between two tries of a disk that took no write. */
const TRY_EVERY_MS = 2000

/** Follows whether the store can keep anything: `write` is the writer's own, listened to; `followed` listens to another. */
export function followTrouble({ directory, write, intact }: TroubleDeps) {
  let failing = false
  let triedAt = 0
  let isDamaged = false

  /** As much as a message may take, and one page of the database. */
  async function takesWrites(): Promise<boolean> {
    return (await renewReserve(directory)) && write('file.touch').then(Boolean, () => false)
  }

  const followed = <T>(writing: Promise<T>): Promise<T> =>
    writing.catch((cause) => {
      failing ||= isWantOfSpace(cause)
      throw cause
    })
  const followedWrite: WriterClient['write'] = (name, ...args) => followed(write(name, ...args))

  return {
    write: followedWrite,
    followed,
    /** The database itself is damaged: that stays so until the next start. */
    damage() {
      isDamaged = true
    },
    async trouble(): Promise<StoreTrouble | undefined> {
      if (!intact()) return 'gone'
      if (isDamaged) return 'damaged'
      if (!failing) return undefined
      if (performance.now() - triedAt >= TRY_EVERY_MS) {
        triedAt = performance.now()
        failing = !(await takesWrites())
      }
      return failing ? 'unwritable' : undefined
    },
  }
}
