import type { Change } from '../../../core/fix.ts'
import type { Resolver } from '../../../net/ports.ts'
import type { Remark } from '../../remark.ts'
import type { SpfOutcome } from '../verify/outcome.ts'
import type { SpfProblem } from './problems.ts'
import { policyRemarks, problemRemark, repairOf, type SpfRecordCode } from './remarks.ts'
import { firstRecord } from './repair/first-record.ts'
import { withLikelyNames } from './repair/likely-names.ts'
import { repairTree } from './repair/of-tree.ts'
import { addressTerm } from './repair/placing.ts'
import type { SpfRepair } from './repair/repair.ts'
import type { SpfTree } from './tree.ts'
import { repairText } from './words.ts'

/** What is said of SPF where a message was judged by it. */
export type SpfCode = SpfRecordCode | 'spf-fail' | 'spf-softfail' | 'spf-neutral' | 'spf-permerror'

/** What SPF said of one message, and what is to be said of the record whatever it gave. At most one repair is offered. `unregistered`:
 * terms that are told to name what nobody may hold. */
export async function remarksOnSpf(
  outcome: SpfOutcome,
  address: string,
  walked: SpfTree | undefined,
  resolver: Resolver,
  unregistered: readonly string[] = [],
): Promise<Remark<SpfCode>[]> {
  const { result } = outcome
  if (result === 'none') return none(outcome, address, walked, resolver)
  const tree = walked && (await withLikelyNames(walked, resolver))
  const fatal = result === 'permerror' ? tree?.problems.find((problem) => problem.fatal) : undefined
  const others = tree?.problems.filter((problem) => problem !== fatal) ?? []
  const judged = result === 'pass' || result === 'permerror' ? result : 'not-listed'
  const need = { judged, unregistered, ...(result !== 'pass' && { address }) } as const
  const repair = tree && (await repairTree(tree, need, resolver))
  const policy = tree ? policyRemarks(tree, repair) : []
  return [
    ...resultRemarks(outcome, address, { tree, repair, fatal }),
    ...(tree ? others.map((problem) => problemRemark(problem, tree, repair)) : []),
    // Who is not let in is told so; what else the record says of strangers is for those who are.
    ...policy.filter(({ code }) => result === 'pass' || code === 'spf-lookups-near'),
  ].map(({ code, says, advice, reference, changes }) => ({
    code,
    says,
    advice,
    reference,
    ...(changes && { changes }),
  }))
}

async function none(
  { domain, identity }: SpfOutcome,
  address: string,
  tree: SpfTree | undefined,
  resolver: Resolver,
): Promise<Remark<SpfCode>[]> {
  const near = tree?.root.near
  const { changes, advice } = await firstRecord(
    { domain, address, ...(near !== undefined && { near }) },
    resolver,
  )
  const who = whoIs(domain, identity)
  const fix = changes.length > 0 ? { changes: changes } : {}
  return [
    {
      code: 'spf-none',
      says: `No SPF record for ${who}.`,
      advice,
      reference: 'RFC 7208 section 2.6.1',
      ...fix,
    },
    ...(tree?.problems.map((problem) => problemRemark(problem, tree, undefined)) ?? []),
  ]
}

const whoIs = (domain: string, identity: SpfOutcome['identity']) =>
  identity === 'helo' ? `the HELO name ${domain}` : domain

interface Found {
  tree: SpfTree | undefined
  repair: SpfRepair | undefined
  fatal: SpfProblem | undefined
}

function resultRemarks(
  { result, domain, identity }: SpfOutcome,
  address: string,
  { tree, repair, fatal }: Found,
): Remark<SpfCode>[] {
  const who = whoIs(domain, identity)
  const say = (
    code: SpfCode,
    says: string,
    advice: string,
    section: string,
    fix: readonly Change[] = [],
  ): Remark<SpfCode>[] => [
    {
      code,
      says,
      advice,
      reference: `RFC 7208 section ${section}`,
      ...(fix.length > 0 && { changes: fix }),
    },
  ]
  if (result === 'pass') return []
  const left = LEFT_OUT[result]
  if (left) {
    const listed = repair?.letsIn === undefined ? undefined : repair
    const text = listed ? repairText(listed, tree) : ''
    const advice = listed
      ? listed.fixes
        ? text
        : `If ${address} may send for ${domain}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`
      : letInWords(domain, address, tree)
    return say(left.code, left.says(who, address), advice, left.section, listed?.changes)
  }
  const why = fatal?.says ?? NOT_EVALUATED
  const says = `The SPF record of ${who} cannot be evaluated (permerror). ${why}`
  const advice = repair
    ? repairOf(fatal, repair, tree)
    : (fatal?.advice ?? 'Simplify the record: fewer include, a, mx, ptr and exists terms.')
  return say('spf-permerror', says, advice, '2.6.7', repair?.changes)
}

/** How to let an address in where no whole record can be offered. */
function letInWords(domain: string, address: string, tree: SpfTree | undefined): string {
  const term = addressTerm(address)
  if (tree?.open !== undefined) {
    return `If ${address} may send for ${domain}, put ${term} into its SPF record; but first replace what lets everybody else in.`
  }
  return `If ${address} may send for ${domain}, put ${term} into its SPF record, before any term that decides about it.`
}

interface LeftOut {
  code: SpfCode
  says: (who: string, address: string) => string
  section: string
}

/** What a record says of an address that it does not list. */
const LEFT_OUT: Readonly<Partial<Record<SpfOutcome['result'], LeftOut>>> = {
  softfail: {
    code: 'spf-softfail',
    says: (who, address) =>
      `The SPF record of ${who} does not list ${address} and asks for suspicion (softfail).`,
    section: '8.5',
  },
  neutral: {
    code: 'spf-neutral',
    says: (who, address) => `The SPF record of ${who} says nothing about ${address}.`,
    section: '8.2',
  },
  fail: {
    code: 'spf-fail',
    says: (who, address) => `The SPF record of ${who} does not allow ${address} to send.`,
    section: '8.4',
  },
}

const NOT_EVALUATED = 'It asks for more than receivers look up, or leads to something that is no domain name.'
