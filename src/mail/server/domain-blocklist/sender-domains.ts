import type { DkimSignature } from '../../authentication/verify/outcome.ts'
import { askableDomain } from '../blocklists/askable-domain.ts'
import type { ReverseDns } from '../reverse-dns/reverse-dns.ts'

/** Where the sender's side names a domain. What its owner did not confirm is named as such. */
type Role = 'From' | 'Return-Path' | 'DKIM' | 'HELO' | 'PTR' | 'PTR, not confirmed' | 'DKIM, not valid'

/** One registrable domain of the sender's side, with every place that names it. */
export interface SenderDomain {
  domain: string
  roles: Role[]
}

/** The domains of the sender's side as domain lists are asked about them. */
export interface SenderDomains {
  /** The first ones, in order of weight. */
  asked: SenderDomain[]
  notAsked: SenderDomain[]
  /** The names of the sender's address could not be found out. */
  isOpen: boolean
}

/** With six lists this leaves some questions of the share for the lists' reasons. */
const MOST_ASKED = 6

interface Given {
  from: readonly { domain: string }[]
  /** MAIL FROM; absent: not known. */
  mailFrom?: string | undefined
  helo?: string | undefined
  dkim: readonly DkimSignature[]
  reverse?: ReverseDns | undefined
}

/** Every registrable domain of From, MAIL FROM, DKIM d=, HELO and PTR, each once. */
export function senderDomains({ from, mailFrom, helo, dkim, reverse }: Given): SenderDomains {
  const ptr = reverse?.kind === 'names' ? reverse.names : []
  const named: [Role, string][] = [
    ...from.map(({ domain }): [Role, string] => ['From', domain]),
    ['Return-Path', mailFrom?.slice(mailFrom.lastIndexOf('@') + 1) ?? ''],
    ...dkim.filter(isValid).map(({ domain }): [Role, string] => ['DKIM', domain]),
    ['HELO', helo ?? ''],
    ...ptr.filter(isConfirmed).map(({ name }): [Role, string] => ['PTR', name]),
    ...ptr
      .filter((entry) => !isConfirmed(entry))
      .map(({ name }): [Role, string] => ['PTR, not confirmed', name]),
    ...dkim
      .filter((signature) => !isValid(signature))
      .map(({ domain }): [Role, string] => ['DKIM, not valid', domain]),
  ]
  const roles = new Map<string, Set<Role>>()
  for (const [role, host] of named) {
    const domain = askableDomain(host)
    if (domain !== undefined) roles.set(domain, (roles.get(domain) ?? new Set()).add(role))
  }
  const domains = [...roles].map(([domain, places]) => ({ domain, roles: [...places] }))
  return {
    asked: domains.slice(0, MOST_ASKED),
    notAsked: domains.slice(MOST_ASKED),
    isOpen: reverse?.kind === 'failed',
  }
}

function isValid({ result }: DkimSignature): boolean {
  return result === 'pass'
}

function isConfirmed({ forward }: { forward: string }): boolean {
  return forward === 'confirmed'
}
