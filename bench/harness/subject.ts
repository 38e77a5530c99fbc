import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machineFacts, machineLines } from './machine.ts'
import { familyOf } from './proc.ts'
import { lineOf, type Row, resultOf } from './rows.ts'

/** How long it may take: `quick` takes few rounds of little work, to be compared with another quick run. */
export interface Effort {
  quick: boolean
  /** The number behind the command, for subjects that take one. */
  given?: number
  /** The first for a quick run. */
  pick<T>(quick: T, full: T): T
}

/** Something that is measured, by one command. */
export interface Subject {
  name: string
  measure(effort: Effort, say: (line: string) => void): Promise<Row[]>
}

/** Ends whatever this process started and has not ended itself, when it fails or is stopped. */
function endChildrenAtExit(): void {
  process.on('exit', () => {
    for (const pid of familyOf(process.pid).slice(1)) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    }
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
}

/** Measures it, prints the rows, and writes them to the file that `--json` names. */
export async function run(subject: Subject): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { quick: { type: 'boolean' }, json: { type: 'string' } },
    allowPositionals: true,
  })
  const quick = values.quick ?? false
  const given = positionals[0] === undefined ? {} : { given: Number(positionals[0]) }
  endChildrenAtExit()
  buildIfStale()
  const say = (line: string) => console.error(line)
  if (values.json === undefined) for (const line of machineLines(machineFacts())) console.log(line)
  const rows = await subject.measure({ quick, ...given, pick: (few, many) => (quick ? few : many) }, say)
  const results = Object.fromEntries(rows.map((row) => [row.key, resultOf(row)]))
  for (const result of Object.values(results)) console.log(lineOf(result))
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results))
  process.exit(0)
}

/** The binary is what is measured: dist/mailgauge is made anew where a source is newer. */
export function buildIfStale(): void {
  const root = join(import.meta.dir, '..', '..')
  const script = `import { isStale } from './scripts/start.mjs'; process.exit(isStale() ? 1 : 0)`
  if (spawnSync('node', ['--input-type=module', '-e', script], { cwd: root }).status === 0) return
  const built = spawnSync('node', ['scripts/build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (built.status !== 0) throw new Error('dist/mailgauge could not be built')
}
