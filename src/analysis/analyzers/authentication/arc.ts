import type { ArcOutcome } from '../../../mail/authentication/authenticate.ts'
import { ARC_ADVICE, ARC_STANDING } from '../../../mail/fixing/list-advice.ts'
import type { Remark } from '../../../mail/remark.ts'
import { type Analyzer, conclude, neutral, priced, undetermined } from '../../analyzer.ts'

const WEIGHT = 0

type Code = 'arc-none' | 'arc-broken'

const COSTS = { 'arc-none': 0, 'arc-broken': 0 } satisfies Record<Code, number>

/** RFC 8617: the chain that forwarders and lists leave, for information. */
export const arc: Analyzer = {
  name: 'arc',
  group: 'authentication',
  title: 'ARC',
  asks: 'Did forwarders vouch for the message, and does their chain hold?',
  why: 'Some providers accept forwarded mail that fails DMARC where the forwarder vouches for it; ARC is on its way to Historic.',
  who: 'Whoever forwards the message: a list, a gateway or another provider.',
  weight: WEIGHT,
  costs: COSTS,
  async run({ facts }) {
    const { arc: outcome, dmarc } = await facts.authentication()
    const { result, reason, hops } = outcome
    const evidence = describeHops(outcome)
    switch (result) {
      case 'none':
        if (facts.kind().kind === 'list' && (dmarc.result === 'fail' || dmarc.result === 'none')) {
          return {
            ...conclude(WEIGHT, { findings: priced([NO_CHAIN], COSTS), passed: NO_CHAIN.says, evidence }),
            status: 'neutral',
          }
        }
        return neutral('No forwarder or list has sealed the message (no ARC chain).', evidence)
      case 'pass':
        return conclude(WEIGHT, {
          findings: [],
          passed: `The ARC chain of ${hops.length} ${hops.length === 1 ? 'hop' : 'hops'} is intact.`,
          evidence,
        })
      case 'fail': {
        const broken = brokenChain(reason)
        // A chain of no weight can be broken all the same, and then this check has failed.
        return {
          ...conclude(WEIGHT, { findings: priced([broken], COSTS), passed: broken.says, evidence }),
          status: 'failed',
        }
      }
      default:
        return undetermined(`The ARC chain could not be judged: ${reason ?? 'no reason known'}.`, evidence)
    }
  },
}

const NO_CHAIN: Remark<Code> = {
  code: 'arc-none',
  says: 'The list has not sealed the message (no ARC chain), and DMARC does not pass behind it.',
  advice: ARC_ADVICE,
  reference:
    'RFC 8617; draft-ietf-dmarc-arc-to-historic-00 (2026-04-22); Gmail sender guidelines (2026-03-21); Microsoft, trusted ARC sealers: https://learn.microsoft.com/defender-office-365/email-authentication-arc-configure (read 2026-11)',
}

function brokenChain(reason: string | undefined): Remark<Code> {
  return {
    code: 'arc-broken',
    says: `The ARC chain is broken${reason ? `: ${reason}` : ''}.`,
    advice:
      'Receivers ignore a broken chain. Whoever forwards the message seals it as the last step and leaves older ARC fields alone, or leaves ARC out: forwarded mail whose DKIM signature stays valid needs none.',
    reference: 'RFC 8617 section 5.2',
  }
}

function describeHops({ result, hops }: ArcOutcome): Record<string, string> {
  const lines = hops.slice(0, 50).map(({ instance, domain, selector, chainValidation, claims }) => {
    const sealer =
      domain === '' ? 'sealer unknown' : `sealed by ${domain}${selector && ` (selector ${selector})`}`
    return [
      `hop_${instance}`,
      `${sealer}, cv=${chainValidation || 'missing'}, claims ${claims || 'nothing'}`,
    ] as const
  })
  return {
    result,
    hops: String(hops.length),
    ...Object.fromEntries(lines),
    ...(hops.length > 0 && { standing: ARC_STANDING }),
  }
}
