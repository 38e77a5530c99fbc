const LONGEST_LINE = 76

/** A paragraph of mail in lines of at most 76 characters (RFC 5322 2.1.1 asks for 78), longer words apart; joined by CRLF. */
export function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > LONGEST_LINE) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\r\n')
}
