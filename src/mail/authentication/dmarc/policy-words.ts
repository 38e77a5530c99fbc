export const POLICIES = ['none', 'quarantine', 'reject'] as const
export type DmarcPolicy = (typeof POLICIES)[number]

export function isPolicy(word: string | undefined): word is DmarcPolicy {
  return POLICIES.some((policy) => policy === word)
}

/** The policy that a word is probably meant to be. */
export function nearestPolicy(word: string): DmarcPolicy | undefined {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '')
  if (letters.length < 2 || letters.length > 16) return undefined
  const near = POLICIES.filter(
    (policy) => policy.startsWith(letters) || distance(letters, policy) <= (policy === 'none' ? 1 : 2),
  )
  return near.length === 1 ? near[0] : undefined
}

/** Letters to insert, leave out or replace to make one of the other. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...a].entries()) {
    const next = [line + 1]
    for (const [at, other] of [...b].entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
