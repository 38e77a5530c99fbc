import { type Change, writtenChange } from '../../core/fix.ts'
import { verbatim } from '../../core/verbatim.ts'
import { quoteTxt } from '../reading/txt-strings.ts'

type DnsChange = Extract<Change, { kind: 'dns' }>

/** RFC 7208 3.4 wants far less; a record beyond this has other faults than the one to be fixed, and is not written out. */
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

const LEAST_BEGINNING = 5
const MOST_BEGINNING = 30

/** What the texts begin with, so that another of their name stays: the version, or what they share; undefined: too little. */
export function beginningOf(texts: readonly string[], version: string): string | undefined {
  const lower = texts.map((text) => text.slice(0, MOST_BEGINNING).toLowerCase())
  if (lower.every((text) => text.startsWith(version.toLowerCase()))) return version
  const [first = '', ...others] = lower
  let length = first.length
  while (!others.every((text) => text.startsWith(first.slice(0, length)))) length -= 1
  return length < LEAST_BEGINNING ? undefined : texts[0]?.slice(0, length)
}

/** Changes as advice tells them, one a line: what it says is what the fix holds. */
export function inLines(changes: readonly Change[]): string {
  return changes.map(writtenChange).join('\n')
}

/** The same for changes that are an example, or for somebody else to make: the finding does not hold them. */
export function exampleLines(changes: readonly Change[]): string {
  return changes.flatMap((change) => writtenChange(change).split('\n').map(verbatim)).join('\n')
}
