import type { Authentication } from '../../../mail/authentication/authenticate.ts'
import { spfBreadth } from '../../../mail/authentication/spf/breadth/breadth.ts'
import { describeBreadth } from '../../../mail/authentication/spf/breadth/words.ts'
import type { SpfTree } from '../../../mail/authentication/spf/tree.ts'
import {
  type SpfNameCode,
  type UnregisteredTerms,
  unregisteredTerms,
} from '../../../mail/authentication/spf/unregistered.ts'
import { remarksOnSpf, type SpfCode } from '../../../mail/authentication/spf/verdict.ts'
import { describeProblems, describeSpf } from '../../../mail/authentication/spf/words.ts'
import { forSender } from '../../../mail/fixing/of-provider.ts'
import { notKnown } from '../../../mail/reading/through.ts'
import { type Analyzer, conclude, neutral, priced, undetermined } from '../../analyzer.ts'
import { whyHidden } from '../../client/client-view.ts'
import type { AnalysisContext } from '../../context.ts'
import { DNS } from '../../telling/people.ts'

const WEIGHT = 1.5
/** The fault of a record costs nothing beside the result that it leads to. */
const COSTS = {
  'spf-fail': 1.5,
  'spf-permerror': 1.5,
  'spf-none': 1,
  'spf-softfail': 0.8,
  'spf-neutral': 0.5,
  'spf-plus-all': 0.5,
  'spf-no-all': 0,
  'spf-lookups-near': 0,
  'spf-syntax': 0,
  'spf-several-records': 0,
  'spf-not-a-record': 0,
  'spf-lookups-over': 0,
  'spf-voids-over': 0,
  'spf-mx-hosts': 0,
  'spf-bad-target': 0,
  'spf-missing-target': 0,
  'spf-loop': 0,
  'spf-after-all': 0,
  'spf-duplicate': 0,
  'spf-unknown-modifier': 0,
  'spf-wide-network': 0,
  'spf-ptr': 0,
  'spf-name-unregistered': 0,
} satisfies Record<SpfCode | SpfNameCode, number>

const NONE: UnregisteredTerms = { remarks: [], terms: [] }

/** RFC 7208 for MAIL FROM, or for HELO with a null sender; the whole record is read beside it. */
export const spf: Analyzer = {
  name: 'spf',
  group: 'authentication',
  title: 'SPF',
  asks: 'May this server send for the envelope sender’s domain?',
  why: 'It tells receivers which servers send for your domain; mail from any other looks forged.',
  who: DNS,
  weight: WEIGHT,
  costs: COSTS,
  async run(context) {
    const { facts, client, envelope, dns } = context
    const outcomes = await facts.authentication()
    const tree = await facts.spfTree()
    const address = client.kind === 'unknown' ? undefined : client.address
    const evidence = { ...describeOutcomes(outcomes, address), ...(tree && describeSpf(tree)) }
    const judged = outcomes.spf
    if (client.kind === 'hidden') {
      // The results are those of the proxy's address, not of the sender's.
      const { result: _, helo_result: __, ...known } = await unjudged(context, evidence, tree)
      return undetermined(`${whyHidden(client)}, so SPF cannot be judged.`, known)
    }
    if (address === undefined || !judged) {
      return neutral(
        `The sending address or the envelope sender is ${notKnown(envelope)}.`,
        await unjudged(context, evidence, tree),
      )
    }
    if (judged.result === 'temperror') {
      return undetermined(
        `SPF of ${judged.domain} could not be judged: a DNS question got no answer.`,
        await unjudged(context, evidence, tree),
      )
    }
    if (judged.identity === 'helo' && judged.result === 'none') {
      return neutral(
        'The sender is null and the HELO name has no SPF record: none is needed.',
        await unjudged(context, evidence, tree),
      )
    }
    const unregistered = tree ? await unregisteredTerms(tree, dns('spf')) : NONE
    const found = await remarksOnSpf(judged, address, tree, dns('spf'), unregistered.terms)
    const remarks = forSender([...unregistered.remarks, ...found], judged.domain, COSTS)
    return conclude(WEIGHT, {
      findings: priced(remarks, COSTS),
      passed: `${address} may send for ${judged.domain}.`,
      always: unregistered.remarks.map(({ says }) => says),
      evidence: { ...evidence, ...(tree && describeBreadth(await spfBreadth(tree, dns('spf')))) },
      ...(judged.result === 'fail' && judged.reason && { quotes: { explanation: judged.reason } }),
    })
  },
}

/** What is known of the record where nobody is judged by it. */
async function unjudged(
  { dns }: AnalysisContext,
  evidence: Record<string, string>,
  tree: SpfTree | undefined,
): Promise<Record<string, string>> {
  if (!tree) return evidence
  const { remarks } = await unregisteredTerms(tree, dns('spf'))
  return {
    ...evidence,
    ...describeProblems(tree),
    ...(remarks.length > 0 && { unregistered_names: remarks.map(({ says }) => says).join(' ') }),
    ...describeBreadth(await spfBreadth(tree, dns('spf'))),
  }
}

function describeOutcomes(
  { spf: judged, heloSpf }: Authentication,
  address: string | undefined,
): Record<string, string> {
  return {
    ...(address && { checked_ip: address }),
    ...(judged && { checked_domain: judged.domain, identity: judged.identity, result: judged.result }),
    ...(heloSpf && { helo_domain: heloSpf.domain, helo_result: heloSpf.result }),
  }
}
