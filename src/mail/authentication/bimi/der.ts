/** One element of DER (X.690): its tag and where its content lies. */
interface Element {
  tag: number
  start: number
  end: number
}

const SEQUENCE = 0x30
const OBJECT_IDENTIFIER = 0x06
const OCTET_STRING = 0x04
/** Of a TBSCertificate: [3] EXPLICIT (RFC 5280 4.1). */
const EXTENSIONS = 0xa3
const MOST_ELEMENTS = 100

/** The value of an extension of a certificate (RFC 5280 4.1); `oid` is the identifier's content in hexadecimal. */
export function findExtension(certificate: Uint8Array, oid: string): Buffer | undefined {
  const bytes = Buffer.from(certificate.buffer, certificate.byteOffset, certificate.byteLength)
  const [outer] = elements(bytes, 0, bytes.length)
  const [signed] = outer ? elements(bytes, outer.start, outer.end) : []
  const held = signed && elements(bytes, signed.start, signed.end).find(({ tag }) => tag === EXTENSIONS)
  const [list] = held ? elements(bytes, held.start, held.end) : []
  if (!list) return undefined
  for (const extension of elements(bytes, list.start, list.end)) {
    if (extension.tag !== SEQUENCE) continue
    const parts = elements(bytes, extension.start, extension.end)
    const [id] = parts
    const value = parts.at(-1)
    if (id?.tag !== OBJECT_IDENTIFIER || value?.tag !== OCTET_STRING) continue
    if (bytes.toString('hex', id.start, id.end) === oid) return bytes.subarray(value.start, value.end)
  }
  return undefined
}

/** The elements side by side between two offsets, as far as they are well formed. */
function elements(bytes: Buffer, from: number, until: number): Element[] {
  const found: Element[] = []
  let at = from
  while (at + 2 <= until && found.length < MOST_ELEMENTS) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1] ?? 0
    const more = first < 0x80 ? 0 : first & 0x7f
    if (first === 0x80 || more > 4 || at + 2 + more > until) break
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more)
    const start = at + 2 + more
    if (start + length > until) break
    found.push({ tag, start, end: start + length })
    at = start + length
  }
  return found
}
