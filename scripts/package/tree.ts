import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A file of a package: its text, or a file whose octets it has. */
export interface Planned {
  path: string
  content: string | Uint8Array | { from: string }
  mode?: number
}

/** Lays the files out in a folder, all of them and their folders of one time. */
export function layOut(folder: string, files: readonly Planned[], epoch: number): void {
  for (const { path, content, mode = 0o644 } of files) {
    const to = join(folder, path)
    mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
    if (typeof content === 'object' && 'from' in content) copyFileSync(content.from, to)
    else writeFileSync(to, content)
    chmodSync(to, mode)
  }
  for (const path of everyPath(folder).toReversed()) {
    if (statSync(path).isDirectory()) chmodSync(path, 0o755)
    utimesSync(path, epoch, epoch)
  }
}

/** A folder and all below it, each behind the one that it is in. */
function everyPath(folder: string): string[] {
  const below = readdirSync(folder, { withFileTypes: true, recursive: true })
  return [folder, ...below.map((entry) => join(entry.parentPath, entry.name)).toSorted()]
}

/** As `gzip -9n`: without a name and a time. */
export function gzipped(text: string): Uint8Array {
  return gzipSync(text, { level: 9 })
}
