/** Lines as one text of at most so much; what is left out is counted. `sizeOf`: characters unless it says otherwise. */
export function fitted(
  lines: readonly string[],
  most: number,
  sizeOf: (text: string) => number = (text) => text.length,
): string {
  const all = lines.join('\n')
  if (sizeOf(all) <= most) return all
  for (let taken = lines.length - 1; taken > 0; taken -= 1) {
    const left = lines.length - taken
    const text = [...lines.slice(0, taken), `And ${left} more ${left === 1 ? 'line' : 'lines'}.`].join('\n')
    if (sizeOf(text) <= most) return text
  }
  return cut(lines[0] ?? '', most, sizeOf)
}

/** A text of at most so much, which ends with an ellipsis where it was longer. */
export function cut(
  text: string,
  most: number,
  sizeOf: (text: string) => number = (one) => one.length,
): string {
  if (sizeOf(text) <= most) return text
  const letters = Array.from(text)
  let [least, taken] = [0, letters.length]
  while (least < taken) {
    const middle = Math.ceil((least + taken) / 2)
    if (sizeOf(`${letters.slice(0, middle).join('')}…`) <= most) least = middle
    else taken = middle - 1
  }
  return `${letters.slice(0, taken).join('')}…`
}

/** Octets in UTF-8. */
export const octets = (text: string): number => Buffer.byteLength(text)
