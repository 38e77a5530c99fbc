import type { Authentication } from '../../../mail/authentication/authenticate.ts'
import { noRecordRemark } from '../../../mail/authentication/dmarc/no-record.ts'
import type { DmarcDiscovery } from '../../../mail/authentication/dmarc/record.ts'
import { type DmarcRecordCode, recordRemarks } from '../../../mail/authentication/dmarc/record-remarks.ts'
import {
  type DmarcNameCode,
  unregisteredDestinations,
  withoutTold,
} from '../../../mail/authentication/dmarc/unregistered.ts'
import {
  describeDmarc,
  failRemark,
  passesBySpfAlone,
  spfMightAlign,
  surelyFails,
} from '../../../mail/authentication/dmarc/verdict.ts'
import { forList } from '../../../mail/fixing/list-advice.ts'
import { forSender } from '../../../mail/fixing/of-provider.ts'
import { notKnown } from '../../../mail/reading/through.ts'
import type { Remark } from '../../../mail/remark.ts'
import { type Analyzer, type Conclusion, conclude, neutral, priced, undetermined } from '../../analyzer.ts'
import { whyHidden } from '../../client/client-view.ts'
import type { AnalysisContext } from '../../context.ts'

const WEIGHT = 6

type Code = 'dmarc-none' | 'dmarc-fail' | DmarcRecordCode | DmarcNameCode

/** A failure costs more where receivers are asked to do something about it. */
const COSTS = {
  'dmarc-none': 1,
  'dmarc-fail': 1.5,
  'dmarc-policy-none': 0,
  'dmarc-testing': 0,
  'dmarc-spf-only': 0,
  'dmarc-views-differ': 0,
  'dmarc-rua-unauthorized': 0,
  'dmarc-rua-unreachable': 0,
  'dmarc-ruf-unauthorized': 0,
  'dmarc-ruf-unreachable': 0,
  'dmarc-several-records': 0,
  'dmarc-not-a-record': 0,
  'dmarc-unreadable': 0,
  'dmarc-quotes': 0,
  'dmarc-characters': 0,
  'dmarc-empty-tag': 0,
  'dmarc-not-a-tag': 0,
  'dmarc-duplicate-tag': 0,
  'dmarc-tag-case': 0,
  'dmarc-unknown-tag': 0,
  'dmarc-historic-tag': 0,
  'dmarc-bad-value': 0,
  'dmarc-no-policy': 0,
  'dmarc-policy-not-second': 0,
  'dmarc-weaker-sp': 0,
  'dmarc-weaker-np': 0,
  'dmarc-no-reports': 0,
  'dmarc-uri': 0,
  'dmarc-uri-size': 0,
  'dmarc-many-uris': 0,
  'dmarc-name-unregistered': 0,
} satisfies Record<Code, number>

/** The costs under the policy that applies to the message: sp, np and t=y counted. */
function costsUnder(policy: string | undefined): Record<Code, number> {
  if (policy === 'quarantine') return { ...COSTS, 'dmarc-fail': 4 }
  return policy === 'reject' ? { ...COSTS, 'dmarc-fail': WEIGHT } : COSTS
}

/** RFC 9989: does SPF or DKIM pass in the name of From, and what does its record ask for? */
export const dmarc: Analyzer = {
  name: 'dmarc',
  group: 'authentication',
  title: 'DMARC',
  asks: 'Does the From domain have a policy, and does the message meet it?',
  why: 'It ties the address that readers see to SPF and DKIM, and says what receivers do with mail that fails.',
  who: {
    else: 'Your DNS host for the record; your sending service for passing it.',
    personal: 'Your mail provider, or your DNS host where the domain is your own.',
    list: 'Whoever runs the list: its settings for From, subject and footer, and the DNS host of its domain.',
  },
  weight: WEIGHT,
  costs: COSTS,
  async run({ facts, client, envelope, message, dns }) {
    const outcomes = await facts.authentication()
    const discovery = await facts.dmarc()
    const evidence = describeDmarc(outcomes, discovery)
    const { domain, result, reason } = outcomes.dmarc
    if (outcomes.notVerified) {
      return undetermined(`DMARC could not be judged: ${outcomes.notVerified}.`, evidence)
    }
    if (message.from.every((mailbox) => mailbox.domain === '')) {
      // What a verifier makes of such a field may be any word of it.
      return neutral('DMARC judges the domain of From, which holds no valid address.')
    }
    if (!domain || !discovery) {
      return neutral(`DMARC judges one domain in From: ${reason ?? 'there is none'}.`, evidence)
    }
    if (result === 'temperror') {
      return undetermined(`DMARC of ${domain} could not be judged: a DNS question got no answer.`, evidence)
    }
    const open =
      result === 'fail' ? withoutSpf(outcomes, discovery, { client, envelope }, evidence) : undefined
    if (open) return open
    const unregistered = await unregisteredDestinations(discovery, dns('dmarc'))
    const others = withoutTold(discovery, unregistered.names)
    const remarks: Remark<Code>[] = [
      ...(result === 'none' ? [noRecordRemark(others, surelyFails(outcomes, discovery))] : []),
      ...(result === 'fail' ? [failRemark(outcomes)] : []),
      ...unregistered.remarks,
      ...(result === 'none' ? [] : recordRemarks(others, passesBySpfAlone(outcomes), result === 'fail')),
    ]
    const costs = costsUnder(outcomes.dmarc.policy)
    return conclude(WEIGHT, {
      findings: priced(forList(forSender(remarks, domain, costs), facts.kind().kind), costs),
      passed: `DMARC passes for ${domain}.${unusableWords(discovery)}`,
      always: unregistered.remarks.map(({ says }) => says),
      evidence,
    })
  },
}

/** A policy that is none is no cost beside an address for reports, and still what its owner has to know. */
function unusableWords({ problems }: DmarcDiscovery): string {
  const fault = problems.find(({ tag }) => tag !== undefined)
  return fault ? ` Its policy cannot be used: ${fault.says}` : ''
}

/** A failure that an SPF verdict could have prevented is none when SPF cannot be judged. */
function withoutSpf(
  { dmarc: { domain, envelopeAlignment } }: Authentication,
  discovery: DmarcDiscovery,
  { client, envelope }: Pick<AnalysisContext, 'client' | 'envelope'>,
  evidence: Record<string, string>,
): Conclusion | undefined {
  if (!spfMightAlign(envelopeAlignment, discovery)) return undefined
  if (client.kind === 'hidden') {
    return undetermined(
      `No DKIM signature passes in the name of ${domain}. ${whyHidden(client)}, so SPF cannot be judged.`,
      evidence,
    )
  }
  if (client.kind === 'unknown') {
    return neutral(
      `No DKIM signature passes in the name of ${domain}, and SPF is ${notKnown(envelope)}.`,
      evidence,
    )
  }
  return undefined
}
