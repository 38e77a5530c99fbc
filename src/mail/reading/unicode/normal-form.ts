/** Marks that stand in a row, and the two letters that become marks in a compatible form. */
const LONG_ROW = /[\p{M}\uff9e\uff9f]{31,}/gu
/** U+034F combines with nothing and is not shown: the sorting of marks ends at it. */
const JOINER = '\u034f'
const PIECE = /.{1,30}/gsu

/**
 * A text in a Unicode normal form, in time that grows with its length alone: marks in a row are sorted, and sorting a hundred
 * thousand takes minutes. They are parted after every 30th as in the Stream-Safe Text Format (UAX #15 section 13), which no
 * language's text reaches.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(LONG_ROW, partedRow).normalize(form)
}

function partedRow(row: string): string {
  return row.match(PIECE)?.join(JOINER) ?? row
}
