// Makes a .deb of a compiled program:
//   bun scripts/make-deb.ts --binary dist/mailgauge-linux-x64 --arch amd64 --out dist/mailgauge_0.1.0_amd64.deb
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './package/contents.ts'
import { buildDeb, DEB_COMPRESSIONS, debianVersion } from './package/deb.ts'
import { makeTexts } from './package/files.ts'
import { sourceDate } from './package/source-date.ts'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/mailgauge' },
    arch: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'amd64' },
    version: { type: 'string' },
    out: { type: 'string' },
    compression: { type: 'string', default: 'xz' },
  },
})
const compression = DEB_COMPRESSIONS.find((one) => one === values.compression)
if (!compression || !Bun.which('dpkg-deb')) {
  process.stderr.write(
    compression
      ? 'A .deb is made by dpkg-deb, which is not on this machine (package dpkg).\n'
      : `--compression: expected one of ${DEB_COMPRESSIONS.join(', ')}.\n`,
  )
  process.exit(2)
}
const version = values.version ?? JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version
const out = values.out ?? join(ROOT, 'dist', `mailgauge_${debianVersion(version)}_${values.arch}.deb`)
const epoch = sourceDate()
const { binary, arch } = values
buildDeb({ binary, arch, version, epoch, texts: makeTexts(version, epoch), out, compression })
process.stderr.write(`Made ${out}\n`)
