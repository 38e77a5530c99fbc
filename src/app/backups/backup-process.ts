import { setPriority } from 'node:os'
import { BackupFailed } from './failed.ts'
import { makeArchive } from './make-archive.ts'
import type { BackupPlan } from './plan.ts'
import type { FromBackup } from './run-process.ts'

/** Mail goes first. */
const NICE = 10
const TELL_EVERY_MS = 500

/** Makes the backup that standard input asks for, as a process of the service; ends when the service does. */
export async function runBackupProcess(): Promise<void> {
  setPriority(NICE)
  const say = (told: FromBackup) => void process.stdout.write(`${JSON.stringify(told)}\n`)
  const stop = new AbortController()
  const plan = await asked(() => stop.abort())
  if (!plan) return
  let toldAt = 0
  try {
    const made = await makeArchive(plan, stop.signal, (progress) => {
      if (performance.now() - toldAt < TELL_EVERY_MS) return
      toldAt = performance.now()
      say({ kind: 'progress', progress })
    })
    say({ kind: 'made', made })
  } catch (cause) {
    if (!(cause instanceof BackupFailed)) throw cause
    say({ kind: 'failed', reason: cause.message })
  }
}

/** The line that says what to do; nothing where there is none. Standard input stays open for as long as the service wants the backup. */
function asked(closed: () => void): Promise<BackupPlan | undefined> {
  process.on('SIGTERM', closed)
  return new Promise((resolve) => {
    let text = ''
    process.stdin.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      if (text.endsWith('\n')) resolve(JSON.parse(text))
    })
    const ended = () => {
      closed()
      resolve(undefined)
    }
    process.stdin.on('end', ended)
    process.stdin.on('error', ended)
  })
}
