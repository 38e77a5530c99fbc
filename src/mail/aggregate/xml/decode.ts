/** How a document's octets become text: by its byte order mark, then by its declaration, else as UTF-8. */
export function decoderFor(head: Uint8Array): TextDecoder {
  const [a, b, c, d] = head
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8')
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c !== 0 && d === 0))
    return new TextDecoder('utf-16le')
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d !== 0))
    return new TextDecoder('utf-16be')
  return declared(head)
}

const DECLARATION = /^\s{0,100}<\?xml\s[^>]{0,200}?encoding\s{0,20}=\s{0,20}["']([\w.:-]{1,40})["']/i

function declared(head: Uint8Array): TextDecoder {
  const text = Buffer.from(head.subarray(0, 512)).toString('latin1')
  const label = DECLARATION.exec(text)?.[1] ?? 'utf-8'
  // What is read here as one octet a letter is no UTF-16, as some software says all the same.
  if (/^(?:utf-?16|ucs-?2|iso-10646-ucs-2|unicode)/i.test(label)) return new TextDecoder('utf-8')
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}
