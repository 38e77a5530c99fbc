import { entryOf, entryOfFlag, orSimilar } from './catalogue.ts'
import type { Gathered } from './given.ts'

/** A flag of the command line without its dashes: { name: 'smtp.listen', value: ':25' }. */
export interface Flag {
  name: string
  /** Absent: the flag stands alone. */
  value?: string
}

/** Whether a flag is for the config, and whether it may stand without a value. */
export function configFlag(name: string): { bare: boolean } | undefined {
  const entry = entryOfFlag(name)
  if (entry) return { bare: entry.option.bare === true }
  return name.includes('.') ? { bare: false } : undefined
}

/** What --section.option=value says; a flag given again adds to a list and replaces anything else. */
export function fromFlags(flags: readonly Flag[], folder: string): Gathered {
  const gathered: Gathered = { given: [], problems: [] }
  const texts = new Map<string, { flag: string; values: string[] }>()
  for (const { name, value } of flags) {
    const entry = entryOfFlag(name)
    if (!entry) {
      gathered.problems.push(refuse(name))
    } else if (value === undefined && !entry.option.bare) {
      gathered.problems.push(`--${name}: expected ${entry.option.expects}, found nothing.`)
    } else {
      const seen = texts.get(entry.name) ?? { flag: name, values: [] }
      seen.values.push(value ?? 'true')
      texts.set(entry.name, seen)
    }
  }
  for (const [name, { flag, values }] of texts) {
    const entry = entryOf(name)
    if (!entry) continue
    const parts = values.map((value) => entry.option.fromText(value))
    const written = parts.every((part) => Array.isArray(part)) ? parts.flat() : parts.at(-1)
    gathered.given.push({ name, written, from: `--${flag}`, folder })
  }
  return gathered
}

function refuse(name: string): string {
  if (name.startsWith('plans.')) return `--${name}: plans come from the config file only.`
  return `--${name}: there is no such option${orSimilar(name, (known) => `--${known}`)}`
}
