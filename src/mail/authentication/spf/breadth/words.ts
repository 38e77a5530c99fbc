import type { SpfBreadth, TermBreadth } from './breadth.ts'
import type { Breadth } from './ranges.ts'

const MOST_TERMS = 20
const LONGEST_TERM = 100

/** Who may send by a record, as evidence: all together, by term, and what clouds share among their customers. */
export function describeBreadth(breadth: SpfBreadth | undefined): Record<string, string> {
  if (!breadth) return {}
  const { everybody, terms, over } = breadth
  const most = over ? 'at most ' : ''
  const clouds = terms.flatMap(cloudsOf).slice(0, MOST_TERMS)
  return {
    may_send: everybody ? `${most}every address` : `${bound(breadth)}${amount(breadth)}`,
    ...(terms.length > 0 && { may_send_by_term: listed(terms.map(termInWords)) }),
    ...(clouds.length > 0 && { shared_by_clouds: clouds.join(', ') }),
  }
}

/** The same in sentences. */
export function breadthInWords({ everybody, terms, ...sum }: SpfBreadth): string {
  if (everybody) {
    const but = sum.over ? ' that no term for single messages refuses' : ''
    return `It lets every address send${but}.`
  }
  if (terms.length === 0) return 'It lets nobody send.'
  const clouds = new Map<string, bigint>()
  for (const { cloud, ipv4 } of terms.flatMap((term) => term.shared)) {
    clouds.set(cloud, (clouds.get(cloud) ?? 0n) + ipv4)
  }
  const shared = [...clouds].map(([cloud, ipv4]) => `${grouped(ipv4)} of ${cloud}`).join(', ')
  const says = `It lets ${bound(sum)}${inFull(sum)} send.`
  const most = sum.over ? 'at most ' : ''
  return shared ? `${says} In ranges that clouds give to any customer: ${most}${shared}.` : says
}

/** Which side of the number is open. */
const bound = ({ open, over }: Pick<SpfBreadth, 'open' | 'over'>) =>
  open && over ? 'about ' : open ? 'at least ' : over ? 'at most ' : ''

const listed = (items: readonly string[]): string => {
  const more = items.length - MOST_TERMS
  return items.slice(0, MOST_TERMS).join(', ') + (more > 0 ? ` and ${more} more terms` : '')
}

const nameOf = ({ term }: TermBreadth) => term.slice(0, LONGEST_TERM)

function termInWords(term: TermBreadth): string {
  const isNothing = term.ipv4 === 0n && term.ipv6 === 0n
  if (term.open && isNothing) return `${nameOf(term)} not counted`
  return `${nameOf(term)} ${bound(term)}${amount(term)}`
}

function cloudsOf(term: TermBreadth): string[] {
  const most = term.over ? 'at most ' : ''
  return term.shared.map(({ cloud, ipv4 }) => `${nameOf(term)} ${most}${grouped(ipv4)} IPv4 of ${cloud}`)
}

function amount({ ipv4, ipv6 }: Breadth): string {
  const parts = [
    ...(ipv4 > 0n || ipv6 === 0n ? [`${grouped(ipv4)} IPv4`] : []),
    ...(ipv6 > 0n ? [`${grouped(ipv6)} IPv6 /64`] : []),
  ]
  return parts.join(' and ')
}

function inFull({ ipv4, ipv6 }: Breadth): string {
  const four = `${grouped(ipv4)} IPv4 address${ipv4 === 1n ? '' : 'es'}`
  const six = `${grouped(ipv6)} IPv6 network${ipv6 === 1n ? '' : 's'} of 64 bits`
  return ipv6 === 0n ? four : ipv4 === 0n ? six : `${four} and ${six}`
}

const grouped = (count: bigint) => count.toString().replace(/\B(?=(?:\d{3})+$)/g, ',')
