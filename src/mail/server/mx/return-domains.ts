import { isPublicAddress } from '../../../net/ip.ts'
import type { Resolver } from '../../../net/ports.ts'
import { canReceive, mailDomain, type Receiving } from '../../reading/domains/receiving.ts'
import type { Mailbox } from '../../reading/message.ts'

/** Where a message names a domain that mail may be sent back to. */
export const RETURN_ROLES = ['From', 'Return-Path', 'Reply-To'] as const
export type ReturnRole = (typeof RETURN_ROLES)[number]

/** One domain that answers or bounces go to. */
export interface ReturnDomain {
  domain: string
  roles: ReturnRole[]
  receiving: Receiving
}

export interface ReturnDomains {
  asked: ReturnDomain[]
  /** How many further domains the message names. */
  notAsked: number
}

interface Named {
  from: readonly Pick<Mailbox, 'domain'>[]
  replyTo: readonly Pick<Mailbox, 'domain'>[]
  /** MAIL FROM; absent: not known. */
  mailFrom?: string | undefined
}

const MOST_DOMAINS = 4

/** Looks up whether the domains of From, Return-Path and Reply-To can receive mail, each once. */
export async function lookUpReturnDomains(
  named: Named,
  resolver: Resolver,
  demoDomain: string | undefined,
): Promise<ReturnDomains> {
  const domains = [...rolesOf(named)]
  const asked = await Promise.all(
    domains.slice(0, MOST_DOMAINS).map(async ([domain, roles]) => {
      const receiving = await canReceive(domain, resolver, reachableFor(domain, demoDomain))
      return { domain, roles, receiving }
    }),
  )
  return { asked, notAsked: domains.length - asked.length }
}

function rolesOf({ from, replyTo, mailFrom }: Named): Map<string, ReturnRole[]> {
  const at = mailFrom?.lastIndexOf('@') ?? -1
  const named: [ReturnRole, string][] = [
    ...from.slice(0, MOST_DOMAINS).map(({ domain }): [ReturnRole, string] => ['From', domain]),
    ['Return-Path', at < 0 ? '' : (mailFrom?.slice(at + 1) ?? '')],
    ...replyTo.slice(0, MOST_DOMAINS).map(({ domain }): [ReturnRole, string] => ['Reply-To', domain]),
  ]
  const domains = new Map<string, ReturnRole[]>()
  for (const [role, domain] of named) {
    const name = mailDomain(domain)
    if (name !== undefined) domains.set(name, [...new Set([...(domains.get(name) ?? []), role])])
  }
  return domains
}

/** The hosts of the demo domain live on this machine; those of every other domain must be reachable from outside. */
export function reachableFor(domain: string, demoDomain: string | undefined): (address: string) => boolean {
  const isDemo = demoDomain !== undefined && (domain === demoDomain || domain.endsWith(`.${demoDomain}`))
  return isDemo ? () => true : isPublicAddress
}
