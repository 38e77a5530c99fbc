/** A change that fixes a finding, as data: the fix plan lays it over the evidence and analyses again. */
export type Change =
  /** Publish these records. */
  | {
      kind: 'dns'
      name: string
      type: 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR' | 'CNAME' | 'CAA' | 'TLSA'
      /** The records to publish, in presentation form without name and type; none: remove what `replaces` names. */
      records: string[]
      /** The records that they take the place of: those that begin so (any case); absent: all of that name and type. */
      replaces?: string
    }
  /** Set a header field to this value, in place of every field of that name; no value: remove them. */
  | { kind: 'header'; name: string; value?: string }
  /** What the sending server does from now on. */
  | { kind: 'smtp'; tls?: { version: string; cipher: string }; helo?: string }

/** What fixes the findings of one code. */
export interface Fix {
  /** The finding's stable code. */
  code: string
  /** All of them together. Values never repeat the message's own words. */
  changes: readonly Change[]
}

/** One step of the plan that fixes a message, most points first. */
export interface PlanStep {
  /** The check's name. */
  check: string
  /** Codes of the findings it fixes. */
  codes: string[]
  /** What to do, as in the check's advice. */
  says: string
  /** Empty: there is no record or header that could be laid over the evidence; the points are those the check lost. */
  changes: readonly Change[]
  /** Points won by this step after the ones before it; unknown: a question would have to be asked that was not. */
  gain: number | 'unknown'
}

/** A change as a person would write it: the record, the field, or what the server does. */
export function writtenChange(change: Change): string {
  if (change.kind === 'header') {
    return change.value === undefined ? `Remove the field ${change.name}` : `${change.name}: ${change.value}`
  }
  if (change.kind === 'smtp') {
    const { tls, helo } = change
    // The cipher is one that the trial took for example: none is to be set.
    return [tls && 'STARTTLS, with TLS 1.2 or later', helo && `EHLO ${helo}`].filter(Boolean).join('\n')
  }
  const { name, type, records, replaces } = change
  if (records.length > 0)
    return records.map((record) => `${name} ${type} ${written(type, record)}`).join('\n')
  return `Remove ${type} of ${name}${replaces === undefined ? '' : ` that begins with ${replaces}`}`
}

/** A character-string holds at most 255 octets (RFC 1035 3.3.14). */
function written(type: string, record: string): string {
  if (type !== 'TXT' || record.startsWith('"')) return record
  const strings = record.match(/[\s\S]{1,255}/g) ?? ['']
  return strings.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(' ')
}
