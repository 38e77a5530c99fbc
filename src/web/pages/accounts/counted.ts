/** What was used of what is allowed: `3 of 100, 97 left`. */
export function counted(used: number, allowed: number | undefined): string {
  const grouped = (value: number) => value.toLocaleString('en-US')
  if (allowed === undefined) return used === 0 ? 'no limit' : `${grouped(used)}, no limit`
  return `${grouped(used)} of ${grouped(allowed)}, ${grouped(Math.max(0, allowed - used))} left`
}
