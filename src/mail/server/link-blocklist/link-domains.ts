import type { Link } from '../../reading/links/links.ts'
import { askableAddress, askableDomain } from '../blocklists/askable-domain.ts'

/** The domains that a body's links and images lead to, as domain lists are asked about them. */
export interface LinkDomains {
  /** Registrable domains and public IPv4 addresses, in order of appearance, each once. */
  asked: string[]
  notAsked: string[]
  /** Left out: they are judged as domains of the sender. */
  judged: string[]
}

/** With eight lists these are the whole share of questions. */
const MOST_ASKED = 20

/** What the links lead to, each once, without the domains that are `judged` already. */
export function linkDomains(links: readonly Link[], judged: ReadonlySet<string>): LinkDomains {
  const hosts = new Set(links.map(({ host }) => host))
  const named = new Set([...hosts].flatMap((host) => askableDomain(host) ?? askableAddress(host) ?? []))
  const others = [...named].filter((name) => !judged.has(name))
  return {
    asked: others.slice(0, MOST_ASKED),
    notAsked: others.slice(MOST_ASKED),
    judged: [...named].filter((name) => judged.has(name)),
  }
}
