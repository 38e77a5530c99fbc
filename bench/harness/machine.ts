import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, loadavg, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'

/** What the figures were measured on. */
export interface Machine {
  cores: number
  processor: string
  memoryGb: number
  kernel: string
  fsyncsPerSecond: number
  loadBefore: number
  versions: Record<string, string>
}

const PACKAGES = ['postfix', 'rspamd', 'spamassassin']

export function machineFacts(): Machine {
  const processor = /^model name\s*:\s*(.+)$/m.exec(readFileSync('/proc/cpuinfo', 'latin1'))?.[1]
  return {
    cores: availableParallelism(),
    processor: processor ?? process.arch,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    kernel: release(),
    fsyncsPerSecond: Math.round(fsyncRate()),
    loadBefore: loadavg()[0] ?? 0,
    versions: { mailgauge: commit(), bun: Bun.version, ...packageVersions() },
  }
}

const SYNC_FOR_MS = 500

/** fdatasync of 4 KB appended, one by one, in the folder where the benches keep their databases. */
function fsyncRate(): number {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-'))
  const file = openSync(join(folder, 'log'), 'a')
  const block = new Uint8Array(4096)
  let count = 0
  const began = performance.now()
  while (performance.now() - began < SYNC_FOR_MS) {
    writeSync(file, block)
    fdatasyncSync(file)
    count += 1
  }
  const seconds = (performance.now() - began) / 1000
  closeSync(file)
  rmSync(folder, { recursive: true })
  return count / seconds
}

function commit(): string {
  const said = Bun.spawnSync(['git', 'describe', '--always', '--dirty'], { cwd: import.meta.dir })
  return said.success ? said.stdout.toString().trim() : 'not known'
}

function packageVersions(): Record<string, string> {
  const versions: Record<string, string> = {}
  for (const name of PACKAGES) {
    const said = Bun.spawnSync(['dpkg-query', '--show', name])
    versions[name] = said.success ? (said.stdout.toString().trim().split('\t')[1] ?? '') : 'absent'
  }
  return versions
}

/** The lines that stand above results. */
export function machineLines({ cores, processor, memoryGb, kernel, ...rest }: Machine): string[] {
  const versions = Object.entries(rest.versions).map(([name, version]) => `${name} ${version}`)
  return [
    `${cores} cores (${processor}), ${memoryGb} GB, Linux ${kernel}, ${rest.fsyncsPerSecond} fdatasyncs of 4 KB a second, load ${rest.loadBefore.toFixed(1)} before`,
    versions.join(', '),
  ]
}
