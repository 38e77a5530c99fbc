import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archiveFiles, type Texts } from './files.ts'
import { layOut } from './tree.ts'

interface Archive {
  /** The folder it is written to, and its name without an ending, which is that of the folder in it. */
  out: string
  name: string
  binary: string
  texts: Texts
  epoch: number
}

/** Makes the .tar.gz of a target; the same files and time make the same octets. Gives its path. */
export function makeArchive({ out, name, binary, texts, epoch }: Archive): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-archive-'))
  const path = join(out, `${name}.tar.gz`)
  try {
    layOut(join(folder, name), archiveFiles(binary, texts), epoch)
    const command = `tar --create --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --directory="$1" "$2" | gzip -9n > "$3"`
    const made = Bun.spawnSync(['bash', '-o', 'pipefail', '-c', command, 'archive', folder, name, path], {
      env: process.env,
      stdout: 'ignore',
      stderr: 'pipe',
    })
    if (!made.success) throw new Error(`tar could not make ${path}: ${made.stderr.toString().trim()}`)
    return path
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
