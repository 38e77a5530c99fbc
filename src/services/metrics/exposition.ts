import type { Family, Registry } from './registry.ts'

/** What a scrape is answered as (Prometheus text format 0.0.4). */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Longer than any look at the disk or the database takes while they answer. */
const PATIENCE_MS = 2000

/** The text of a scrape: at most one is made at a time, and what was made holds for a moment. */
export function createExposition(
  registry: Registry,
  now: () => number,
  { holdsMs = 1000, patienceMs = PATIENCE_MS } = {},
) {
  const succeeded = registry.gauge({
    name: 'collector_success',
    help: 'Whether what is read at a scrape could be read: 1 yes, 0 no.',
    labels: { collector: registry.collectors.map(({ name }) => name) },
  })
  let last: { at: number; text: Promise<string> } | undefined

  async function make(): Promise<string> {
    const running = registry.collectors.map(async ({ name, collect }) => {
      const ok = await isDone(collect, patienceMs)
      succeeded.set(ok ? 1 : 0, name)
    })
    await Promise.all(running)
    return textOf(registry.families)
  }

  return (): Promise<string> => {
    const at = now()
    if (!last || Math.abs(at - last.at) >= holdsMs) last = { at, text: make() }
    return last.text
  }
}

async function isDone(collect: () => void | Promise<void>, patienceMs: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), patienceMs)
  try {
    return await Promise.race([Promise.resolve(collect()).then(() => true), late.promise])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Families without a series say that they exist. */
export function textOf(families: readonly Family[]): string {
  const lines: string[] = []
  for (const { name, help, type, series } of families) {
    lines.push(`# HELP ${name} ${escapedHelp(help)}`, `# TYPE ${name} ${type}`)
    for (const one of series) {
      for (const [suffix, labels, value] of one.lines()) {
        lines.push(`${name}${suffix}${labels === '' ? '' : `{${labels}}`} ${written(value)}`)
      }
    }
  }
  return `${lines.join('\n')}\n`
}

const escapedHelp = (help: string) => help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

function written(value: number): string {
  if (Number.isFinite(value)) return String(value)
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}
