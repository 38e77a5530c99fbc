/** A line that a process writes when a step of its message begins: the message's number in the life of the process, and the step. */
export function stepLine(message: number, step: string): string {
  return `${message} ${step}\n`
}

/** What is blamed before any step has begun. */
export const FIRST_STEP = 'parse'

/** Reads the steps that a process tells, keeping the last. */
export function followSteps(stdout: ReadableStream<Uint8Array>) {
  let last = ''
  let rest = ''
  const decoder = new TextDecoder()
  async function follow(): Promise<void> {
    for await (const chunk of stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      last = lines.at(-1) ?? last
    }
  }
  return {
    /** The step that this message was last at: a line about an earlier one may still have been on its way. */
    lastOf(message: number): string {
      const [number, step] = last.split(' ', 2)
      return Number(number) === message && step ? step : FIRST_STEP
    },
    /** Everything was read: the process has ended. */
    drained: follow(),
  }
}
