/** What can be wrong with the MIME structure, each found by reading the bytes and never by a tolerant parser. */
export const STRUCTURE_FAULTS = [
  /** MIME fields without MIME-Version, or with another version than 1.0 (RFC 2045 4). */
  'mime-version-missing',
  'mime-version-unknown',
  /** More than one Content-Type, Content-Transfer-Encoding, … in one entity. */
  'mime-header-repeated',
  'content-type-broken',
  /** Boundaries (RFC 2046 5.1.1). */
  'boundary-missing',
  'boundary-unused',
  'boundary-unclosed',
  'boundary-repeated',
  'boundary-prefix',
  'boundary-too-long',
  'boundary-illegal',
  /** Transfer encodings (RFC 2045 6). */
  'encoding-unknown',
  'encoding-on-composite',
  'encoding-binary',
  'base64-broken',
  'quoted-printable-broken',
  'eight-bit-undeclared',
  /** Charsets. */
  'charset-unknown',
  'charset-undeclared',
  'charset-lies',
  /** Deprecated wrappers. */
  'message-partial',
] as const

export type StructureFaultCode = (typeof STRUCTURE_FAULTS)[number]

/** How often something was seen, and where first. */
export interface Sightings {
  count: number
  /** Byte offset of the first one; absent: none. */
  firstAt?: number
}
