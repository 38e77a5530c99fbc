/**
 * A backup of a large database beside a store that keeps messages of 10 KB: what it costs, what it holds in memory, and how much slower
 * messages are kept meanwhile. `bun bench/backup.ts [--gb 3]`; it is written to the folder of temporary files.
 */
import { Database } from 'bun:sqlite'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../src/store/sqlite/open.ts'
import type { Store } from '../src/store/store.ts'
import { envelope } from '../test/support/envelope.ts'
import { residentMb } from './harness/proc.ts'
import { quantile } from './harness/stats.ts'

const MB = 1024 ** 2
const at = process.argv.indexOf('--gb')
const gigabytes = at < 0 ? 3 : Number(process.argv[at + 1])
const ALONE_MS = 10_000
const SENDERS = 16

/** Rows of a megabyte of what does not pack. */
function fill(file: string, megabytes: number): void {
  const database = new Database(file)
  database.run('PRAGMA synchronous = OFF')
  const insert = database.prepare(
    "INSERT INTO role_mail (id, role, received_at, size, envelope, packing, raw) VALUES (?, 'abuse', 0, 1048576, '{}', 'plain', ?)",
  )
  for (let row = 0; row < megabytes; row += 1) insert.run(`fill-${row}`, randomBytes(MB))
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

let kept = 0

/** Keeps messages until it is over; gives how long each took, in milliseconds. */
async function keeping(store: Store, isOver: () => boolean): Promise<number[]> {
  const took: number[] = []
  const sender = async () => {
    while (!isOver()) {
      kept += 1
      const raw = randomBytes(10_240)
      const began = performance.now()
      await store.roleMail.accept(
        { id: `kept-${kept}`, role: 'postmaster', envelope: envelope(), raw },
        { bytes: Number.MAX_SAFE_INTEGER },
      )
      took.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  return took
}

const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-'))
const directory = join(folder, 'data')
const file = join(directory, 'mailgauge.db')
await (await openStore({ directory, migrate: true })).close()
fill(file, gigabytes * 1024)
const store = await openStore({ directory, migrate: false })

const begun = performance.now()
const alone = await keeping(store, () => performance.now() - begun > ALONE_MS)

const command = [
  process.execPath,
  join(import.meta.dir, '..', 'src', 'main.ts'),
  '__backup',
  String(process.pid),
]
const child = Bun.spawn(command, {
  stdin: 'pipe',
  stdout: 'pipe',
})
const source = { directory, keyPath: join(directory, 'secrets.key'), named: [], minFree: 0, program: 'bench' }
child.stdin.write(
  `${JSON.stringify({ source, kind: 'manual', secrets: true, file: join(folder, 'x.tar.zst') })}\n`,
)
child.stdin.flush()
let isDone = false
let resident = 0
let log = 0
const looking = setInterval(() => {
  if (isDone) return
  resident = Math.max(resident, residentMb(child.pid))
  log = Math.max(log, statSync(`${file}-wal`).size)
}, 100)
const backupBegun = performance.now()
void child.exited.then(() => {
  isDone = true
})
const meanwhile = await keeping(store, () => isDone)
const seconds = (performance.now() - backupBegun) / 1000
clearInterval(looking)
const cpu = child.resourceUsage()?.cpuTime
await store.close()

const speed = (took: readonly number[], over: number) => `${Math.round(took.length / over)} messages/s`
const line = (name: string, value: string) => process.stdout.write(`${name.padEnd(34)}${value}\n`)
const spread = (took: readonly number[]) =>
  `median ${quantile(took, 0.5).toFixed(1)} ms, 99 % ${quantile(took, 0.99).toFixed(1)} ms, most ${quantile(took, 1).toFixed(0)} ms`
line('database', `${(statSync(file).size / MB).toFixed(0)} MB`)
line('backup', `${(statSync(join(folder, 'x.tar.zst')).size / MB).toFixed(0)} MB in ${seconds.toFixed(1)} s`)
line('processor time of the backup', `${(Number(cpu?.total ?? 0) / 1e6).toFixed(1)} s`)
line('most resident memory of it', `${resident.toFixed(0)} MB`)
line('most of the log', `${(log / MB).toFixed(0)} MB`)
line('kept alone', `${speed(alone, ALONE_MS / 1000)}, ${spread(alone)}`)
line('kept beside the backup', `${speed(meanwhile, seconds)}, ${spread(meanwhile)}`)
rmSync(folder, { recursive: true, force: true })
process.exit(0)
