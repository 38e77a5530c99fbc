/** Text as PostgreSQL keeps it: U+0000, which it refuses, becomes U+FFFD. Values of other kinds stay what they are. */
export function legible(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  return Array.isArray(value) ? value.map(legible) : value
}
