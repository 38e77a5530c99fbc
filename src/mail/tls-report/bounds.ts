/** Octets of one TLS report: those of the largest senders have some hundred thousand. */
export const MOST_BYTES = 8 * 1024 * 1024
export const TOO_LONG = `It has more than ${MOST_BYTES / 1024 / 1024} MiB.`
const MOST_DEPTH = 32
/** Values: what a parser makes of them takes far more memory than the text. */
const MOST_VALUES = 500_000

const QUOTE = 34
const BACKSLASH = 92

/** What an octet outside strings does to the depth, and whether a value may begin behind it. */
const DEEPER = new Int8Array(256)
const BEGINS = new Int8Array(256)
for (const open of '{[') DEEPER[open.charCodeAt(0)] = 1
for (const close of '}]') DEEPER[close.charCodeAt(0)] = -1
for (const before of '{[,') BEGINS[before.charCodeAt(0)] = 1

/** What JSON would cost, told from its octets before anything is made of them. Undefined: it may be parsed. */
export function excessOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > MOST_BYTES) return TOO_LONG
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const octet = bytes[at] ?? 0
    if (octet === QUOTE) at = stringEnd(bytes, at)
    depth += DEEPER[octet] ?? 0
    values += BEGINS[octet] ?? 0
    if (depth > MOST_DEPTH) return `It is nested deeper than ${MOST_DEPTH} levels.`
    if (values > MOST_VALUES) return `It has more than ${MOST_VALUES} values.`
  }
  return undefined
}

/** The closing quote of the string that begins at `open`. */
function stringEnd(bytes: Uint8Array, open: number): number {
  let at = open + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
