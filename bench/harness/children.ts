import { join } from 'node:path'
import type { Subprocess } from 'bun'

const PROCESSES = join(import.meta.dir, '..', 'processes')

/** A program of the bench in a process of its own, that told where it listens. */
export interface Child<Facts> {
  facts: Facts
  pid: number
  stop(): Promise<void>
}

/** Starts bench/processes/<name>.ts and waits for its first line, which is JSON. */
export async function startChild<Facts>(name: string, args: readonly string[] = []): Promise<Child<Facts>> {
  const child = Bun.spawn([process.execPath, join(PROCESSES, `${name}.ts`), ...args], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const stop = async () => {
    child.kill()
    await child.exited
  }
  return { facts: JSON.parse(await firstLine(child, name)) as Facts, pid: child.pid, stop }
}

async function firstLine(child: Subprocess<'ignore', 'pipe', 'inherit'>, name: string): Promise<string> {
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let said = ''
  while (!said.includes('\n')) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`${name} ended: ${said}`)
    said += decoder.decode(value, { stream: true })
  }
  reader.releaseLock()
  return said.slice(0, said.indexOf('\n'))
}

/** Runs a program of the bench to its end, and gives the JSON that it printed. */
export async function runChild<Facts>(name: string, argument: unknown): Promise<Facts> {
  const child = Bun.spawn([process.execPath, join(PROCESSES, `${name}.ts`), JSON.stringify(argument)], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const said = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${name} failed: ${said}`)
  return JSON.parse(said) as Facts
}
