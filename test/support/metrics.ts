import type { Running } from './binary.ts'

/** Where the listener for metrics of a running binary is. */
export function metricsAddress(running: Running): string {
  const line = running
    .output()
    .split('\n')
    .find((text) => text.includes('"metrics":['))
  const { metrics = [] } = line ? (JSON.parse(line) as { metrics: string[] }) : {}
  if (!metrics[0]) throw new Error(`there is no listener for metrics: ${running.output()}`)
  return metrics[0]
}

/** The value of a series by its name and labels as they are written. Undefined: there is none. */
export function valueIn(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

/** The sum of the series whose line begins so. */
export function sumIn(text: string, start: string): number {
  const lines = text.split('\n').filter((one) => one.startsWith(start))
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

export const hasPromtool = Bun.which('promtool') !== null
export const hasPrometheus = Bun.which('prometheus') !== null

/** What `promtool` says, with something on its standard input. */
export async function promtool(args: string[], stdin = ''): Promise<{ code: number; says: string }> {
  const child = Bun.spawn(['promtool', ...args], { stdin: new Blob([stdin]), stdout: 'pipe', stderr: 'pipe' })
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, says: `${out}${error}` }
}
