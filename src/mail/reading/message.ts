/** One header field as it was transmitted (RFC 5322 2.2). */
export interface HeaderField {
  /** As written. */
  name: string
  /** Lower case. */
  key: string
  /** The whole field with its folding, one character per octet, without the last line end. */
  raw: string
  /** Unfolded, RFC 2047 words decoded. */
  value: string
}

export interface Mailbox {
  /** The display name, decoded; '' if none. */
  name: string
  /** local@domain as written; '' where there is none. */
  address: string
  /** Lower case, A-labels; '' where there is none. */
  domain: string
  /** The display name of the group that it stands in, decoded. */
  group?: string
}

/** A node of the MIME tree (RFC 2045, RFC 2046). */
export interface MimePart {
  /** Lower case: text/plain. */
  contentType: string
  /** Parameter names lower case, values decoded (RFC 2231). */
  parameters: Record<string, string>
  /** Lower case; '7bit' where absent. */
  transferEncoding: string
  /** Lower case: attachment, inline; '' where absent. */
  disposition: string
  filename?: string
  contentId?: string
  headers: HeaderField[]
  /** Byte offsets into the raw message. */
  bodyStart: number
  bodyEnd: number
  children: MimePart[]
}

/** A message as a mail reader sees it; the parts that were cut off by a bound are named in `limits`. */
export interface ParsedMessage {
  /** In the order of the message. */
  headers: HeaderField[]
  /** Every field of that name, lower case, in the order of the message. */
  all(key: string): HeaderField[]
  /** The first field of that name. */
  first(key: string): HeaderField | undefined
  from: Mailbox[]
  replyTo: Mailbox[]
  to: Mailbox[]
  /** '' where absent. */
  subject: string
  /** The Date header's text; '' where absent. */
  date: string
  root: MimePart
  /** The text/plain body that a reader shows, decoded to Unicode. Absent: there is none. */
  text?: string
  /** The text/html body that a reader shows, decoded to Unicode. Absent: there is none. */
  html?: string
  /** Leaf parts that are not the shown bodies. */
  attachments: MimePart[]
  /** Octets of the header section. */
  headerBytes: number
  /** What was not looked at, in words: too many parts, too deep, too many addresses. */
  limits: string[]
}
