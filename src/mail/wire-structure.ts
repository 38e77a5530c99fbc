/** How often something was seen, and where first. */
export interface Sightings {
  count: number
  /** Byte offset of the first one; absent: none. */
  firstAt?: number
}

/** What can be wrong with the MIME structure, each found by reading the bytes and never by a tolerant parser. */
export const WIRE_FAULTS = [
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
  /** Deprecated or proprietary wrappers. */
  'message-partial',
  'tnef',
] as const
export type WireFaultCode = (typeof WIRE_FAULTS)[number]

export interface WireFault {
  code: WireFaultCode
  /** '' for the whole message, '1.2' for the second child of the root's first child. */
  part: string
  /** How often within that part. */
  count: number
}

/** The header section as it stood on the wire. */
export interface WireHeader {
  /** Octets up to and without the empty line. */
  bytes: number
  /** An empty line ends the section (RFC 5322 2.1); false: the message ended before. */
  closed: boolean
  fields: number
  /** Per lower-case name: how often, and the octets of the largest with its folding. */
  byName: Map<string, { count: number; largest: number }>
  /** Lines that are neither a field nor a continuation. */
  notFields: Sightings
  /** Folded lines of white space alone (RFC 5322 3.2.2 forbids them). */
  blankFolds: Sightings
  /** White space between name and colon (RFC 5322 4.5). */
  spacedColons: Sightings
  /** Octets above 127. */
  eightBit: Sightings
  /** All octets above 127 are well-formed UTF-8 (RFC 6532). */
  utf8: boolean
}

/** One node of the MIME tree. */
export interface WirePart {
  /** '1' for the body of a message without multipart. */
  path: string
  contentType: string
  transferEncoding: string
  /** Lower case as declared; absent: none. */
  charset?: string
  /** Octets of the body as sent. */
  bytes: number
  /** Octets above 127 in the body as sent. */
  eightBit: number
}

/** The message's bytes as they are, product-blind and unforgiving. */
export interface WireStructure {
  size: number
  crlf: number
  /** LF without CR before it, CR without LF behind it (RFC 5322 2.3). */
  bareLf: Sightings
  bareCr: Sightings
  nul: Sightings
  /** Octets of the longest line without its line end. */
  longestLine: number
  /** Lines over 998 octets (RFC 5322 2.1.1: must not) and over 78 (should not). */
  over998: Sightings
  over78: Sightings
  header: WireHeader
  /** Leaves and multiparts in order of appearance. */
  parts: WirePart[]
  /** Levels of multipart, 0 for a message without. */
  depth: number
  /** Octets above 127 in bodies. */
  eightBitBody: Sightings
  faults: WireFault[]
  /** What was not looked at, in words. */
  limits: string[]
}

/** Reads the structure off the bytes; never throws, linear in the size. */
export declare function scanWire(raw: Uint8Array): WireStructure
