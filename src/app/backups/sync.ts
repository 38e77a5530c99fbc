import { closeSync, fsyncSync, openSync } from 'node:fs'
import { codeOf } from './failed.ts'

/** Makes what is in a folder, or a file, last. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } catch (cause) {
    // Some file systems know no such thing.
    if (codeOf(cause) !== 'EINVAL') throw cause
  } finally {
    closeSync(handle)
  }
}
