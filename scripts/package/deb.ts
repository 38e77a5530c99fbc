import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './contents.ts'
import { debianFiles, type Texts } from './files.ts'
import { layOut, type Planned } from './tree.ts'

export const DEB_COMPRESSIONS = ['xz', 'zstd', 'none'] as const

export interface Deb {
  /** The compiled program, and the architecture that Debian calls its own. */
  binary: string
  arch: string
  version: string
  epoch: number
  texts: Texts
  /** Where the package is written to. */
  out: string
  compression: (typeof DEB_COMPRESSIONS)[number]
}

const SCRIPTS = ['postinst', 'prerm', 'postrm'] as const

/** 1.0.0-rc.1 comes before 1.0.0. */
export const debianVersion = (version: string) => version.replace('-', '~')

/** Who packages it, by the variables of Debian's own tools. */
const maintainer = () =>
  `${process.env['DEBFULLNAME'] ?? 'The Mailgauge authors'} <${process.env['DEBEMAIL'] ?? 'packages@mailgauge.invalid'}>`

/** Makes a .deb. The same program, texts and time make the same octets. */
export function buildDeb(deb: Deb): void {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-deb-'))
  try {
    const files = debianFiles(deb.binary, deb.texts, debianChangelog(deb))
    layOut(folder, files, deb.epoch)
    layOut(folder, controlFiles(deb, folder, files), deb.epoch)
    pack(folder, deb)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function controlFiles({ arch, version }: Deb, folder: string, files: readonly Planned[]): Planned[] {
  const kilobytes = files.map(({ path }) => Math.ceil(statSync(join(folder, path)).size / 1024))
  const control = readFileSync(join(ROOT, 'packaging/debian/control'), 'utf8')
    .replace('@VERSION@', debianVersion(version))
    .replace('@ARCH@', arch)
    .replace('@MAINTAINER@', maintainer())
    .replace('@SIZE@', String(kilobytes.reduce((sum, one) => sum + one, 0)))
  const conffiles = files.filter(({ path }) => path.startsWith('etc/')).map(({ path }) => `/${path}\n`)
  const sums = files
    .filter(({ path }) => !path.startsWith('etc/'))
    .map(({ path }) => `${md5(join(folder, path))}  ${path}\n`)
  return [
    { path: 'DEBIAN/control', content: control },
    { path: 'DEBIAN/conffiles', content: conffiles.join('') },
    { path: 'DEBIAN/md5sums', content: sums.toSorted().join('') },
    ...SCRIPTS.map((name) => ({
      path: `DEBIAN/${name}`,
      content: { from: join(ROOT, 'packaging/debian', name) },
      mode: 0o755,
    })),
  ]
}

const md5 = (path: string) => createHash('md5').update(readFileSync(path)).digest('hex')

function debianChangelog({ version, epoch }: Deb): string {
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')
  return `mailgauge (${debianVersion(version)}) stable; urgency=medium

  * What changed is in CHANGELOG.md.gz beside this file.

 -- ${maintainer()}  ${date}
`
}

function pack(folder: string, { out, compression, epoch }: Deb): void {
  const made = Bun.spawnSync(
    ['dpkg-deb', '--root-owner-group', `-Z${compression}`, '--threads-max=1', '--build', folder, out],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
      stdout: 'ignore',
      stderr: 'pipe',
    },
  )
  if (!made.success) throw new Error(`dpkg-deb could not make ${out}: ${made.stderr.toString().trim()}`)
}

/** Writes `checksums.txt` as sha256sum does. */
export function writeChecksums(file: string, paths: readonly string[]): void {
  const line = (path: string) =>
    `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${path.split('/').at(-1)}\n`
  writeFileSync(file, paths.toSorted().map(line).join(''))
}
