import { openHistogram, openSeries, type Series } from './series.ts'

/** The values that a label may have: all are known beforehand, so that nothing from outside ever becomes a series. */
export type Labels = Readonly<Record<string, readonly string[]>>

export type FamilyType = 'counter' | 'gauge' | 'histogram' | 'summary'

export interface Naming<L extends Labels = Labels> {
  /** Behind `mailgauge_`, in base units; a counter ends in `_total`. */
  name: string
  /** A sentence. */
  help: string
  labels?: L
}

/** A metric with all its series. */
export interface Family {
  name: string
  help: string
  type: FamilyType
  labels: readonly string[]
  series: readonly Series[]
}

type ValuesOf<L extends Labels> = { [K in keyof L]: L[K][number] | Unlisted }

/** A value that is not among those of its label is counted as `other`. */
type Unlisted = string & {}

export interface Counter<L extends Labels> {
  /** Of the labels in their order. */
  add(by: number, ...values: OrderedValues<L>): void
}

export interface Gauge<L extends Labels> {
  set(to: number, ...values: OrderedValues<L>): void
  /** Nothing is known of it any more. */
  clear(): void
}

/** Series of names that are not known beforehand: whoever replaces them bounds how many there are. */
export interface Table {
  /** Values of the labels in their order. */
  replace(rows: readonly { values: readonly string[]; to: number }[]): void
}

export interface Histogram<L extends Labels> {
  observe(value: number, ...values: OrderedValues<L>): void
  /** What was observed elsewhere, by the same bounds. */
  merge(counts: readonly number[], sum: number, ...values: OrderedValues<L>): void
}

/** How often, and how much in all. */
export interface Summary<L extends Labels> {
  observe(value: number, ...values: OrderedValues<L>): void
}

type OrderedValues<L extends Labels> = keyof L extends never ? [] : ValuesOf<L>[keyof L][]

export const OTHER = 'other'
const PREFIX = 'mailgauge_'
/** Counters with no more series than this begin at 0: the first of something is seen as a rise. */
const MOST_AT_ZERO = 200

export type Registry = ReturnType<typeof createRegistry>

/** The metrics of this process. Adding is an addition on a plain object; what is read at a scrape is set by `collect`. */
export function createRegistry() {
  const families: Family[] = []
  const collectors: { name: string; collect(): void | Promise<void> }[] = []

  function enter<L extends Labels>(type: FamilyType, naming: Naming<L>, make: (labels: string) => Series) {
    const { name, help } = naming
    const labels: Labels = naming.labels ?? {}
    const names = Object.keys(labels)
    const lists = Object.values(labels)
    const known = lists.map((list) => new Set(list))
    const byKey = new Map<string, Series>()
    const series: Series[] = []
    const combinations = lists.reduce((product, list) => product * list.length, 1)
    // Made by the first who reads them, as the start has no need of them.
    let lacksZeros = type === 'counter' && combinations <= MOST_AT_ZERO
    families.push({
      name: `${PREFIX}${name}`,
      help,
      type,
      labels: names,
      get series() {
        if (lacksZeros) {
          const listed = new Set(everyOf(lists).map(find))
          series.splice(0, series.length, ...listed, ...series.filter((one) => !listed.has(one)))
        }
        lacksZeros = false
        return series
      },
    })

    const find = (values: readonly string[]): Series => byKey.get(keyOf(values)) ?? begin(values)

    /** A value that is not listed is no key: whoever makes up values would fill the memory. */
    function begin(values: readonly string[]): Series {
      const listed = known.map((list, at) => {
        const value = values[at] ?? ''
        return list.has(value) ? value : OTHER
      })
      const found = byKey.get(keyOf(listed))
      if (found) return found
      const one = make(labelled(names, listed))
      byKey.set(keyOf(listed), one)
      series.push(one)
      return one
    }
    return { find, forget: () => forget(byKey, series) }
  }

  return {
    families: families as readonly Family[],
    counter<const L extends Labels>(naming: Naming<L>): Counter<L> {
      const { find } = enter('counter', naming, openSeries)
      return {
        add(by, ...values) {
          find(values).value += by
        },
      }
    },
    gauge<const L extends Labels>(naming: Naming<L>): Gauge<L> {
      const { find, forget: clear } = enter('gauge', naming, openSeries)
      return {
        set(to, ...values) {
          find(values).value = to
        },
        clear,
      }
    },
    table({ name, help }: Omit<Naming, 'labels'>, labels: readonly string[]): Table {
      const series: Series[] = []
      families.push({ name: `${PREFIX}${name}`, help, type: 'gauge', labels, series })
      return {
        replace(rows) {
          series.length = 0
          for (const { values, to } of rows) {
            const one = openSeries(labelled(labels, values))
            one.value = to
            series.push(one)
          }
        },
      }
    },
    histogram<const L extends Labels>(naming: Naming<L>, bounds: readonly number[]): Histogram<L> {
      const { find } = enter('histogram', naming, (labels) => openHistogram(labels, bounds))
      return {
        observe: (value, ...values) => find(values).observe(value),
        merge: (counts, sum, ...values) => find(values).merge(counts, sum),
      }
    },
    summary<const L extends Labels>(naming: Naming<L>): Summary<L> {
      const { find } = enter('summary', naming, (labels) => openHistogram(labels, []))
      return { observe: (value, ...values) => find(values).observe(value) }
    },
    /** Called before each scrape; what fails or takes too long leaves its gauges away. */
    collect(name: string, collect: () => void | Promise<void>): void {
      collectors.push({ name, collect })
    },
    collectors: collectors as readonly { name: string; collect(): void | Promise<void> }[],
  }
}

const keyOf = (values: readonly string[]) => (values.length === 1 ? (values[0] ?? '') : values.join('\0'))

function forget(byKey: Map<string, Series>, series: Series[]): void {
  byKey.clear()
  series.length = 0
}

/** `a="x",b="y"`: all that is between the braces. */
function labelled(names: readonly string[], values: readonly string[]): string {
  return names.map((name, at) => `${name}="${escapedValue(values[at] ?? '')}"`).join(',')
}

const escapedValue = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function everyOf(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (all, list) => all.flatMap((values) => list.map((value) => [...values, value])),
    [[]],
  )
}
