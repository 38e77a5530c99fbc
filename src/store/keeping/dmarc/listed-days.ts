import type { SourceDay } from '../../dmarc/source-facts.ts'

/** Rows of days in order, a list for each column with commas between: days, messages, and those of them that passed. */
export type ListedDays = readonly (string | null)[]

/** Days out of their lists. One may have two rows: authenticated reports, and others. */
export function daysListed(lists: ListedDays): SourceDay[] {
  const [days = [], messages = [], pass = []] = lists.map((list) => list?.split(',').map(Number) ?? [])
  const all: SourceDay[] = []
  for (const [at, day] of days.entries()) {
    const last = all.at(-1)
    const row = { day, messages: messages[at] ?? 0, pass: pass[at] ?? 0 }
    if (last?.day !== day) all.push(row)
    else {
      last.messages += row.messages
      last.pass += row.pass
    }
  }
  return all
}
