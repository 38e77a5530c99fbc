/** The share of characters that show nothing legible: replacement characters, control characters, private use. */
export function illegibleShare(text: string): number {
  const judged = text.slice(0, 100_000)
  if (judged.length === 0) return 0
  const foreign = judged.match(/[\ufffd\p{Co}]|(?![\t\n\r\f])\p{Cc}/gu)?.length ?? 0
  return foreign / judged.length
}
