import type { Change } from '../../core/fix.ts'
import type { SpfOutcome } from '../authenticate.ts'
import { inLines } from '../mending/changes.ts'
import type { Remark } from '../remark.ts'
import { SPF_NEAR_LIMIT, type SpfTree } from '../spf-tree.ts'
import { addressTerm, withAddress, withAll } from './advice.ts'
import { mendTree, spfChange } from './mend.ts'
import { passesEverybody, SPF_MOST_LOOKUPS } from './nodes.ts'
import type { SpfProblem } from './problems.ts'
import { suggestionText } from './words.ts'

/** What SPF said of one message, and what is to be said of the record whatever it gave. */
export function remarksOnSpf(outcome: SpfOutcome, address: string, tree: SpfTree | undefined): Remark[] {
  const fatal = outcome.result === 'permerror' ? tree?.problems.find((problem) => problem.fatal) : undefined
  const others = tree?.problems.filter((problem) => problem !== fatal) ?? []
  return [
    ...resultRemarks(outcome, address, tree, fatal),
    ...others.map((problem) => problemRemark(problem, tree)),
    ...(tree ? policyRemarks(outcome, address, tree) : []),
  ]
}

function resultRemarks(
  { result, domain, identity }: SpfOutcome,
  address: string,
  tree: SpfTree | undefined,
  fatal: SpfProblem | undefined,
): Remark[] {
  const text = tree?.root.record?.text ?? 'v=spf1 -all'
  const listed = spfChange(domain, withAddress(text, address))
  const letIn =
    listed.length > 0
      ? `If ${address} may send for ${domain}, publish: ${inLines(listed)}`
      : `If ${address} may send for ${domain}, put ${addressTerm(address)} into its SPF record.`
  const who = identity === 'helo' ? `the HELO name ${domain}` : domain
  const say = (code: string, says: string, advice: string, section: string, fix: Change[]): Remark[] => [
    { code, says, advice, reference: `RFC 7208 section ${section}`, ...(fix.length > 0 && { fix }) },
  ]
  if (result === 'pass') return []
  if (result === 'none') {
    const first = ownRecord(domain, address)
    return say('spf-none', `No SPF record for ${who}.`, noneAdvice(first), '2.6.1', first)
  }
  const left = LEFT_OUT[result]
  if (left) return say(`spf-${result}`, left.says(who, address), letIn, left.section, listed)
  const mended = tree ? mendTree(tree) : []
  const why = fatal?.says ?? NOT_EVALUATED
  const says = `The SPF record of ${who} cannot be evaluated (permerror). ${why}`
  return say('spf-permerror', says, permerrorAdvice(fatal, tree, mended), '2.6.7', mended)
}

/** What a record says of an address that it does not list. */
const LEFT_OUT: Readonly<
  Record<string, { says: (who: string, address: string) => string; section: string }>
> = {
  softfail: {
    says: (who, address) =>
      `The SPF record of ${who} does not list ${address} and asks for suspicion (softfail).`,
    section: '8.5',
  },
  neutral: {
    says: (who, address) => `The SPF record of ${who} says nothing about ${address}.`,
    section: '8.2',
  },
  fail: {
    says: (who, address) => `The SPF record of ${who} does not allow ${address} to send.`,
    section: '8.4',
  },
}

const NOT_EVALUATED = 'It asks for more than receivers look up, or leads to something that is no domain name.'

function ownRecord(domain: string, address: string): Change[] {
  return spfChange(domain, `v=spf1 ${addressTerm(address)} -all`)
}

function noneAdvice(record: readonly Change[]): string {
  return record.length === 0
    ? 'Send with an envelope sender at a domain of your own, and publish an SPF record there.'
    : `Publish: ${inLines(record)}`
}

function permerrorAdvice(
  fatal: SpfProblem | undefined,
  tree: SpfTree | undefined,
  mended: readonly Change[],
): string {
  const advice =
    (fatal && adviceOn(fatal, tree)) ?? 'Simplify the record: fewer include, a, mx, ptr and exists terms.'
  const lines = inLines(mended)
  return lines === '' || advice.includes(lines) ? advice : `${advice} Publish: ${lines}`
}

function problemRemark(problem: SpfProblem, tree: SpfTree | undefined): Remark {
  const { code, says } = problem
  return { code, says, advice: `${says} ${adviceOn(problem, tree)}`, reference: 'RFC 7208 section 4.6' }
}

function adviceOn({ code, advice }: SpfProblem, tree: SpfTree | undefined): string {
  const shorter = code === 'spf-lookups-over' || code === 'spf-voids-over'
  return (shorter && tree && suggestionText(tree)) || advice
}

/** What the record says of everybody else, and how near it is to the limit. */
function policyRemarks({ result, domain }: SpfOutcome, address: string, tree: SpfTree): Remark[] {
  const remarks: Remark[] = []
  const text = tree.root.record?.text ?? 'v=spf1'
  const open = passesEverybody(tree.root)
  if (result === 'pass' && open) {
    const better = spfChange(domain, withAddress(withAll(text, '-all'), address))
    remarks.push({
      code: 'spf-plus-all',
      says: `The SPF record of ${open} lets every address in the world send for ${domain}.`,
      advice: `List your own hosts and forbid all others${better.length > 0 ? `: ${inLines(better)}` : ', with -all at the end.'}`,
      reference: 'RFC 7208 section 5.1',
      fix: better,
    })
  } else if (result === 'pass' && (!tree.all || tree.all.qualifier === '?') && !tree.incomplete) {
    const ended = spfChange(domain, withAll(text, '~all'))
    remarks.push({
      code: 'spf-no-all',
      says: `The SPF record of ${domain} says nothing about addresses it does not list.`,
      advice: `The SPF record says nothing about addresses it does not list. ${ended.length > 0 ? `Publish: ${inLines(ended)}` : 'End it with ~all.'}`,
      reference: 'RFC 7208 section 4.7',
      fix: ended,
    })
  }
  if (tree.lookups >= SPF_NEAR_LIMIT && tree.lookups <= SPF_MOST_LOOKUPS) {
    const says = `The SPF record of ${domain} needs ${tree.lookups} of the ${SPF_MOST_LOOKUPS} DNS look-ups allowed.`
    const advice = suggestionText(tree) ?? 'Leave room: the records it includes may grow.'
    remarks.push({
      code: 'spf-lookups-near',
      says,
      advice: `${says} ${advice}`,
      reference: 'RFC 7208 section 4.6.4',
      // Beside +all the record is to be replaced by another one anyway.
      ...(tree.suggestion && !open && { fix: mendTree(tree) }),
    })
  }
  return remarks
}
