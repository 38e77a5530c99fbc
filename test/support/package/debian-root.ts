import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../at-end.ts'

/** What the package needs of Debian 12, and what the tests ask with. */
const INCLUDED = ['adduser', 'libstdc++6', 'curl']
const PROGRAMS = ['mmdebstrap', 'dpkg-deb', 'unshare', 'nsenter', 'setpriv', 'ip']

/** To fetch and unpack some hundred packages, on a busy machine and a slow line. */
export const ROOT_WITHIN_MS = 1_500_000

/** Why there can be no Debian root here; undefined: there can. */
export const whyNoRoot = ((): string | undefined => {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return 'it needs root on Linux'
  const missing = PROGRAMS.filter((name) => !Bun.which(name, { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }))
  if (missing.length > 0) return `it needs ${missing.join(', ')}`
  const namespaces = Bun.spawnSync(['unshare', '--mount', '--net', '--pid', '--fork', 'true'])
  return namespaces.success ? undefined : 'it may make no namespaces'
})()

if (whyNoRoot) process.stderr.write(`Tests in a Debian root are skipped: ${whyNoRoot}.\n`)

let shared: Promise<string> | undefined

/** A Debian 12 with nothing of ours in it, made once for the whole run; nobody changes it. MAILGAUGE_DEBIAN_ROOT names one that is there. */
export function debianRoot(): Promise<string> {
  const { MAILGAUGE_DEBIAN_ROOT: made } = process.env
  shared ??= made ? Promise.resolve(made) : make()
  return shared
}

async function make(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-debian-'))
  const root = join(folder, 'root')
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const child = Bun.spawn(
    [
      'mmdebstrap',
      '--variant=apt',
      `--include=${INCLUDED.join(',')}`,
      '--dpkgopt=path-exclude=/usr/share/man/*',
      'bookworm',
      root,
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  )
  const told = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`mmdebstrap made no Debian root:\n${told.slice(-2000)}`)
  return root
}

/** A copy of it that may be changed, for one file of tests. */
export async function ownRoot() {
  const base = await debianRoot()
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-root-'))
  const [upper, work, at] = ['upper', 'work', 'root'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [upper, work, at]) mkdirSync(path)
  const layers = `lowerdir=${base},upperdir=${upper},workdir=${work}`
  const isLayered = Bun.spawnSync(['mount', '-t', 'overlay', 'overlay', '-o', layers, at]).success
  if (!isLayered) Bun.spawnSync(['cp', '-a', `${base}/.`, at])
  return {
    at,
    remove() {
      if (isLayered) Bun.spawnSync(['umount', '--lazy', at])
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
    },
  }
}
