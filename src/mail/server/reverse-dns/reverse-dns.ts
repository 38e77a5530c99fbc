import { normaliseAddress, parseAddress, reverseName } from '../../../net/ip.ts'
import { type Answer, ask, type FailedAnswer, type Resolver } from '../../../net/ports.ts'
import { type GenericName, genericName } from '../../reading/domains/host-names.ts'

/** One PTR name: does its own address record lead back (RFC 8601 2.7.3, "iprev")? */
export interface PtrName {
  name: string
  forward: 'confirmed' | 'other-address' | 'no-address' | 'no-answer'
  /** Addresses of that name, at most ten. */
  addresses: string[]
  /** It is an alias, which can have no address of its own. */
  alias?: boolean
  generic?: GenericName
}

/** The names of an address, as published in the reverse zone. */
export type ReverseDns =
  | { kind: 'failed'; question: string }
  | { kind: 'none'; question: string }
  | { kind: 'names'; question: string; names: PtrName[]; notAsked: number }

/** RFC 7208 5.5 looks at ten PTR names and no more; so does this. */
const MOST_NAMES = 10

/** Looks up the PTR names of an address and whether each leads back to it. */
export async function lookUpReverse(address: string, resolver: Resolver): Promise<ReverseDns> {
  const question = reverseName(address) ?? ''
  const answer = await ask(resolver, question, 'PTR')
  if (answer.kind === 'failure') return { kind: 'failed', question }
  const names = answer.kind === 'records' ? [...new Set(answer.records)] : []
  if (names.length === 0) return { kind: 'none', question }
  const asked = names.slice(0, MOST_NAMES)
  return {
    kind: 'names',
    question,
    names: await Promise.all(asked.map((name) => confirm(name, address, resolver))),
    notAsked: names.length - asked.length,
  }
}

async function confirm(name: string, address: string, resolver: Resolver): Promise<PtrName> {
  const type = parseAddress(address)?.version === 6 ? 'AAAA' : 'A'
  const answer = await ask(resolver, name, type)
  const addresses = answer.kind === 'records' ? answer.records.slice(0, MOST_NAMES) : []
  const generic = genericName(name, address)
  const alias = answer.kind !== 'failure' && answer.chain.length > 0 && { alias: true }
  return { name, forward: forwardOf(answer, address), addresses, ...alias, ...(generic && { generic }) }
}

function forwardOf(answer: Answer<'A' | 'AAAA'> | FailedAnswer, address: string): PtrName['forward'] {
  // A name that cannot be asked can never lead back: that is an answer.
  if (answer.kind === 'failure') return answer.reason === 'bad-name' ? 'no-address' : 'no-answer'
  if (answer.kind !== 'records') return 'no-address'
  const wanted = normaliseAddress(address)
  const isSame = (found: string) => normaliseAddress(found) === wanted
  return answer.records.some(isSame) ? 'confirmed' : 'other-address'
}
