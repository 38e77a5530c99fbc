/** The share of characters that show nothing legible: replacement characters, control characters, private use. */
export function illegibleShare(text: string): number {
  const judged = text.slice(0, 100_000)
  if (/^[\t\n\f\r\x20-\x7e]*$/.test(judged)) return 0
  const foreign = judged.match(/[\ufffd\p{Co}]|(?![\t\n\r\f])\p{Cc}/gu)?.length ?? 0
  return foreign / judged.length
}
