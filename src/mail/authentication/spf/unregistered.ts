import { ask, type Resolver } from '../../../net/ports.ts'
import { type NamedUse, unregisteredNames } from '../../fixing/unregistered-names.ts'
import { sameOrganisation } from '../../reading/domains/sender-domain.ts'
import type { Remark } from '../../remark.ts'
import { nodesOf, SPF_MOST_MX_HOSTS, type SpfBranch, type SpfNode } from './nodes.ts'
import type { SpfMechanism } from './record.ts'
import type { SpfTree } from './tree.ts'

export type SpfNameCode = 'spf-name-unregistered'

/** Terms that are asked by the mail hosts that they lead to. */
const MOST_MX_TERMS = 3

/** What is told of terms, and those among them that name what looks unregistered themselves, as they are written. */
export interface UnregisteredTerms {
  remarks: Remark<SpfNameCode>[]
  terms: string[]
}

interface TermUse extends NamedUse {
  term?: string
}

/** Terms that let in whoever registers the domain that they name, here or in what is included. */
export async function unregisteredTerms(tree: SpfTree, resolver: Resolver): Promise<UnregisteredTerms> {
  const known = [...nodesOf(tree.root)].flatMap(({ state, domain }) => (state === 'record' ? [domain] : []))
  const passing = [...passingIn(tree.root)]
  const uses = passing.flatMap((one) => useOf(one, tree.domain))
  const mail = passing.filter(({ branch }) => isMechanism(branch, 'mx')).slice(0, MOST_MX_TERMS)
  const hosts = await Promise.all(mail.map((one) => hostUses(one, tree.domain, resolver)))
  const all = [...uses, ...hosts.flat()]
  const { remarks, told } = await unregisteredNames('spf-name-unregistered', all, known, resolver)
  return { remarks, terms: [...new Set(told.flatMap(({ term }) => term ?? []))] }
}

interface Passing {
  node: SpfNode
  branch: SpfBranch
}

/** What lets somebody in where it matches: each step on the way passes. */
function* passingIn(node: SpfNode): Generator<Passing> {
  for (const branch of node.terms) {
    const { term, ignored, child } = branch
    if (ignored || (term.kind === 'mechanism' && term.qualifier !== '+')) continue
    yield { node, branch }
    if (child) yield* passingIn(child)
  }
}

/** By what a term's name is asked for. */
const ASKED_BY: Readonly<Partial<Record<SpfMechanism, NamedUse['type']>>> = {
  include: 'TXT',
  a: 'A',
  mx: 'MX',
  exists: 'A',
  ptr: 'A',
}

function useOf(passing: Passing, sender: string): TermUse[] {
  const { term } = passing.branch
  const type = term.kind === 'modifier' ? 'TXT' : ASKED_BY[term.name]
  const name = steadyPart(term.value ?? '')
  if (type === undefined || name === undefined) return []
  return [{ name, type, term: term.text, ...wordsOf(passing, sender) }]
}

/** The name, or what follows its last macro, where that is whole labels: `%{i}.spf.example.org` differs in what stands before. */
function steadyPart(value: string): string | undefined {
  if (!value.includes('%')) return value === '' ? undefined : value
  return /\}\.([a-z0-9_.-]+)$/i.exec(value)?.[1]
}

async function hostUses(passing: Passing, sender: string, resolver: Resolver): Promise<TermUse[]> {
  const { node, branch } = passing
  const target = branch.term.value ?? node.domain
  if (target.includes('%')) return []
  const answer = await ask(resolver, target, 'MX')
  const listed = answer.kind === 'records' ? answer.records.slice(0, SPF_MOST_MX_HOSTS) : []
  return listed.map(({ exchange }) => ({
    ...wordsOf(passing, sender),
    name: exchange,
    type: 'A',
    // The term lets in the other mail hosts too, so it stays.
    remedy: `remove the MX record of ${target} that names ${exchange}`,
  }))
}

function wordsOf({ node, branch }: Passing, sender: string): Omit<NamedUse, 'name' | 'type'> {
  const text = branch.term.text.slice(0, 100)
  const record = `the SPF record of ${node.domain}`
  return {
    what: text,
    place: `in ${record}`,
    harm: `can send as ${sender}`,
    remedy: sameOrganisation(node.domain, sender)
      ? `remove ${text} from ${record}`
      : `have whoever publishes ${record} remove ${text}, or take out what includes that record`,
  }
}

const isMechanism = ({ term }: SpfBranch, name: SpfMechanism) =>
  term.kind === 'mechanism' && term.name === name
