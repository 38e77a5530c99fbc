/** How long `mailgauge serve` takes until it listens, beside `bun --version` as the cost of starting any Bun program. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BINARY = join(import.meta.dir, '..', 'dist', 'mailgauge')
const RUNS = 15
const FLAGS = [
  '--http.listen=127.0.0.1:0',
  '--smtp.listen=127.0.0.1:0',
  '--dns.servers=127.0.0.1:1',
  '--log.format=json',
]

async function untilListening(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-'))
  const began = performance.now()
  const child = Bun.spawn([BINARY, 'serve', ...FLAGS], { cwd: folder, stdout: 'pipe', stderr: 'inherit' })
  for await (const chunk of child.stdout) {
    if (new TextDecoder().decode(chunk).includes('Listening')) break
  }
  const took = performance.now() - began
  child.kill('SIGKILL')
  await child.exited
  rmSync(folder, { recursive: true })
  return took
}

function bare(): number {
  const began = performance.now()
  Bun.spawnSync([process.execPath, '--version'])
  return performance.now() - began
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const serve: number[] = []
const bun: number[] = []
for (let run = 0; run < RUNS; run += 1) {
  serve.push(await untilListening())
  bun.push(bare())
}
const ratio = median(serve) / median(bun)
console.log(
  `serve until it listens: median ${median(serve).toFixed(0)} ms (first start, with a new certificate, key and database)`,
)
console.log(`bun --version:          median ${median(bun).toFixed(0)} ms; ratio ${ratio.toFixed(1)}`)
