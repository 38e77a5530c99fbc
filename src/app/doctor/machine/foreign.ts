import { lstatSync, opendirSync } from 'node:fs'
import { join } from 'node:path'

const MOST_LOOKED_AT = 20_000
const MOST_FOUND = 50
const DEEPEST = 4

/** What in a folder belongs to others than a user. Of a folder without an end some is looked at. */
export function foreignIn(directory: string, uid: number): { paths: string[]; complete: boolean } {
  const paths: string[] = []
  let [looked, complete] = [0, true]

  function look(folder: string, depth: number): void {
    const entries = opendirSync(folder)
    try {
      for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
        looked += 1
        if (looked > MOST_LOOKED_AT || paths.length >= MOST_FOUND) {
          complete = false
          return
        }
        see(join(folder, entry.name), depth)
      }
    } finally {
      entries.closeSync()
    }
  }

  function see(path: string, depth: number): void {
    try {
      const found = lstatSync(path)
      if (found.uid !== uid) paths.push(path)
      if (found.isDirectory() && depth < DEEPEST) look(path, depth + 1)
    } catch {
      // It went meanwhile, or may not be looked into.
      complete = false
    }
  }

  look(directory, 1)
  return { paths, complete }
}
