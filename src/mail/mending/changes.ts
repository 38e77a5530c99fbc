import { type Change, writtenChange } from '../../core/fix.ts'
import { quoteTxt } from '../txt-strings.ts'

type DnsChange = Extract<Change, { kind: 'dns' }>

/** RFC 7208 3.4 wants far less; a record beyond this has other faults than the one to be mended, and is not written out. */
export const LONGEST_TXT = 2_000

/** A TXT record to publish in place of those of its name that begin with `replaces`; without it, in place of all. */
export function txtChange(name: string, text: string, replaces?: string): DnsChange {
  return {
    kind: 'dns',
    name,
    type: 'TXT',
    records: [quoteTxt(text)],
    ...(replaces !== undefined && { replaces }),
  }
}

/** Changes as advice tells them, one a line: what it says is what the fix holds. */
export function inLines(changes: readonly Change[]): string {
  return changes.map(writtenChange).join('\n')
}
