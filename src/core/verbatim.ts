/** Unicode keeps these code points for a program's own use. Backticks could not be told from those of an address. */
const OPENS = '\uFDD0'
const CLOSES = '\uFDD1'

/** Marks what stands in an advice as it is to be typed or published, where no change of the finding holds it: a form to
 * fill in, an example, a record for somebody else's zone. Pages show it as code; nothing else sees the marks. */
export function verbatim(text: string): string {
  return `${OPENS}${text}${CLOSES}`
}

/** The advice without its marks, as it is told everywhere but on pages. */
export function withoutMarks(advice: string): string {
  return advice.replaceAll(OPENS, '').replaceAll(CLOSES, '')
}

export interface Part {
  text: string
  isVerbatim: boolean
}

/** The advice in its parts, in order: what is marked, and what stands between. */
export function partsOf(advice: string): Part[] {
  const [first = '', ...rest] = advice.split(OPENS)
  const parts = rest.flatMap((text) => {
    const end = text.indexOf(CLOSES)
    if (end < 0) return [{ text, isVerbatim: false }]
    return [
      { text: text.slice(0, end), isVerbatim: true },
      { text: text.slice(end + CLOSES.length), isVerbatim: false },
    ]
  })
  return [{ text: first, isVerbatim: false }, ...parts]
    .map((part) => ({ ...part, text: withoutMarks(part.text) }))
    .filter(({ text }) => text !== '')
}
