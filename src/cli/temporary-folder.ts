import { mkdirSync } from 'node:fs'

/** The library of the database is unpacked there before anything can be said: on a new volume the folder has to be made. */
export function makeTemporaryFolder(path: string | undefined): void {
  if (!path) return
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch {
    // Who needs the folder says what is wrong with it.
  }
}
