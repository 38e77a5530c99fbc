import type { Kind, Option, OptionFacts, ReadResult } from './option.ts'
import { parseDuration, parseSize } from './units.ts'

const read = <T>(value: T): ReadResult<T> => ({ ok: true, value })
const wrong = (found: unknown, expected?: string): ReadResult<never> => ({
  ok: false,
  found,
  ...(expected !== undefined && { expected }),
})

const LONGEST_TEXT = 4096
const MOST_ITEMS = 256

const asIs = (text: string): unknown => text

/** Text of one line that `accepts`, or any when nothing is said. */
export function text<const F extends OptionFacts>(facts: F): Option<string, F> {
  return parsed(facts, 'text of one line', (line) => line)
}

/** Text that a function understands: what it gives is the value. */
export function parsed<T, const F extends OptionFacts>(
  facts: F,
  expects: string,
  parse: (text: string) => T | undefined,
): Option<T, F> {
  return { ...facts, ...parsedKind(expects, parse) }
}

function parsedKind<T>(expects: string, parse: (text: string) => T | undefined): Kind<T> {
  return {
    expects,
    fromText: asIs,
    read(written) {
      if (typeof written !== 'string' || written === '' || written.length > LONGEST_TEXT)
        return wrong(written)
      if (/\p{Cc}/u.test(written)) return wrong(written)
      const value = parse(written)
      return value === undefined ? wrong(written) : read(value)
    },
  }
}

export function choice<const C extends string, const F extends OptionFacts>(
  facts: F,
  choices: readonly C[],
): Option<C, F> {
  const allowed = choices.join(', ')
  return { ...parsed(facts, `one of ${allowed}`, (text) => choices.find((one) => one === text)), allowed }
}

export function toggle<const F extends OptionFacts>(facts: F): Option<boolean, F> {
  const yes = ['true', 'yes', 'on', '1']
  const no = ['false', 'no', 'off', '0']
  return {
    ...facts,
    expects: 'true or false',
    bare: true,
    fromText(text) {
      const word = text.toLowerCase()
      return yes.includes(word) || (no.includes(word) ? false : text)
    },
    read: (written) => (typeof written === 'boolean' ? read(written) : wrong(written)),
  }
}

interface Bounds {
  min: number
  max: number
}

/** A whole number. */
export function count<const F extends OptionFacts>(facts: F, { min, max }: Bounds): Option<number, F> {
  return {
    ...facts,
    expects: `a whole number from ${min} to ${max}`,
    allowed: `${min} to ${max}`,
    fromText: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
    read: (written) =>
      typeof written === 'number' && Number.isInteger(written) && written >= min && written <= max
        ? read(written)
        : wrong(written),
  }
}

/** Bytes, written "25MB" or as a plain number of bytes. */
export function size<const F extends OptionFacts>(
  facts: F,
  bounds: { min: string; max: string },
): Option<number, F> {
  const least = parseSize(bounds.min) ?? 0
  const most = parseSize(bounds.max) ?? 0
  return {
    ...facts,
    expects: `a size such as "25MB", from ${bounds.min} to ${bounds.max}`,
    allowed: `${bounds.min} to ${bounds.max}`,
    fromText: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
    read(written) {
      const bytes = typeof written === 'string' ? parseSize(written) : written
      const fits = typeof bytes === 'number' && Number.isInteger(bytes) && bytes >= least && bytes <= most
      return fits ? read(bytes) : wrong(written)
    },
  }
}

/** Milliseconds, written with their unit: "15s", "30 days". */
export function duration<const F extends OptionFacts>(
  facts: F,
  bounds: { min: string; max: string },
): Option<number, F> {
  const least = parseDuration(bounds.min) ?? 0
  const most = parseDuration(bounds.max) ?? 0
  return {
    ...facts,
    allowed: `${bounds.min} to ${bounds.max}`,
    ...parsedKind(
      `a duration with its unit, such as "15s" or "30 days", from ${bounds.min} to ${bounds.max}`,
      (text) => {
        const ms = parseDuration(text)
        return ms !== undefined && ms >= least && ms <= most ? ms : undefined
      },
    ),
  }
}

/** A list of texts; in a variable or a flag, separated by commas. */
export function list<T, const F extends OptionFacts>(
  facts: F,
  expects: string,
  parse: (text: string) => T | undefined,
): Option<T[], F> {
  const item = parsedKind(expects, parse)
  return {
    ...facts,
    expects: `a list, each item ${expects}`,
    fromText: (text) => itemsOf(text),
    read(written) {
      if (!Array.isArray(written) || written.length > MOST_ITEMS) return wrong(written)
      const values: T[] = []
      for (const one of written) {
        const result = item.read(one)
        if (!result.ok) return wrong(one, expects)
        values.push(result.value)
      }
      return read(values)
    },
  }
}

/** A table of texts; in a variable or a flag, `name=text` separated by commas or line ends. */
export function table<const F extends OptionFacts>(facts: F): Option<Record<string, string>, F> {
  const expects = 'a table of names and texts'
  return {
    ...facts,
    expects,
    fromText(text) {
      const pairs = itemsOf(text).map((pair) => /^([^=]+)=(.+)$/.exec(pair))
      if (pairs.includes(null)) return text
      return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.trim() ?? '', pair?.[2]?.trim() ?? '']))
    },
    read(written) {
      if (typeof written !== 'object' || written === null || Array.isArray(written)) return wrong(written)
      const entries = Object.entries(written)
      const texts = entries.flatMap(([name, value]) => (isKey(value) ? [[name, value] as const] : []))
      return texts.length === entries.length && entries.length <= MOST_ITEMS
        ? read(Object.fromEntries(texts))
        : wrong(written)
    },
  }
}

const isKey = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_TEXT && !/\p{Cc}/u.test(value)

function itemsOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
