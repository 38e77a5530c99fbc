const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const REFERENCE = /&(?:#(\d{1,8})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g

/** Undoes the references that XML knows without a DTD; every other stays as it is written. */
export function withoutReferences(text: string): string {
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}

/** An ampersand of which no reference begins: the text is not well formed. */
export function hasRawAmpersand(text: string): boolean {
  return text.replace(REFERENCE, '').includes('&')
}

/** Text that is not to be looked through for references. */
export function asReferences(text: string): string {
  return text.replaceAll('&', '&amp;')
}
