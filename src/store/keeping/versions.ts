/** Whether a version of a program is older than another one: 0.9.1 is older than 0.10.0. One without numbers is as new as can be. */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((one) =>
    /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})/.exec(one)?.slice(1).map(Number),
  )
  if (!own || !other) return false
  for (const [at, number] of own.entries()) {
    const needed = other[at] ?? 0
    if (number !== needed) return number < needed
  }
  return false
}
