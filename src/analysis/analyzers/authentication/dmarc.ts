import type { Authentication } from '../../../mail/authenticate.ts'
import { noRecordRemark } from '../../../mail/dmarc/no-record.ts'
import { recordRemarks } from '../../../mail/dmarc/record-remarks.ts'
import {
  describeDmarc,
  failRemark,
  passesBySpfAlone,
  spfMightAlign,
  surelyFails,
} from '../../../mail/dmarc/verdict.ts'
import type { DmarcDiscovery } from '../../../mail/dmarc-record.ts'
import { forList } from '../../../mail/lists/list-advice.ts'
import { forSender } from '../../../mail/mending/of-provider.ts'
import type { Remark } from '../../../mail/remark.ts'
import { type Analyzer, type Conclusion, conclude, neutral, priced, undetermined } from '../../analyzer.ts'
import { whyHidden } from '../../client-view.ts'
import type { ClientView } from '../../context.ts'

const WEIGHT = 6
const FAILURE_COSTS: Readonly<Record<string, number>> = { none: 1.5, quarantine: 4, reject: WEIGHT }

/** What is not named here is advice. A failure costs what receivers are asked to do with such mail: sp, np and t=y counted. */
function costsUnder(policy = 'none'): Readonly<Record<string, number>> {
  return { 'dmarc-none': 1, 'dmarc-fail': FAILURE_COSTS[policy] ?? 1.5 }
}

/** RFC 9989: does SPF or DKIM pass in the name of From, and what does its record ask for? */
export const dmarc: Analyzer = {
  name: 'dmarc',
  group: 'authentication',
  weight: WEIGHT,
  async run({ facts, client, message }) {
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
    const open = result === 'fail' ? withoutSpf(outcomes, discovery, client, evidence) : undefined
    if (open) return open
    const remarks: Remark[] = [
      ...(result === 'none' ? [noRecordRemark(discovery, surelyFails(outcomes, discovery))] : []),
      ...(result === 'fail' ? [failRemark(outcomes)] : []),
      ...(result === 'none' ? [] : recordRemarks(discovery, passesBySpfAlone(outcomes), result === 'fail')),
    ]
    const costs = costsUnder(outcomes.dmarc.policy)
    const isCostly = (code: string) => costs[code] !== undefined
    return conclude(WEIGHT, {
      findings: priced(forList(forSender(remarks, domain, isCostly), facts.kind().kind), costs),
      passed: `DMARC passes for ${domain}.${unusableWords(discovery)}`,
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
  client: ClientView,
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
      `No DKIM signature passes in the name of ${domain}, and SPF is not known from a file.`,
      evidence,
    )
  }
  return undefined
}
