import { inLines, txtChange } from '../mending/changes.ts'
import {
  nodesOf,
  SPF_MOST_LOOKUPS,
  SPF_MOST_MX_HOSTS,
  SPF_MOST_VOIDS,
  type SpfBranch,
  type SpfNode,
} from './nodes.ts'
import { parseSpf, type SpfSyntaxError, type SpfTerm } from './record.ts'

/** Something to be said about a record, in words for its publisher. */
export interface SpfProblem {
  /** Stable: `spf-syntax`. */
  code: string
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
      advice: 'Publish a record that needs fewer look-ups.',
    })
  }
  if (voids > SPF_MOST_VOIDS) {
    problems.push({
      code: 'spf-voids-over',
      domain,
      fatal: true,
      says: `${voids} terms of the record of ${domain} lead to names without an answer; receivers stop with permerror after ${SPF_MOST_VOIDS}.`,
      advice: 'Remove the terms whose names no longer exist.',
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
        advice: `Publish one record at ${domain} and delete the others: ${inLines([txtChange(domain, merge(texts))])}`,
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
      ? `In the TXT record of ${domain}, write ${fix} instead of ${term}.`
      : `Correct or remove "${term}" in the TXT record of ${domain}.`,
  }
}

function styleProblems({ domain, terms, record }: SpfNode): SpfProblem[] {
  const problems: SpfProblem[] = []
  const say = (code: string, says: string, advice: string) =>
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
  const twice = texts.find((text, index) => texts.indexOf(text) !== index)
  if (twice)
    say(
      'spf-duplicate',
      `The record of ${domain} has ${twice} twice.`,
      `Remove one ${twice} from the TXT record of ${domain}.`,
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

function isWide(term: SpfTerm): boolean {
  if (term.kind !== 'mechanism' || (term.qualifier !== '+' && term.qualifier !== '?')) return false
  const { prefix4 = 32, prefix6 = 128 } = term
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
      advice: `Replace ${shownTerm(term)} in the TXT record of ${node.domain} by ip4 and ip6 terms.`,
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
      advice: `Correct ${text} in the TXT record of ${domain}.`,
    }
  }
  if (child?.state === 'none') {
    return {
      code: 'spf-missing-target',
      says: `${text} in the record of ${domain} points at ${child.domain}, which has no SPF record.`,
      advice: `Remove ${text} from the TXT record of ${domain}, or correct its name.`,
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
    advice: `Replace ${text} by the addresses of the hosts that send.`,
  }
}

const STRICTNESS = ['+', '?', '~', '-']

/** One record out of several: every term that can be read, or as it was meant, once, and the strictest `all`. */
export function merge(texts: readonly string[]): string {
  const records = texts.map((text) => parseSpf(text.slice(0, 2_000)))
  const terms = records.flatMap((record) => record.terms)
  const alls = terms.flatMap((term) => (isAll(term) ? [term.qualifier] : []))
  const strictest = alls.toSorted((a, b) => STRICTNESS.indexOf(b) - STRICTNESS.indexOf(a))[0]
  const [redirect] = terms.filter(isRedirect)
  const kept = [
    ...terms.filter((term) => !isAll(term) && !isRedirect(term)).map(({ text }) => text),
    ...records.flatMap(({ errors }) => errors.flatMap(({ fix }) => fix ?? [])),
  ]
  // A redirect counts only where there is no `all`, and only one may stand there (RFC 7208 6.1).
  const end = strictest ? [`${strictest}all`] : redirect ? [redirect.text] : []
  return ['v=spf1', ...new Set(kept), ...end].join(' ')
}

function isAll(term: SpfTerm): term is SpfTerm & { kind: 'mechanism' } {
  return term.kind === 'mechanism' && term.name === 'all'
}

function isRedirect(term: SpfTerm): boolean {
  return term.kind === 'modifier' && term.name === 'redirect'
}
