// Makes the files of a release out of the sources where they stand; scripts/release has them stand in the right place first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeArchive } from './package/archive.ts'
import { changesOf } from './package/changes.ts'
import { bundledPackages, ROOT } from './package/contents.ts'
import { buildDeb, DEB_COMPRESSIONS, debianVersion, writeChecksums } from './package/deb.ts'
import { makeTexts } from './package/files.ts'
import { installerFor } from './package/installer.ts'
import { createSbom } from './package/sbom.ts'
import { sourceDate } from './package/source-date.ts'

const TARGETS = ['linux-x64-baseline', 'linux-x64', 'linux-arm64', 'linux-x64-musl', 'linux-arm64-musl']

/** What each .deb is made of, the best first: Debian's amd64 is also that of processors, and of virtual ones, without AVX2. */
const DEBS: Readonly<Record<string, readonly string[]>> = {
  amd64: ['linux-x64-baseline', 'linux-x64'],
  arm64: ['linux-arm64'],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(ROOT, 'dist', 'release') },
    url: { type: 'string' },
    compression: { type: 'string', default: 'xz' },
  },
})
const say = (text: string) => process.stderr.write(`${text}\n`)
function refuse(text: string): never {
  say(text)
  process.exit(2)
}

const compression =
  DEB_COMPRESSIONS.find((one) => one === values.compression) ??
  refuse(`--compression: expected one of ${DEB_COMPRESSIONS.join(', ')}.`)
const targets = positionals.length > 0 ? positionals : TARGETS
const unknown = targets.find((target) => !TARGETS.includes(target))
if (unknown !== undefined) refuse(`There is no target ${unknown}. Targets: ${TARGETS.join(', ')}.`)

/** Undefined: the runtime for this target cannot be had here. */
function compile(target: string): string | undefined {
  const built = Bun.spawnSync(['node', 'scripts/build', target], {
    cwd: ROOT,
    env: process.env,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const told = `${built.stdout}${built.stderr}`.trim()
  if (built.success) return join(ROOT, 'dist', `mailgauge-${target}`)
  if (!/download|not (?:available|found)|404|unsupported target|invalid target/i.test(told)) {
    say(told)
    say(`${target} could not be built.`)
    process.exit(1)
  }
  say(`Skipped ${target}: its Bun runtime cannot be had here (${told.split('\n')[0]}).`)
  return undefined
}

const { version, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const epoch = sourceDate()
const packages = bundledPackages()
const texts = makeTexts(version, epoch, packages)
const out = resolve(values.out)
mkdirSync(out, { recursive: true })
const made: string[] = []
function write(name: string, text: string, mode = 0o644): void {
  writeFileSync(join(out, name), text, { mode })
  made.push(join(out, name))
}

const binaries = new Map<string, string>()
for (const target of targets) {
  const binary = compile(target)
  if (binary === undefined) continue
  binaries.set(target, binary)
  made.push(makeArchive({ out, name: `mailgauge-${version}-${target}`, binary, texts, epoch }))
  say(`Made ${target}`)
}
for (const [arch, from] of Object.entries(DEBS)) {
  const binary = from.map((target) => binaries.get(target)).find((path) => path !== undefined)
  if (binary === undefined) continue
  if (!Bun.which('dpkg-deb')) {
    say(`Skipped the .deb for ${arch}: dpkg-deb is not here.`)
    continue
  }
  const deb = join(out, `mailgauge_${debianVersion(version)}_${arch}.deb`)
  buildDeb({ binary, arch, version, epoch, texts, out: deb, compression })
  made.push(deb)
  say(`Made the .deb for ${arch}`)
}
if (made.length === 0) refuse('No target could be built.')
write(`mailgauge-${version}.cdx.json`, createSbom(version, epoch, packages))
write(`mailgauge-${version}-changes.md`, changesOf(version))
write('install.sh', installerFor(values.url, repository, version), 0o755)
writeChecksums(join(out, 'checksums.txt'), made)
say(`The release is in ${out}`)
