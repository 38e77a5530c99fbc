import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Records by name and type, as pyspf is handed them. */
export type PlainZone = Record<string, Record<string, unknown[]>>

/** Whom the domain's record (or this one, in its place) is asked about. */
export type Question = [domain: string, address: string, text?: string]

const PYTHON = '/usr/bin/python3'

/** Why there is nothing to compare with; undefined: it is there. */
export const pyspfAbsent =
  spawnSync(PYTHON, ['-c', 'import spf']).status === 0
    ? undefined
    : "pyspf is not installed (Debian: python3-spf), so repairs of SPF are not compared with another program's verdicts."

/** One process of pyspf that answers line by line. */
export function startPyspf() {
  const child = Bun.spawn([PYTHON, join(import.meta.dir, 'pyspf.py')], { stdin: 'pipe', stdout: 'pipe' })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let rest = ''

  async function readLine(): Promise<string> {
    for (;;) {
      const end = rest.indexOf('\n')
      if (end >= 0) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 1)
        return line
      }
      const { value, done } = await reader.read()
      if (done) throw new Error('pyspf ended')
      rest += decoder.decode(value, { stream: true })
    }
  }

  return {
    /** The results of each group of questions in its zone. */
    async ask(groups: readonly [PlainZone, Question[]][]): Promise<string[][]> {
      child.stdin.write(`${JSON.stringify(groups)}\n`)
      child.stdin.flush()
      return JSON.parse(await readLine())
    },
    end() {
      child.stdin.end()
      return child.exited
    },
  }
}
