import type { SpfBreadth, TermBreadth } from './breadth.ts'
import type { Breadth } from './ranges.ts'

const MOST_TERMS = 20
const LONGEST_TERM = 100

/** Who may send by a record, as evidence: all together, by term, and what clouds share among their customers. */
export function describeBreadth(breadth: SpfBreadth | undefined): Record<string, string> {
  if (!breadth) return {}
  const { everybody, terms, open } = breadth
  const least = open && !everybody ? 'at least ' : ''
  const clouds = terms.flatMap(cloudsOf).slice(0, MOST_TERMS)
  return {
    may_send: everybody ? 'every address' : `${least}${amount(breadth)}`,
    ...(terms.length > 0 && { may_send_by_term: listed(terms.map(termInWords)) }),
    ...(clouds.length > 0 && { shared_by_clouds: clouds.join(', ') }),
  }
}

const listed = (items: readonly string[]): string => {
  const more = items.length - MOST_TERMS
  return items.slice(0, MOST_TERMS).join(', ') + (more > 0 ? ` and ${more} more terms` : '')
}

const nameOf = ({ term }: TermBreadth) => term.slice(0, LONGEST_TERM)

function termInWords(term: TermBreadth): string {
  if (term.open) {
    const isNothing = term.ipv4 === 0n && term.ipv6 === 0n
    return isNothing ? `${nameOf(term)} not counted` : `${nameOf(term)} at least ${amount(term)}`
  }
  return `${nameOf(term)} ${amount(term)}`
}

function cloudsOf(term: TermBreadth): string[] {
  return term.shared.map(({ cloud, ipv4 }) => `${nameOf(term)} ${grouped(ipv4)} IPv4 of ${cloud}`)
}

function amount({ ipv4, ipv6 }: Breadth): string {
  const parts = [
    ...(ipv4 > 0n || ipv6 === 0n ? [`${grouped(ipv4)} IPv4`] : []),
    ...(ipv6 > 0n ? [`${grouped(ipv6)} IPv6 /64`] : []),
  ]
  return parts.join(' and ')
}

const grouped = (count: bigint) => count.toLocaleString('en-US')
