import type { BackupProgress } from '../../core/files/backup.ts'
import { environmentOfChildren, ownProgram } from '../../version.ts'
import { BackupFailed } from './failed.ts'
import type { BackupPlan, MadeBackup } from './plan.ts'

/** What the process that makes a backup says, a line each. */
export type FromBackup =
  | { kind: 'progress'; progress: BackupProgress }
  | { kind: 'made'; made: MadeBackup }
  | { kind: 'failed'; reason: string }

/** Makes a backup in a process of its own, so that nothing of the service waits for it. Throws BackupFailed. */
export async function makeInProcess(
  plan: BackupPlan,
  signal: AbortSignal,
  progress: (made: BackupProgress) => void,
): Promise<MadeBackup> {
  if (signal.aborted) throw new BackupFailed('The service stops.')
  const child = Bun.spawn([...ownProgram(), '__backup', String(process.pid)], {
    argv0: process.argv0,
    // What the service took out of its environment is not for it.
    env: environmentOfChildren(),
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const end = () => void child.stdin.end()
  signal.addEventListener('abort', end)
  try {
    child.stdin.write(`${JSON.stringify(plan)}\n`)
    child.stdin.flush()
    let last: FromBackup | undefined
    for await (const told of linesOf(child.stdout)) {
      if (told.kind === 'progress') progress(told.progress)
      else last = told
    }
    const code = await child.exited
    if (last?.kind === 'made') return last.made
    throw new BackupFailed(
      last?.kind === 'failed'
        ? last.reason
        : `The process that makes it ended with ${child.signalCode ?? `code ${code}`}.`,
    )
  } finally {
    signal.removeEventListener('abort', end)
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<FromBackup> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}
