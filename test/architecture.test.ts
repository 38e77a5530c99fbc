import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { Glob } from 'bun'
import { analyzers } from '../src/analysis/registry.ts'

/** Which folders a folder of src may import from, itself apart. Longest matching prefix wins. */
const MAY_IMPORT: Record<string, string[]> = {
  'main.ts': [
    'app/backups/backup-process.ts',
    'app/life/signals.ts',
    'app/life/with-parent.ts',
    'cli',
    'jobs/analysis-process.ts',
    'store/sqlite/health/quick-check.ts',
    'store/sqlite/writer-client.ts',
  ],
  app: [
    'analysis',
    'config',
    'core',
    'http',
    'jobs',
    'mail',
    'mcp',
    'net',
    'oidc',
    'relay',
    'services',
    'smtp',
    'store',
    'version.ts',
    'web',
  ],
  'version.ts': [],
  core: [],
  config: ['core'],
  'net/ports.ts': [],
  'net/ip.ts': [],
  'net/probe-ports.ts': [],
  'net/post-ports.ts': ['net/ports.ts'],
  'net/registry-ports.ts': [],
  net: [],
  // The rooms of mail, each above what it names: data, reading, fixing, the groups of checks, what stands on all of them.
  'mail/data': [],
  'mail/reading': ['core', 'mail/data', 'net/ports.ts', 'net/ip.ts'],
  'mail/remark.ts': ['core'],
  'mail/fixing': ['core', 'mail/reading', 'mail/remark.ts', 'net/ports.ts', 'net/ip.ts'],
  'mail/authentication': [
    'core',
    'mail/data',
    'mail/fixing',
    'mail/reading',
    'mail/remark.ts',
    'net/ports.ts',
    'net/ip.ts',
  ],
  // Of another group, two know what a signature came out as.
  'mail/server': [
    'core',
    'mail/authentication/verify/outcome.ts',
    'mail/data',
    'mail/fixing',
    'mail/reading',
    'mail/remark.ts',
    'net/ports.ts',
    'net/ip.ts',
    'net/registry-ports.ts',
  ],
  'mail/message': ['core', 'mail/data', 'mail/fixing', 'mail/reading', 'mail/remark.ts'],
  'mail/content': [
    'core',
    'mail/authentication/verify/outcome.ts',
    'mail/data',
    'mail/fixing',
    'mail/reading',
    'mail/remark.ts',
    'net/ports.ts',
    'net/ip.ts',
  ],
  'mail/providers': [
    'core',
    'mail/authentication',
    'mail/content',
    'mail/message',
    'mail/reading',
    'mail/remark.ts',
    'mail/server',
  ],
  'mail/records': ['core', 'mail/authentication', 'mail/reading', 'mail/server', 'net/ports.ts'],
  'mail/tls-report': ['core', 'mail/reading', 'net/ip.ts'],
  'mail/aggregate': ['core', 'mail/reading', 'mail/tls-report', 'net/ip.ts'],
  'mail/bounces': ['core', 'mail/data', 'mail/reading'],
  'mail/complaints': ['core', 'mail/reading'],
  'mail/withholding': ['core', 'mail/data', 'mail/reading'],
  'mail/discretion': [],
  'mail/preview': ['mail/reading'],
  // net/replayed.ts answers from values alone.
  analysis: ['core', 'mail', 'net/ports.ts', 'net/ip.ts', 'net/registry-ports.ts', 'net/replayed.ts'],
  // Types alone. The engine below it is named by composition roots only.
  store: ['core'],
  'store/sqlite': ['core', 'store', 'store/keeping'],
  'store/postgres': ['core', 'store', 'store/keeping'],
  // What both engines do in the same way.
  'store/keeping': ['core', 'store'],
  services: [
    'core',
    'store',
    'net/ports.ts',
    'net/ip.ts',
    'net/probe-ports.ts',
    'net/post-ports.ts',
    'net/registry-ports.ts',
    'mail/server/blocklists/roster.ts',
  ],
  smtp: ['core', 'services', 'net/ip.ts', 'net/ports.ts'],
  relay: ['core', 'services', 'net/ip.ts'],
  oidc: ['services'],
  mcp: ['../clients/typescript/src'],
  http: ['core', 'services', 'net/ip.ts'],
  web: ['core', 'services'],
  jobs: ['core', 'services', 'store', 'analysis', 'net/registry-ports.ts', 'version.ts'],
  'jobs/analysis-protocol.ts': [
    'core',
    'analysis/context.ts',
    'net/dns/zone.ts',
    'net/registry-ports.ts',
    'services/ports.ts',
  ],
  'jobs/analysis-process.ts': ['core', 'services', 'analysis', 'mail', 'net', 'jobs', 'version.ts'],
  cli: ['*'],
}

/** Rooms of mail that have a folder for each check of a group of the report, named as the check is. */
const GROUPS = ['authentication', 'server', 'message', 'content']

/** What several checks of a group rest on; it knows none of them. */
const BELOW_CHECKS = ['mail/authentication/verify', 'mail/content/scanners', 'mail/server/blocklists']

/** The folders of checks that rest on another check of their group. */
const CHECK_ON_CHECK: Record<string, string> = {
  'mail/authentication/bimi': 'mail/authentication/dmarc',
  'mail/server/domain-blocklist': 'mail/server/reverse-dns',
}

/** The only folders that may name the implementations behind ports. */
const ROOTS_ONLY: Record<string, string[]> = {
  'store/sqlite': ['app', 'main.ts', 'store/sqlite'],
  'store/postgres': ['app', 'store/postgres'],
  'net/dns': ['app', 'net/dns', 'net/replayed.ts', 'jobs/analysis-process.ts', 'jobs/analysis-protocol.ts'],
  'net/probe': ['app', 'net/probe'],
  'net/roster-probe.ts': ['app'],
  'net/rspamd.ts': ['jobs/analysis-process.ts'],
  'net/spamd.ts': ['jobs/analysis-process.ts'],
  'net/safe-fetch': ['app', 'net/safe-fetch', 'jobs/analysis-process.ts'],
}

/** One owner per package; a package not named here may be used nowhere. */
const PACKAGE_OWNERS: Record<string, string[]> = {
  '#sqlite': ['store/sqlite'],
  '@modelcontextprotocol/server': ['mcp'],
  '@simplewebauthn/browser': ['web/assets'],
  '@simplewebauthn/server': ['services/people/passkeys'],
  'better-sqlite3': ['store/sqlite'],
  'bun:sqlite': ['store/sqlite/health'],
  'bun:ffi': ['app/notify'],
  colord: ['mail/reading/markup'],
  'css-tree': ['mail/content/html', 'mail/reading/markup'],
  'drizzle-orm': ['store/sqlite'],
  'dns-packet': ['net/dns'],
  dnsbl: ['net/roster-probe.ts'],
  domhandler: ['mail'],
  elysia: ['http', 'web'],
  htmlparser2: ['mail/authentication/bimi', 'mail/reading/markup'],
  mailauth: ['mail/authentication'],
  nodemailer: ['relay', 'smtp'],
  'openid-client': ['oidc'],
  otpauth: ['services/people/factors'],
  pino: ['app'],
  'pino-pretty': ['app'],
  preact: ['web'],
  'preact-render-to-string': ['web'],
  'reflect-metadata': ['services/people/passkeys'],
  'smol-toml': ['config'],
  'smtp-server': ['smtp'],
  tldts: ['mail'],
  uqr: ['web/components/factors'],
}

const SRC = join(import.meta.dir, '..', 'src')
const files = [...new Glob('**/*.{ts,tsx}').scanSync(SRC)]
  .filter((file) => !file.endsWith('.d.ts'))
  .toSorted()

interface Import {
  file: string
  target: string
  local: boolean
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), 'utf8')
  const specifiers = [
    ...text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]/g),
    ...text.matchAll(/(?:^|\n)import\s+['"]([^'"]+)['"]/g),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g),
  ].map((match) => match[1] ?? '')
  return specifiers.map((specifier) =>
    specifier.startsWith('.')
      ? { file, target: normalize(join(dirname(file), specifier)), local: true }
      : { file, target: packageOf(specifier), local: false },
  )
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}

const under = (file: string, place: string) => file === place || file.startsWith(`${place}/`)

function placeOf(file: string): string | undefined {
  return Object.keys(MAY_IMPORT)
    .filter((place) => under(file, place))
    .toSorted((a, b) => b.length - a.length)[0]
}

function breach({ file, target, local }: Import): string | undefined {
  if (!local) {
    if (target.startsWith('node:') || target === 'bun') return undefined
    const owners = PACKAGE_OWNERS[target]
    if (owners?.some((owner) => under(file, owner))) return undefined
    return `${file} imports the package ${target}, which belongs to ${owners?.join(', ') ?? 'nobody'}`
  }
  const guard = Object.keys(ROOTS_ONLY).find((place) => under(target, place))
  if (guard && !ROOTS_ONLY[guard]?.some((root) => under(file, root))) {
    return `${file} names the implementation ${target}: only a composition root may`
  }
  const place = placeOf(file)
  if (!place) return `${file} is in no place of the table`
  const allowed = [place, ...(MAY_IMPORT[place] ?? [])]
  if (allowed.includes('*') || allowed.some((folder) => under(target, folder))) return undefined
  return `${file} imports ${target}, which ${place} may not`
}

/** What leads back to itself, with all on the way. */
function circlesOf(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>()
  const circles: string[][] = []
  const walk = (file: string, way: readonly string[]) => {
    const at = way.indexOf(file)
    if (at >= 0) circles.push([...way.slice(at), file])
    if (at >= 0 || done.has(file)) return
    for (const target of targets.get(file) ?? []) walk(target, [...way, file])
    done.add(file)
  }
  for (const file of targets.keys()) walk(file, [])
  return circles
}

/** The local imports of these files. */
function targetsOf(some: readonly string[]): Map<string, string[]> {
  const local = (file: string) => importsOf(file).filter((one) => one.local)
  return new Map(some.map((file) => [file, local(file).map(({ target }) => target)]))
}

/** mail/reading/mime/tree.ts: mail/reading/mime; a file that stands in the room itself is its own. */
const folderOf = (file: string) => file.split('/').slice(0, 3).join('/')

/** Which folders and files of the rooms of mail know which others. */
function targetsOfFolders(): Map<string, string[]> {
  const known = new Map<string, string[]>()
  for (const [file, targets] of targetsOf(files.filter((one) => one.startsWith('mail/')))) {
    const own = folderOf(file)
    const others = targets.map(folderOf).filter((folder) => folder !== own)
    known.set(own, [...new Set([...(known.get(own) ?? []), ...others])])
  }
  return known
}

/** What the analysis folder may not touch, though the runtime offers it. */
const HANDED_IN =
  /(?<![.\w])(fetch\(|Date\.now\(|new Date\(\)|Math\.random\(|node:(dns|net|fs|http|https|tls)|console\.)/

describe('the house is as drawn', () => {
  test('the table reads files at all', () => {
    expect(files.length).toBeGreaterThan(60)
    expect(files.flatMap(importsOf).length).toBeGreaterThan(150)
  })

  test('every import follows the table', () => {
    expect(files.flatMap(importsOf).map(breach).filter(Boolean)).toEqual([])
  })

  test('the table allows nothing that no import needs', () => {
    const imports = files.flatMap(importsOf).filter(({ local }) => local)
    const idle = Object.entries(MAY_IMPORT).flatMap(([place, allowed]) =>
      allowed
        .filter((folder) => folder !== '*')
        .filter(
          (folder) => !imports.some(({ file, target }) => placeOf(file) === place && under(target, folder)),
        )
        .map((folder) => `${place} may import ${folder}`),
    )
    expect(idle).toEqual([])
  })

  test('no files import each other in a circle', () => {
    expect(circlesOf(targetsOf(files))).toEqual([])
    const circle = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['b']],
      ['d', []],
    ])
    expect(circlesOf(circle)).toEqual([['b', 'c', 'b']])
  })

  test('no folders of mail point at each other', () => {
    expect(circlesOf(targetsOfFolders())).toEqual([])
  })

  test('what is known for a check is in a folder of its name, which knows no other check', () => {
    const checks = analyzers.map(({ group, name }) => `mail/${group}/${name}`)
    const folders = [...targetsOfFolders()].filter(
      ([folder]) => GROUPS.includes(folder.split('/')[1] ?? '') && !folder.endsWith('.ts'),
    )
    const named = [...checks, ...BELOW_CHECKS]
    expect(folders.map(([folder]) => folder).filter((folder) => !named.includes(folder))).toEqual([])
    const others = folders.flatMap(([folder, targets]) =>
      targets
        .filter((target) => checks.includes(target) && CHECK_ON_CHECK[folder] !== target)
        .map((target) => `${folder} knows ${target}`),
    )
    expect(others).toEqual([])
  })

  test('a forbidden import is caught', () => {
    expect(breach({ file: 'core/check.ts', target: 'mail/reading/parse.ts', local: true })).toContain(
      'core may not',
    )
    expect(breach({ file: 'web/server.ts', target: 'store/sqlite/open.ts', local: true })).toContain(
      'only a composition root',
    )
    expect(breach({ file: 'http/server.ts', target: 'mailauth', local: false })).toContain('belongs to mail')
    expect(breach({ file: 'smtp/server.ts', target: 'smtp-server', local: false })).toBeUndefined()
  })

  test('analyzers touch only what they are handed', () => {
    const offenders = files
      .filter((file) => file.startsWith('analysis/'))
      .filter((file) => HANDED_IN.test(readFileSync(join(SRC, file), 'utf8')))
    expect(offenders).toEqual([])
  })

  test('connections to a database server are made in one place', () => {
    const opens = files.filter((file) =>
      /import (?!type)\{[^}]*\bSQL\b[^}]*\} from 'bun'|\bBun\.(SQL|sql)\b/.test(
        readFileSync(join(SRC, file), 'utf8'),
      ),
    )
    expect(opens.length).toBeGreaterThan(0)
    expect(opens.filter((file) => !file.startsWith('store/postgres/wire/'))).toEqual([])
  })

  test('no file over 300 lines, no folder over 20 files', () => {
    const long = files.filter((file) => readFileSync(join(SRC, file), 'utf8').split('\n').length > 301)
    const perFolder = Map.groupBy(files, dirname)
    const full = [...perFolder].filter(([, inside]) => inside.length > 20).map(([folder]) => folder)
    expect({ long, full }).toEqual({ long: [], full: [] })
  })

  test('no dumping grounds', () => {
    expect(
      files.filter((file) => /(^|\/)(utils?|helpers?|common|shared|lib)(\/|\.tsx?$)/.test(file)),
    ).toEqual([])
  })
})
