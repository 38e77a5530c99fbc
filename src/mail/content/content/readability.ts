/** The share of characters that show nothing legible: replacement characters, control characters, private use. */
export function illegibleShare(text: string): number {
  const judged = text.slice(0, 100_000)
  if (/^[\t\n\f\r\x20-\x7e]*$/.test(judged)) return 0
  const foreign = judged.match(/[\ufffd\p{Co}]|(?![\t\n\r\f])\p{Cc}/gu)?.length ?? 0
  return foreign / judged.length
}

const LEAST_ENCODED = 200

/** Text that still stands in its transfer encoding because the part does not declare it. */
export function looksEncoded(text: string): 'base64' | 'quoted-printable' | undefined {
  const judged = text.slice(0, 20_000).trim()
  if (judged.length < LEAST_ENCODED) return undefined
  const lines = judged.split('\n')
  const long = lines.slice(0, -1).every((line) => /^[A-Za-z0-9+/]{40,}={0,2}\s?$/.test(line))
  const mixed = /\d/.test(judged) && /[A-Z]/.test(judged) && /[a-z]/.test(judged)
  if (long && mixed && /^[A-Za-z0-9+/=\s]*$/.test(judged)) {
    return 'base64'
  }
  const escapes = judged.match(/=(?:[0-9A-F]{2}|\n)/g)?.length ?? 0
  return escapes * 3 > judged.length / 10 && escapes > 20 ? 'quoted-printable' : undefined
}

/** UTF-8 of letters such as ü, – or ж, read as Windows-1252. */
const TWICE = /(?:[ÂÃÐÑ]|â€)[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g
const LEAST_TWICE = 5

/** How many letters were encoded as UTF-8 twice; 0 where they are so few that somebody may be writing about it. */
export function encodedTwice(text: string): number {
  const count = text.slice(0, 100_000).match(TWICE)?.length ?? 0
  return count < LEAST_TWICE ? 0 : count
}
