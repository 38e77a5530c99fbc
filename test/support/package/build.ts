import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../at-end.ts'
import { BINARY } from '../binary.ts'

export const SOURCES = join(import.meta.dir, '..', '..', '..')

const made = new Map<string, string>()
let folder: string | undefined

/** A folder for all packages of this run. */
export function packagesFolder(): string {
  if (folder === undefined) {
    const at = mkdtempSync(join(tmpdir(), 'mailgauge-packages-'))
    folder = at
    atEnd(async () => rmSync(at, { recursive: true, force: true }))
  }
  return folder
}

/** The .deb of the built program, uncompressed; another version is the same program by another number. */
export function debOf(version: string): string {
  const known = made.get(version)
  if (known !== undefined && existsSync(known)) return known
  const out = join(
    packagesFolder(),
    `mailgauge_${version}_${process.arch === 'arm64' ? 'arm64' : 'amd64'}.deb`,
  )
  makeDeb(version, out)
  made.set(version, out)
  return out
}

/** Makes it as `scripts/build deb` does, but for the compression. */
export function makeDeb(version: string, out: string): void {
  const built = Bun.spawnSync(
    [
      process.execPath,
      'scripts/make-deb.ts',
      ...['--binary', BINARY, '--version', version, '--compression', 'none', '--out', out],
    ],
    { cwd: SOURCES, env: process.env, stdout: 'pipe', stderr: 'pipe' },
  )
  if (!built.success) throw new Error(`no .deb: ${built.stderr.toString()}`)
}

/** An archive of this machine's target in the form of a release, whose program is a script: what is tried is how it is put in place. */
export function makeFakeArchive(version: string): string {
  const name = `mailgauge-${version}-linux-${process.arch}`
  const folder = join(packagesFolder(), 'archive')
  const at = join(folder, name)
  mkdirSync(at, { recursive: true })
  writeFileSync(join(at, 'mailgauge'), `#!/bin/sh\necho mailgauge ${version}\n`, { mode: 0o755 })
  copyFileSync(join(SOURCES, 'packaging/mailgauge.service'), join(at, 'mailgauge.service'))
  for (const other of [
    'mailgauge.1',
    'mailgauge.toml.5',
    'mailgauge.bash-completion',
    'mailgauge.toml',
    'third-party.txt',
  ])
    writeFileSync(join(at, other), '')
  const path = join(packagesFolder(), `${name}.tar.gz`)
  const made = Bun.spawnSync(['tar', '-czf', path, '-C', folder, name])
  if (!made.success) throw new Error('no archive')
  return path
}
