/** A TXT record as it stands in a zone file: character-strings of at most 255 octets (RFC 1035 3.3.14). */
export function quoteTxt(text: string): string {
  const strings: string[] = []
  for (let at = 0; at < text.length; at += 255) strings.push(text.slice(at, at + 255))
  return strings.map((string) => `"${string.replace(/["\\]/g, '\\$&')}"`).join(' ')
}
