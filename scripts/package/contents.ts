import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The root of the sources. */
export const ROOT = join(import.meta.dir, '..', '..')

/** What `scripts/build` compiles, and what is bundled into it for browsers. */
const ENTRIES = [
  'src/main.ts',
  'src/store/sqlite/writer.ts',
  'src/store/sqlite/readers/reader.ts',
  'src/web/assets/site.ts',
]

/** A package whose code is in the program. */
export interface Bundled {
  name: string
  version: string
  /** Where it stands in node_modules and in bun.lock: `mailauth/tldts` is the one that mailauth has for itself. */
  key: string
  licence: string
  /** The SHA-512 of the lockfile, base64. */
  sha512?: string
  /** Its licence as it came, and a notice where there is one. */
  texts: string[]
  /** Keys of those that it uses. */
  uses: string[]
}

interface Lock {
  packages: Record<string, [id: string, ...rest: unknown[]]>
}

/** The packages that the bundler takes from node_modules, by the modules it really takes. */
export function bundledPackages(): Bundled[] {
  const lock = readLock()
  const keys = new Set<string>()
  for (const module of bundledModules()) {
    const key = keyOf(module)
    if (key !== undefined) keys.add(key)
  }
  return [...keys].toSorted().map((key) => describe(key, lock, keys))
}

function bundledModules(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-contents-'))
  try {
    const built = Bun.spawnSync(
      [
        process.execPath,
        'build',
        '--target=bun',
        '--format=esm',
        '--conditions=sqlite-linux-x64',
        `--metafile=${join(folder, 'modules.json')}`,
        `--outdir=${join(folder, 'out')}`,
        ...ENTRIES,
      ],
      { cwd: ROOT, env: process.env, stdout: 'ignore', stderr: 'pipe' },
    )
    if (!built.success) throw new Error(`The modules cannot be listed: ${built.stderr.toString()}`)
    const { inputs } = JSON.parse(readFileSync(join(folder, 'modules.json'), 'utf8'))
    return Object.keys(inputs)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** node_modules/a/node_modules/@b/c/d.js is @b/c, which a has for itself: a/@b/c. Undefined: ours. */
export function keyOf(module: string): string | undefined {
  const parts = module.split('node_modules/').slice(1)
  if (parts.length === 0) return undefined
  return parts
    .map((part) => {
      const [first = '', second = ''] = part.split('/')
      return first.startsWith('@') ? `${first}/${second}` : first
    })
    .join('/')
}

const folderOf = (key: string) =>
  join(
    ROOT,
    'node_modules',
    ...namesOf(key).flatMap((name, at) => (at === 0 ? [name] : ['node_modules', name])),
  )

/** a/@b/c: a and @b/c. */
function namesOf(key: string): string[] {
  return key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? []
}

function describe(key: string, lock: Lock, keys: ReadonlySet<string>): Bundled {
  const folder = folderOf(key)
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entry = lock.packages[key]
  if (!entry || entry[0] !== `${name}@${version}`) throw new Error(`${key} is not as the lockfile says`)
  const hash = entry.findLast((part) => typeof part === 'string' && part.startsWith('sha512-'))
  const details = entry.find((part) => typeof part === 'object') as Record<string, object> | undefined
  const wanted = Object.keys({ ...details?.['dependencies'], ...details?.['peerDependencies'] })
  return {
    name,
    version,
    key,
    licence: typeof license === 'string' ? license : 'unknown',
    ...(typeof hash === 'string' && { sha512: hash.slice('sha512-'.length) }),
    texts: licenceTexts(folder),
    uses: wanted.flatMap((one) => resolved(one, key, keys) ?? []).toSorted(),
  }
}

/** Which of several a package gets: its own, else that of what it stands in. */
function resolved(name: string, from: string, keys: ReadonlySet<string>): string | undefined {
  const path = namesOf(from)
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const key = [...path.slice(0, depth), name].join('/')
    if (keys.has(key)) return key
  }
  return undefined
}

function licenceTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    .toSorted()
    .flatMap((name) => {
      try {
        return [readFileSync(join(folder, name), 'utf8').trim()]
      } catch {
        // A folder of licences names them in package.json too.
        return []
      }
    })
}

/** bun.lock is JSON with commas behind the last ones. */
function readLock(): Lock {
  const text = readFileSync(join(ROOT, 'bun.lock'), 'utf8')
  return JSON.parse(text.replaceAll(/,(\s*[}\]])/g, '$1'))
}

/** Versions of what comes with packages rather than as one. */
export function runtimeVersions(): { bun: string; sqlite: string } {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const header = readFileSync(join(ROOT, 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.h'), 'utf8')
  const [, sqlite = 'unknown'] = /^#define SQLITE_VERSION\s+"([\d.]+)"/m.exec(header) ?? []
  return { bun: engines.bun, sqlite }
}
