/** What is made of reports is true until another report comes, but for names of addresses, most of which are found out in the minutes behind a
 * report: made again after a minute, and each time that nothing had come meanwhile after twice as long. */
const SHORTEST_MS = 60_000
const LONGEST_MS = 16 * SHORTEST_MS

/** For how long what is made now is true, of the same reports as what was made before or of others. */
export function lastingMs(before: { by: string; lastsMs: number } | undefined, by: string): number {
  return before?.by === by ? Math.min(2 * before.lastsMs, LONGEST_MS) : SHORTEST_MS
}
