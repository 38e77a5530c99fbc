import type { Change } from '../../../core/fix.ts'
import { verbatim } from '../../../core/verbatim.ts'
import { exampleLines, inLines } from '../../fixing/changes.ts'
import { addressChange, type NamedHost } from '../../fixing/own-host.ts'
import { isHostName } from '../../reading/domains/host-names.ts'
import { isNeverPublic } from '../../reading/domains/private-names.ts'
import type { Remark } from '../../remark.ts'
import type { HeloFault } from './helo.ts'

/** What is said of the name a server gave itself. */
export type HeloCode = `helo-${HeloFault}` | 'helo-trailing-dot'

const SAYS: Record<HeloFault, (shown: string) => string> = {
  empty: () => 'The server gave no name with HELO.',
  'bare-address': (shown) => `The server gave the address ${shown} without brackets.`,
  'bad-literal': (shown) => `The server gave ${shown}, which is no valid address literal.`,
  'private-literal': (shown) => `The server gave ${shown}, an address that exists only inside a network.`,
  localhost: (shown) => `The server called itself ${shown}, as any host may call itself.`,
  'one-label': (shown) => `The server called itself ${shown}, which is not a fully qualified name.`,
  underscore: (shown) => `The HELO name ${shown} has an underscore, which host names may not have.`,
  syntax: (shown) => `The HELO name ${shown} is not a valid host name.`,
  ours: (shown) => `The server called itself ${shown}, which is the name of the receiving server.`,
  unresolvable: (shown) => `The HELO name ${shown} has no address record.`,
}

const LITERAL_FAULTS: readonly HeloFault[] = ['bare-address', 'bad-literal', 'private-literal']
/** Where no name and no address of the sender's own are known (RFC 5737). */
const EXAMPLE = { name: 'mail.example.org', address: '192.0.2.1' }

/** What is wrong with a HELO argument, as it may be shown; `better` is a name that the host could give. */
export function faultRemark(
  fault: HeloFault,
  shown: string,
  address: string | undefined,
  better: NamedHost | undefined,
): Remark<HeloCode> {
  const told = { code: `helo-${fault}` as const, says: SAYS[fault](shown) }
  if (isRecordMissing(fault, shown)) return { ...told, ...unresolvable(shown.toLowerCase(), address) }
  const fix = better && renamed(better)
  const changes = fix ?? renamed({ name: EXAMPLE.name, changes: [record(EXAMPLE.name, address)] })
  const literal = LITERAL_FAULTS.includes(fault)
  const form = literal ? ` A literal has the form ${literalOf(address)}.` : ''
  return {
    ...told,
    advice:
      "Set the HELO name to the host's own full name (Postfix: " +
      `${verbatim('myhostname')}, Exim: ${verbatim('primary_hostname')}), which must have an ` +
      `address record.${form} As here:\n${fix ? inLines(fix) : exampleLines(changes)}`,
    reference: literal ? 'RFC 5321 section 4.1.3' : 'RFC 5321 section 2.3.5 and 4.1.1.1',
    ...(fix && { changes: fix }),
  }
}

/** The name can have an address record: one that only a network of its own knows is to be changed instead. */
export function isRecordMissing(fault: HeloFault, name: string): boolean {
  return fault === 'unresolvable' && !isNeverPublic(name)
}

function renamed({ name, changes }: NamedHost): Change[] {
  return [{ kind: 'smtp', helo: name }, ...changes]
}

function record(name: string, address = EXAMPLE.address): Change {
  return addressChange(name, [address])
}

function unresolvable(shown: string, address: string | undefined): Omit<Remark, 'code' | 'says'> {
  const name = shown.replace(/\.$/, '')
  const change = record(name, address)
  const isKnown = address !== undefined && isHostName(name)
  return {
    advice: `Publish: ${isKnown ? inLines([change]) : exampleLines([change])}`,
    reference: 'RFC 5321 section 2.3.5 and 4.1.1.1',
    ...(isKnown && { changes: [change] }),
  }
}

function literalOf(address: string | undefined): string {
  if (address === undefined) return '[192.0.2.1] or [IPv6:2001:db8::1]'
  return address.includes(':') ? `[IPv6:${address}]` : `[${address}]`
}

/** SMTP names have no dot at their end (RFC 5321 4.1.2). */
export function trailingDotRemark(name: string | undefined): Remark<HeloCode> {
  const fix: Change[] = name === undefined ? [] : [{ kind: 'smtp', helo: name }]
  return {
    code: 'helo-trailing-dot',
    says: 'The HELO name ends in a dot.',
    advice: `Give the name without the dot at its end: SMTP names have none. ${inLines(fix)}`.trimEnd(),
    reference: 'RFC 5321 section 4.1.2',
    ...(fix.length > 0 && { changes: fix }),
  }
}
