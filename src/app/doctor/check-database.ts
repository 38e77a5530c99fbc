import type { DatabaseLook } from '../../services/doctor/context.ts'
import { environmentOfChildren, ownProgram } from '../../version.ts'

/** Looks through the database in a process of its own, which ends when the time is over. */
export async function checkDatabase(directory: string, waitAtMost: number): Promise<DatabaseLook> {
  const child = Bun.spawn([...ownProgram(), '__check-database', directory, String(process.pid)], {
    argv0: process.argv0,
    // What the service took out of its environment is not for it.
    env: environmentOfChildren(),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: waitAtMost,
    killSignal: 'SIGKILL',
  })
  const said = await new Response(child.stdout).text()
  const code = await child.exited
  if (child.signalCode === 'SIGKILL') return { kind: 'late' }
  try {
    return JSON.parse(said)
  } catch {
    return { kind: 'unread', says: `the look through it ended with ${child.signalCode ?? `code ${code}`}` }
  }
}
