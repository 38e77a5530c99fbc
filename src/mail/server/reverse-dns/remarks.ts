import { exampleLines, inLines } from '../../fixing/changes.ts'
import { addressChange, type NamedHost, ptrChange } from '../../fixing/own-host.ts'
import { isHostName } from '../../reading/domains/host-names.ts'
import type { Remark } from '../../remark.ts'
import type { PtrName, ReverseDns } from './reverse-dns.ts'

const REFERENCE = 'RFC 1912 section 2.1; RFC 8601 section 2.7.3 (iprev)'

/** The address has no name at all. */
export function noPtr(address: string, question: string, host: NamedHost | undefined): Remark<'ptr-none'> {
  const fix = host && [ptrChange(question, [host.name]), ...host.changes]
  return {
    code: 'ptr-none',
    says: `${address} has no PTR record: many receivers refuse mail from hosts without a name.`,
    advice:
      'Have the owner of the address (your hosting provider\'s panel, usually under "reverse DNS") publish the name of ' +
      `your mail server, which must lead back to the address:\n${fix ? inLines(fix) : exampleRecords(address, question)}`,
    reference: REFERENCE,
    ...(fix && { changes: fix }),
  }
}

/** What to publish where no name of the sender's own is known. */
function exampleRecords(address: string, question: string): string {
  const name = 'mail.example.org'
  return exampleLines([ptrChange(question, [name]), addressChange(name, [address])])
}

/** More addresses than these are not known, and might be lost. */
const ALL_ADDRESSES_KNOWN = 9

/** None of its names leads back to it. */
export function notConfirmed(address: string, names: readonly PtrName[]): Remark<'ptr-not-confirmed'> {
  const first = names.find(
    ({ name, addresses, alias }) => isHostName(name) && !alias && addresses.length <= ALL_ADDRESSES_KNOWN,
  )
  const fix = first && [addressChange(first.name, [...first.addresses, address])]
  const otherwise = 'Have the PTR record name a host that has this address'
  return {
    code: 'ptr-not-confirmed',
    says: `${address} is named ${namesOf(names)}, but no such name leads back to it.`,
    advice: fix ? `${otherwise}, or publish: ${inLines(fix)}` : `${otherwise}.`,
    reference: REFERENCE,
    ...(fix && { changes: fix }),
  }
}

/** Nobody chose the name that leads back. */
export function genericPtr(
  address: string,
  { name, generic }: PtrName,
  question: string,
  host: NamedHost | undefined,
): Remark<'ptr-generic'> {
  const fix = host && [ptrChange(question, [host.name]), ...host.changes]
  return {
    code: 'ptr-generic',
    says: `The name ${name} of ${address} looks generic or dynamic: ${generic?.says ?? ''}.`,
    advice:
      'Give the host a name of your own: change the PTR record at your hosting provider, and let the name lead back:\n' +
      (fix ? inLines(fix) : exampleRecords(address, question)),
    reference: "Yahoo's sender requirements (2025-04-10): reverse DNS that is meaningful and not generic",
    ...(fix && { changes: fix }),
  }
}

/** Some of its names do not lead back. */
export function someStray(
  address: string,
  strays: readonly PtrName[],
  { question, names, notAsked }: Extract<ReverseDns, { kind: 'names' }>,
): Remark<'ptr-some-not-confirmed'> {
  const kept = names.filter((entry) => !strays.includes(entry)).map(({ name }) => name)
  const fix = notAsked === 0 ? [ptrChange(question, kept)] : []
  return {
    code: 'ptr-some-not-confirmed',
    says: `Of the PTR names of ${address}, these do not lead back: ${namesOf(strays)}.`,
    advice:
      `Leave one PTR record, or remove ${namesOf(strays)}: a receiver may look at any one of them.\n${inLines(fix)}`.trimEnd(),
    reference: REFERENCE,
    ...(fix.length > 0 && { changes: fix }),
  }
}

/** Their names, in a row. */
export function namesOf(entries: readonly PtrName[]): string {
  return entries.map((entry) => entry.name).join(', ')
}
