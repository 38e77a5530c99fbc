import { type AddressClass, classifyAddress } from '../../../net/ip.ts'
import {
  nodesOf,
  SPF_MOST_LOOKUPS,
  SPF_MOST_MX_HOSTS,
  SPF_MOST_VOIDS,
  type SpfBranch,
  type SpfNode,
} from './nodes.ts'
import { SPF_MECHANISMS, type SpfSyntaxError, type SpfTerm } from './record.ts'

/** What can be wrong or unwise in a record. */
export type SpfProblemCode =
  | 'spf-syntax'
  | 'spf-several-records'
  | 'spf-not-a-record'
  | 'spf-lookups-over'
  | 'spf-voids-over'
  | 'spf-mx-hosts'
  | 'spf-bad-target'
  | 'spf-missing-target'
  | 'spf-loop'
  | 'spf-after-all'
  | 'spf-duplicate'
  | 'spf-unknown-modifier'
  | 'spf-wide-network'
  | 'spf-ptr'

/** Something to be said about a record, in words for its publisher. */
export interface SpfProblem {
  /** Stable. */
  code: SpfProblemCode
  /** The domain whose record it is in. */
  domain: string
  /** Receivers that come across it end with permerror (RFC 7208 2.6.7). */
  fatal: boolean
  says: string
  advice: string
}

const MOST_PROBLEMS = 20

/** What is wrong or unwise in a walked record, the worst first. */
export function problemsOf(root: SpfNode): SpfProblem[] {
  const found = [...nodesOf(root)].flatMap((node) => [
    ...nodeProblems(node),
    ...node.terms.flatMap((branch) => branchProblems(node, branch)),
  ])
  const all = [...found, ...limitProblems(root)]
  const seen = new Set<string>()
  const distinct = all.filter(({ code, domain, says }) => {
    const key = `${code} ${domain} ${says}`
    return seen.has(key) ? false : Boolean(seen.add(key))
  })
  return distinct.toSorted((a, b) => Number(b.fatal) - Number(a.fatal)).slice(0, MOST_PROBLEMS)
}

function limitProblems({ domain, lookups, voids }: SpfNode): SpfProblem[] {
  const problems: SpfProblem[] = []
  if (lookups > SPF_MOST_LOOKUPS) {
    problems.push({
      code: 'spf-lookups-over',
      domain,
      fatal: true,
      says: `The record of ${domain} needs ${lookups} DNS look-ups in the worst case; ${SPF_MOST_LOOKUPS} are allowed, then receivers stop with permerror.`,
      advice:
        'Take out what no longer sends for you, name hosts of your own by ip4: and ip6: in place of a: and mx:, and move ' +
        'services to subdomains with a record of their own.',
    })
  }
  if (voids > SPF_MOST_VOIDS) {
    problems.push({
      code: 'spf-voids-over',
      domain,
      fatal: true,
      says: `${voids} terms of the record of ${domain} lead to names without an answer; receivers stop with permerror after ${SPF_MOST_VOIDS}.`,
      advice:
        'Remove the terms whose names have neither an A nor an AAAA record; a host of one family is void for clients of the ' +
        'other, so name such hosts by ip4: or ip6: and put those before the terms that ask.',
    })
  }
  return problems
}

function nodeProblems(node: SpfNode): SpfProblem[] {
  const { domain, state, record, texts = [] } = node
  if (state === 'several') {
    return [
      {
        code: 'spf-several-records',
        domain,
        fatal: true,
        says: `${domain} has ${texts.length} SPF records, of which receivers accept none.`,
        advice: `Publish one record at ${domain} in place of all of them: every term of each, within ten look-ups, with the softer all until you know that every sender is listed.`,
      },
    ]
  }
  if (node.nearMiss) {
    return [
      {
        code: 'spf-not-a-record',
        domain,
        fatal: false,
        says: `${domain} has a TXT record that is not an SPF record: it must begin with "v=spf1" and a blank, without quotes.`,
        advice: `Correct the beginning of that TXT record of ${domain}.`,
      },
    ]
  }
  if (!record) return []
  return [...record.errors.map((error) => syntaxProblem(domain, error)), ...styleProblems(node)]
}

function syntaxProblem(domain: string, { at, term, says, fix }: SpfSyntaxError): SpfProblem {
  return {
    code: 'spf-syntax',
    domain,
    fatal: true,
    says: `The record of ${domain} cannot be read at character ${at}, "${term}": ${says}.`,
    advice: fix
      ? `In the TXT record of ${domain}, write ${fix} instead of ${term}, if that was meant.`
      : `Correct "${term}" in the TXT record of ${domain}: what it was to let in is known to you alone. To remove it cuts that off.`,
  }
}

function styleProblems({ domain, terms, record }: SpfNode): SpfProblem[] {
  const problems: SpfProblem[] = []
  const say = (code: SpfProblemCode, says: string, advice: string) =>
    problems.push({ code, domain, fatal: false, says, advice })
  const ignored = terms.filter((branch) => branch.ignored).map(({ term }) => term.text)
  if (ignored.length > 0) {
    const list = ignored.slice(0, 5).join(' ')
    say(
      'spf-after-all',
      `In the record of ${domain}, ${list} has no effect beside or behind all.`,
      `Put it before all in the TXT record of ${domain}, or remove it.`,
    )
  }
  const texts = (record?.terms ?? []).map((term) => term.text.toLowerCase())
  const seen = new Set<string>()
  const twice = texts.find((text) => seen.has(text) || !seen.add(text))
  if (twice)
    say(
      'spf-duplicate',
      `The record of ${domain} has ${twice} twice.`,
      `Remove one ${twice} from the TXT record of ${domain}.`,
    )
  for (const { text, name } of (record?.terms ?? []).filter(isSlip).slice(0, 5))
    say(
      'spf-unknown-modifier',
      `${text.slice(0, 100)} in the record of ${domain} is ignored: with an equals sign it is an unknown modifier.`,
      `${name}: was probably meant. Written with a colon it lets in whomever it stands for: do so if they send for ${domain}, and remove it otherwise.`,
    )
  const wide = (record?.terms ?? []).find(isWide)
  if (wide)
    say(
      'spf-wide-network',
      `${wide.text} in the record of ${domain} lets a very large part of the Internet send for it.`,
      `Narrow ${wide.text} down to your own addresses.`,
    )
  return problems
}

/** Names of mechanisms, and what is often written for them. */
const MEANT_AS_MECHANISMS: readonly string[] = [...SPF_MECHANISMS, 'ip', 'ipv4', 'ipv6', 'includes']

/** Receivers have to ignore modifiers that they do not know (RFC 7208 6). */
function isSlip(term: SpfTerm): boolean {
  return term.kind === 'modifier' && MEANT_AS_MECHANISMS.includes(term.name)
}

const NOT_PUBLIC: readonly unknown[] = [
  'private',
  'loopback',
  'link-local',
  'cgnat',
  'ula',
] satisfies AddressClass[]

function isWide(term: SpfTerm): boolean {
  if (term.kind !== 'mechanism' || (term.qualifier !== '+' && term.qualifier !== '?')) return false
  const { prefix4 = 32, prefix6 = 128, value = '' } = term
  // Nobody comes from such a network.
  if (prefix4 > 0 && prefix6 > 0 && NOT_PUBLIC.includes(classifyAddress(value))) return false
  return prefix4 <= 8 || prefix6 <= 19
}

function branchProblems(node: SpfNode, branch: SpfBranch): SpfProblem[] {
  if (branch.ignored) return []
  const fatal = fatalIn(node, branch)
  if (fatal) return [{ ...fatal, domain: node.domain, fatal: true }]
  const { term } = branch
  if (term.kind !== 'mechanism' || term.name !== 'ptr') return []
  return [
    {
      domain: node.domain,
      fatal: false,
      code: 'spf-ptr',
      says: `The record of ${node.domain} uses ptr, which is slow, unreliable and should not be published (RFC 7208 section 5.5).`,
      advice: `Find out which hosts it lets in (DMARC reports name those that send) and list them as ip4 and ip6 terms of ${node.domain}; remove ${shownTerm(term)} only then, or they are cut off.`,
    },
  ]
}

const shownTerm = (term: SpfTerm) => term.text.slice(0, 100)

/** What makes the whole record a permanent error. */
function fatalIn(
  { domain }: SpfNode,
  { term, target, child, hosts = 0 }: SpfBranch,
): Pick<SpfProblem, 'code' | 'says' | 'advice'> | undefined {
  const text = shownTerm(term)
  if (target === '' && (term.kind === 'modifier' || term.name === 'include')) {
    return {
      code: 'spf-bad-target',
      says: `${text} in the record of ${domain} leads to something that is no domain name.`,
      advice: `Correct ${text} in the TXT record of ${domain}: it needs a full domain name that has an SPF record.`,
    }
  }
  if (child?.state === 'none') {
    return {
      code: 'spf-missing-target',
      says: `${text} in the record of ${domain} points at ${child.domain}, which has no SPF record.`,
      advice: `Look for a misspelling in the name that ${text} of ${domain} points at, and correct it. Remove the term only if nobody whom it was to let in still sends: it is known to you alone who that is.`,
    }
  }
  if (child?.state === 'loop') {
    return {
      code: 'spf-loop',
      says: `${text} in the record of ${domain} leads back to a record that is already being read.`,
      advice: `Remove ${text} from the TXT record of ${domain}.`,
    }
  }
  if (hosts <= SPF_MOST_MX_HOSTS) return undefined
  return {
    code: 'spf-mx-hosts',
    says: `${text} in the record of ${domain} leads to ${hosts} mail hosts; an mx term may lead to ${SPF_MOST_MX_HOSTS} (RFC 7208 section 4.6.4).`,
    advice: `Find out which of these hosts send, and list their addresses as ip4 and ip6 terms in place of ${text}.`,
  }
}
