import { parseAddress, reverseName } from '../../../net/ip.ts'
import { type Answer, ask, type FailedAnswer, type RecordType, type Resolver } from '../../../net/ports.ts'
import { expandDomain, type SpfMacroValues, usesValidatedName } from './macro.ts'
import type { SpfBranch, SpfNode } from './nodes.ts'
import { isSpfRecord, parseSpf, type SpfMechanism, type SpfRecord, type SpfTerm } from './record.ts'

export interface SpfWalkOptions {
  resolver: Resolver
  /** Decides between A and AAAA; without it both are asked. */
  clientAddress?: string
  /** MAIL FROM. */
  sender?: string
  helo?: string
}

const DEEPEST = 12
const MOST_NODES = 60

type Known = Omit<SpfMacroValues, 'domain'>

/** A name as it is asked, and as it may be shown. */
interface Name {
  domain: string
  shown: string
}

/** Reads the record of a domain and everything below it. */
export function createSpfWalk({ resolver, clientAddress, sender, helo }: SpfWalkOptions) {
  // RFC 7208 2.4, 4.3: a missing local part is postmaster, a null sender is the HELO name.
  const identity = sender || helo
  const known: Known = {
    ...(clientAddress !== undefined && { clientAddress }),
    ...(identity && { sender: identity.includes('@') ? identity : `postmaster@${identity}` }),
    ...(helo !== undefined && { helo }),
  }
  const reverse = clientAddress === undefined ? undefined : reverseName(clientAddress)
  const families = familiesOf(clientAddress)
  let nodes = 0

  async function walk({ domain, shown }: Name, above: readonly string[]): Promise<SpfNode> {
    const leaf = { domain: shown, terms: [], lookups: 0, voids: 0 }
    if (above.includes(domain)) return { ...leaf, state: 'loop' }
    nodes += 1
    if (nodes > MOST_NODES || above.length >= DEEPEST) return { ...leaf, state: 'cut' }
    const answer = await ask(resolver, domain, 'TXT')
    if (answer.kind === 'failure' && answer.reason !== 'bad-name') {
      return { ...leaf, state: 'failed', reason: answer.reason }
    }
    const texts = answer.kind === 'records' ? answer.records.map(({ text }) => text) : []
    return readRecords({ domain, shown }, texts, above)
  }

  async function readRecords(
    { domain, shown }: Name,
    published: readonly string[],
    above: readonly string[],
  ): Promise<SpfNode> {
    const leaf = { domain: shown, terms: [], lookups: 0, voids: 0 }
    const texts = published.filter(isSpfRecord)
    const [text] = texts
    if (text === undefined) {
      const [near, second] = published.filter((other) => /spf1/i.test(other.slice(0, 40)))
      const only = near !== undefined && second === undefined ? { near } : {}
      const nearMiss = near !== undefined && { nearMiss: true }
      return { ...leaf, state: 'none', empty: published.length === 0, ...nearMiss, ...only }
    }
    const record = parseSpf(text)
    if (texts.length > 1) return { ...leaf, state: 'several', record, texts: texts.slice(0, 5) }
    const terms = await walkTerms(record, { domain, shown }, [...above, domain])
    return { ...leaf, state: 'record', record, terms, ...sumOf(terms) }
  }

  async function walkTerms(record: SpfRecord, name: Name, path: string[]): Promise<SpfBranch[]> {
    const mechanisms = record.terms.filter((term) => term.kind === 'mechanism')
    const redirects = record.terms.filter((term) => term.kind === 'modifier' && term.name === 'redirect')
    const branches: SpfBranch[] = []
    let decided = false
    // RFC 7208 5.1, 6.1: what stands behind `all` is not reached, a redirect beside it is not followed.
    for (const term of [...mechanisms, ...redirects]) {
      branches.push(
        decided ? { term, ignored: true, lookups: 0, voids: 0 } : await walkTerm(term, name, path),
      )
      if (term.kind === 'mechanism' && term.name === 'all') decided = true
    }
    return branches
  }

  async function walkTerm(term: SpfTerm, name: Name, path: string[]): Promise<SpfBranch> {
    const plain = { term, ignored: false, voids: 0 }
    if (!asks(term)) return { ...plain, lookups: 0 }
    const { target, lookups } = targetOf(term, { ...known, domain: name.domain })
    if (target === undefined) return { ...plain, lookups, unknown: true }
    if (target === '') return { ...plain, lookups, target }
    if (term.kind === 'mechanism' && term.name !== 'include') {
      return { ...plain, lookups, target, ...(await askTerm(term.name, target)) }
    }
    const child = await walk({ domain: target, shown: shownName(term, target, name) }, path)
    const voids = child.voids + (child.empty ? 1 : 0)
    return { ...plain, target, child, lookups: lookups + child.lookups, voids }
  }

  async function askTerm(
    name: SpfMechanism,
    target: string,
  ): Promise<Pick<SpfBranch, 'voids' | 'failed' | 'hosts'>> {
    if (name === 'mx') {
      const answer = await ask(resolver, target, 'MX')
      return { ...readVoid([answer]), hosts: answer.kind === 'records' ? answer.records.length : 0 }
    }
    if (name === 'ptr')
      return reverse === undefined ? { voids: 0 } : readVoid([await ask(resolver, reverse, 'PTR')])
    const types = name === 'exists' ? (['A'] as const) : families
    return readVoid(await Promise.all(types.map((type) => ask(resolver, target, type))))
  }

  return { walk: (domain: string) => walk({ domain, shown: domain }, []) }
}

/** RFC 7208 5: only the client's own family is asked about. */
function familiesOf(clientAddress: string | undefined): readonly ('A' | 'AAAA')[] {
  const version = clientAddress === undefined ? undefined : parseAddress(clientAddress)?.version
  if (version === undefined) return ['A', 'AAAA']
  return version === 4 ? ['A'] : ['AAAA']
}

/** The name a term asks about, and its own look-ups: %{p} asks for the client's names once more (RFC 7208 4.6.4). */
function targetOf(
  { value }: SpfTerm,
  values: SpfMacroValues,
): { target: string | undefined; lookups: number } {
  if (value === undefined) return { target: values.domain, lookups: 1 }
  return { target: expandDomain(value, values), lookups: usesValidatedName(value) ? 2 : 1 }
}

/** The sender's local part belongs to the message: a name made with it, or of such a name, is shown as it was published. */
function shownName({ value = '' }: SpfTerm, target: string, { domain, shown }: Name): string {
  return /%\{[sl]/i.test(value) || (domain !== shown && /%\{d/i.test(value)) ? value : target
}

/** Does the term put a question to the DNS? */
function asks(term: SpfTerm): boolean {
  return term.kind === 'modifier' || !['all', 'ip4', 'ip6'].includes(term.name)
}

/** Void only when every question was answered with nothing; a failure among them leaves that open. */
function readVoid(answers: (Answer<RecordType> | FailedAnswer)[]): Pick<SpfBranch, 'voids' | 'failed'> {
  if (answers.some((answer) => answer.kind === 'records')) return { voids: 0 }
  const failure = answers.find((answer) => answer.kind === 'failure' && answer.reason !== 'bad-name')
  return failure?.kind === 'failure' ? { voids: 0, failed: failure.reason } : { voids: 1 }
}

function sumOf(terms: readonly SpfBranch[]): Pick<SpfNode, 'lookups' | 'voids'> {
  return {
    lookups: terms.reduce((sum, { lookups }) => sum + lookups, 0),
    voids: terms.reduce((sum, { voids }) => sum + voids, 0),
  }
}
