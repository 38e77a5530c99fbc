import type { DataSet } from './data-set.ts'

/** Letters that look like others (UTS #39 section 4): each prototype with all that stand for it. */
export const confusables: DataSet = {
  name: 'confusables',
  addresses: ['https://www.unicode.org/Public/security/latest/confusables.txt'],
  licence: 'Unicode-3.0',
  note: 'From Unicode: prototype, then every character that is shown like it.',
  read([text = '']) {
    const prototypes: Record<string, string> = {}
    let count = 0
    for (const line of text.replace(/^\ufeff/, '').split('\n')) {
      const fields = /^([0-9A-F]{4,6})\s*;\s*((?:[0-9A-F]{4,6}\s*)+);\s*M[A-Z]/.exec(line)
      if (!fields) continue
      const prototype = fromCodes(fields[2] ?? '')
      prototypes[prototype] = (prototypes[prototype] ?? '') + fromCodes(fields[1] ?? '')
      count += 1
    }
    if (count < 5_000) throw new Error(`only ${count} characters, where at least 5000 were expected`)
    if (!prototypes['a']?.includes('\u0430'))
      throw new Error('the Cyrillic a does not stand for the Latin one')
    return { prototypes }
  },
}

function fromCodes(codes: string): string {
  return codes
    .trim()
    .split(/\s+/)
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join('')
}
