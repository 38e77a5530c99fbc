import { ask, type Resolver, recordsOf } from '../../net/ports.ts'
import {
  decidingAll,
  nodesOf,
  SPF_MOST_LOOKUPS,
  SPF_MOST_MX_HOSTS,
  type SpfBranch,
  type SpfNode,
} from './nodes.ts'
import type { SpfQualifier, SpfTerm } from './record.ts'

/** TXT records to publish so that the look-ups stay within the limit. */
export interface SpfSuggestion {
  /** The domain's own record first, then those it includes. */
  records: { name: string; text: string }[]
  /** Worst-case look-ups of the new record. */
  lookups: number
  /** Included domains whose addresses are copied: when they change, the record must follow. */
  flattened: string[]
}

/** A record is suggested that leaves room below the limit of ten. */
const ENOUGH = 7
/** RFC 7208 3.4: the answer should fit in a small UDP packet. */
const LONGEST_TEXT = 450
const MOST_ADDRESSES = 200

interface Item {
  text: string
  cost: number
  qualifier: SpfQualifier
  branch: SpfBranch
}

/** A shorter record with the same meaning: useless terms left out, then names replaced by their addresses, dearest first. */
export async function shorten(root: SpfNode, resolver: Resolver): Promise<SpfSuggestion | undefined> {
  const all = decidingAll(root)
  if (root.state !== 'record' || (root.record?.errors.length ?? 0) > 0 || !all) return undefined
  // Below a name that is made for each message, terms mean another host each time.
  if (root.terms.some(isMadePerMessage)) return undefined
  let items = distinct(usefulItems(root))
  const flattened: string[] = []
  const costOf = () => items.reduce((sum, { cost }) => sum + cost, 0)
  for (const item of candidates(items)) {
    if (costOf() <= ENOUGH) break
    const networks = await networksOf(item.branch, resolver)
    if (!networks || networks.length > MOST_ADDRESSES) continue
    items = items.flatMap((other) =>
      other === item ? networks.map((network) => asItem(network, item)) : [other],
    )
    if (item.branch.child) flattened.push(item.branch.child.domain)
  }
  const ends = [...modifiersOf(root), `${all.qualifier === '+' ? '' : all.qualifier}all`]
  const { own, parts } = layOut(root.domain, distinct(items), ends)
  const lookups = costOf() + parts.length
  if (lookups >= root.lookups || lookups > SPF_MOST_LOOKUPS) return undefined
  return {
    records: [{ name: root.domain, text: own }, ...parts],
    lookups,
    flattened: [...new Set(flattened)],
  }
}

function isMadePerMessage({ term, child }: SpfBranch): boolean {
  return term.kind === 'modifier' && child?.domain.includes('%') === true
}

/** The terms that can match, those of a redirect's record among them. */
function usefulItems(node: SpfNode): Item[] {
  return node.terms.flatMap((branch) => {
    const { term, ignored, child, voids, lookups } = branch
    if (ignored) return []
    if (term.kind === 'modifier') return child ? usefulItems(child) : []
    const useless =
      term.name === 'all' || term.name === 'ptr' || child?.state === 'none' || child?.state === 'loop'
    if (useless || (!child && voids > 0 && term.name !== 'exists')) return []
    return [{ text: pinned(term, branch, node), cost: lookups, qualifier: term.qualifier, branch }]
  })
}

/** A term of a redirect's record that means "this domain" names it when it moves to another record. */
function pinned(term: SpfTerm, { target }: SpfBranch, node: SpfNode): string {
  if (term.kind !== 'mechanism' || term.value !== undefined || target === undefined) return term.text
  return term.text.replace(/^([+\-?~]?(?:a|mx))/i, `$1:${target === node.domain ? node.domain : target}`)
}

function modifiersOf({ record }: SpfNode): string[] {
  const kept = (record?.terms ?? []).filter((term) => term.kind === 'modifier' && term.name !== 'redirect')
  return kept.map((term) => term.text)
}

/** Own hosts first (their addresses are known to the publisher), then the includes that cost most. */
function candidates(items: readonly Item[]): Item[] {
  const asked = items.filter(({ cost }) => cost > 0)
  return asked.toSorted((a, b) => rank(a) - rank(b) || b.cost - a.cost)
}

function rank({ branch }: Item): number {
  return branch.child ? 1 : 0
}

function asItem(network: string, { branch, qualifier }: Item): Item {
  return { text: `${qualifier === '+' ? '' : qualifier}${network}`, cost: 0, qualifier, branch }
}

/** The addresses a term stands for, as ip4 and ip6 terms. Undefined: they depend on the message, or are not all known. */
async function networksOf(branch: SpfBranch, resolver: Resolver): Promise<string[] | undefined> {
  const { term, target = '', child, failed, unknown } = branch
  if (term.kind !== 'mechanism' || failed || unknown || /%\{/.test(term.value ?? '')) return undefined
  if (child) return includedNetworks(child, resolver)
  switch (term.name) {
    case 'ip4':
    case 'ip6':
      return [term.text.replace(/^\+/, '').toLowerCase()]
    case 'a':
      return hostNetworks([target], term, resolver)
    case 'mx':
      return hostNetworks(await mailHosts(target, resolver), term, resolver)
    default:
      return undefined
  }
}

/** Only a record of plain `+` terms means the same when its terms are copied elsewhere. */
async function includedNetworks(root: SpfNode, resolver: Resolver): Promise<string[] | undefined> {
  const nodes = [...nodesOf(root)]
  const plain = nodes.every(({ state, terms }) => state === 'record' && terms.every(isPlain))
  if (!plain) return undefined
  const networks: string[] = []
  const branches = nodes.flatMap(({ terms }) => terms.filter(({ ignored, child }) => !ignored && !child))
  for (const branch of branches) {
    if (branch.term.kind === 'mechanism' && branch.term.name === 'all') continue
    const found = await networksOf(branch, resolver)
    if (!found) return undefined
    networks.push(...found)
  }
  return networks
}

function isPlain({ term, ignored }: SpfBranch): boolean {
  if (ignored || term.kind === 'modifier') return true
  return (term.qualifier === '+') !== (term.name === 'all')
}

async function mailHosts(domain: string, resolver: Resolver): Promise<string[] | undefined> {
  const answer = await ask(resolver, domain, 'MX')
  if (answer.kind === 'failure') return undefined
  return recordsOf(answer).flatMap(({ exchange }) => (exchange === '' ? [] : [exchange]))
}

async function hostNetworks(
  hosts: readonly string[] | undefined,
  { prefix4, prefix6 }: { prefix4?: number; prefix6?: number },
  resolver: Resolver,
): Promise<string[] | undefined> {
  if (!hosts || hosts.length > SPF_MOST_MX_HOSTS) return undefined
  const networks: string[] = []
  const length = (prefix: number | undefined) => (prefix === undefined ? '' : `/${prefix}`)
  for (const host of hosts) {
    const [four, six] = [await ask(resolver, host, 'A'), await ask(resolver, host, 'AAAA')]
    if (four.kind === 'failure' || six.kind === 'failure') return undefined
    networks.push(...recordsOf(four).map((address) => `ip4:${address}${length(prefix4)}`))
    networks.push(...recordsOf(six).map((address) => `ip6:${address}${length(prefix6)}`))
  }
  return networks
}

function distinct(items: readonly Item[]): Item[] {
  const seen = new Set<string>()
  return items.filter(({ text }) =>
    seen.has(text.toLowerCase()) ? false : Boolean(seen.add(text.toLowerCase())),
  )
}

interface Layout {
  own: string
  parts: { name: string; text: string }[]
}

/** A record that would be too long hands its addresses to records of their own. Order matters only where terms do not pass. */
function layOut(domain: string, items: readonly Item[], ends: readonly string[]): Layout {
  const whole = ['v=spf1', ...items.map(({ text }) => text), ...ends].join(' ')
  if (whole.length <= LONGEST_TEXT || items.some(({ qualifier }) => qualifier !== '+'))
    return { own: whole, parts: [] }
  const addresses = items.filter(({ cost }) => cost === 0).map(({ text }) => text)
  const others = items.filter(({ cost }) => cost > 0).map(({ text }) => text)
  const parts = pack(addresses).map((terms, index) => ({
    name: `_spf${index + 1}.${domain}`,
    text: ['v=spf1', ...terms, '-all'].join(' '),
  }))
  const includes = parts.map(({ name }) => `include:${name}`)
  return { own: ['v=spf1', ...others, ...includes, ...ends].join(' '), parts }
}

function pack(terms: readonly string[]): string[][] {
  const packs: string[][] = []
  let room = 0
  for (const term of terms) {
    const last = packs.at(-1)
    if (!last || room < term.length + 1) {
      packs.push([term])
      room = LONGEST_TEXT - 'v=spf1 -all'.length - term.length - 1
    } else {
      last.push(term)
      room -= term.length + 1
    }
  }
  return packs
}
