/** Data made by others: where they come from, and how their form becomes ours. */
export interface DataSet {
  /** The file in src/mail/data, without its ending. */
  name: string
  /** Where the files are fetched; all of them make one data set. */
  addresses: readonly string[]
  /** SPDX. */
  licence: string
  /** What is ours about it, such as what is left out. */
  note?: string
  /** Reads the files, in the order of the addresses; throws when they do not have the shape they should have. */
  read(texts: readonly string[]): Record<string, unknown>
}

/** Lower-case names, each once, sorted. Throws when there are fewer than `least` or one is no domain. */
export function domainList(names: Iterable<string>, least: number): string[] {
  const list = [...new Set([...names].map((name) => name.toLowerCase()))].toSorted()
  const wrong = list.find((name) => !/^[a-z0-9*-]+(?:\.[a-z0-9*-]+)+$/.test(name))
  if (wrong !== undefined) throw new Error(`"${wrong}" is no domain`)
  if (list.length < least)
    throw new Error(`only ${list.length} domains, where at least ${least} were expected`)
  return list
}
