import { beforeAll as before, test as testOf } from 'bun:test'
import type { Running } from '../binary.ts'

/** Of each start. */
const MOST_LINES = 100

const starts: { name: string; output: Running['output'] }[] = []

/** Notes a start of a host: what it writes is told with a test that fails. */
export function noteStart(name: string, { output }: Running): void {
  starts.push({ name, output })
}

/** Those that were noted are over. */
export function forgetStarts(): void {
  starts.length = 0
}

type Work = () => Promise<void> | void

const told = (work: Work) =>
  async function toldWork() {
    try {
      await work()
    } catch (cause) {
      console.error(complaints())
      throw cause
    }
  }

/** A test of hosts: where it fails, what they had to complain of is told as well. */
export const test = Object.assign(
  (name: string, work: Work, timeoutMs?: number) => testOf(name, told(work), timeoutMs),
  { skip: testOf.skip },
)

/** The same of what comes before tests. */
export const beforeAll = (work: Work, timeoutMs?: number) => before(told(work), timeoutMs)

function complaints(): string {
  const parts = starts.map(({ name, output }, at) => {
    const lines = output()
      .split('\n')
      .filter((line) => line !== '' && !/^\{"level":"(trace|debug|info)"/.test(line))
    return `Start ${at + 1}, ${name}: ${lines.length} lines of warnings and errors\n${lines.slice(-MOST_LINES).join('\n')}`
  })
  return parts.join('\n')
}
