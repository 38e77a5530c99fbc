/** Longer texts are not remembered: they hardly come again. */
const LONGEST = 100
const MOST = 2_000

/**
 * The same function of a text, whose answers for short texts are remembered across messages: words, labels and names
 * come again and again. What is given must depend on the text alone, and nobody may change it.
 */
export function remembered<T>(of: (text: string) => T, longest = LONGEST, most = MOST): (text: string) => T {
  const known = new Map<string, { answer: T }>()
  return (text) => {
    if (text.length > longest) return of(text)
    const before = known.get(text)
    if (before) return before.answer
    // A piece of a message keeps the whole of it in memory, and so do the pieces of that piece; its copy does not.
    const own = ` ${text}`.slice(1)
    const answer = of(own)
    if (known.size >= most) known.clear()
    known.set(own, { answer })
    return answer
  }
}
