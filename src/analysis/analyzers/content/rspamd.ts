import { type RspamdReport, readRspamdReply } from '../../../mail/content/rspamd/rspamd-reply.ts'
import { heaviest, ruleEvidence, ruleQuotes } from '../../../mail/content/scanners/evidence.ts'
import { unaskedWords } from '../../../mail/content/scanners/not-asked.ts'
import { spamCost, weigh } from '../../../mail/content/scanners/weigh.ts'
import type { Remark } from '../../../mail/remark.ts'
import { type Analyzer, type Conclusion, conclude, priced, undetermined } from '../../analyzer.ts'
import { scanEnvelope } from '../../scan-envelope.ts'
import { FILTERS } from '../../telling/people.ts'

const WEIGHT = 1

type Code = 'rspamd-points' | 'rspamd-spam' | 'rspamd-rejects'

/** Half way to where it is spam, and there; in between and beyond its points decide. */
const COSTS = {
  'rspamd-points': 0.25,
  'rspamd-spam': 0.5,
  'rspamd-rejects': WEIGHT,
} satisfies Record<Code, number>

/** Rspamd's own defaults: it marks as spam at 6 and rejects at 15. Its reply tells the latter alone. */
const MARKED_AT = 6
const MARKED_SHARE = 6 / 15
const SURELY = 2
const REFERENCE = 'Rspamd protocol, /checkv2; Rspamd actions.conf 3.4'

/** The verdict of Rspamd's rules on the message itself. */
export const rspamd: Analyzer = {
  name: 'rspamd',
  group: 'content',
  title: 'Rspamd',
  asks: 'What does Rspamd make of it?',
  why: 'Many mail servers filter with it: mail over its threshold is marked, delayed or refused.',
  who: FILTERS,
  weight: WEIGHT,
  costs: COSTS,
  applies: ({ scanners }) => scanners?.includes('rspamd') ?? false,
  async run(context): Promise<Conclusion> {
    const scanner = context.scanner('rspamd')
    if (!scanner) return undetermined('Rspamd was not asked.')
    const reply = await scanner.scan(context.raw, await scanEnvelope(context))
    const report = reply.kind === 'reply' ? readRspamdReply(reply.body) : reply
    return report.kind === 'report' ? judge(report) : undetermined(`Rspamd gave no verdict: ${report.says}.`)
  },
}

function judge({ points, required, action, forced, rules }: RspamdReport): Conclusion {
  const weighed = weigh(points, rules)
  const { counted, own } = weighed
  const spamAt = Math.max(required * MARKED_SHARE, Math.min(required, MARKED_AT))
  const cost = spamCost(counted, spamAt, required > spamAt ? required : spamAt * SURELY)
  const against = pointsAgainst(counted, spamAt, heaviest(own))
  const findings = forced
    ? priced([rejected(weighed.own.map(({ name }) => name))], COSTS)
    : priced(cost > 0 ? [against] : [], { ...COSTS, [against.code]: cost })
  return conclude(WEIGHT, {
    findings,
    passed: `Rspamd counts ${counted} points; at ${spamAt} it would be spam.${unaskedWords(weighed.unasked)}`,
    evidence: {
      action,
      points: String(points),
      counted: String(counted),
      spam_at: String(spamAt),
      required: String(required),
      ...ruleEvidence(weighed),
    },
    quotes: ruleQuotes(weighed),
  })
}

function pointsAgainst(counted: number, spamAt: number, heavy: string): Remark<Code> {
  return {
    code: counted >= spamAt ? 'rspamd-spam' : 'rspamd-points',
    says: `Rspamd counts ${counted} points against the message; at ${spamAt} it is spam.`,
    advice: `Rewrite or remove what these rules see, the heaviest first: ${heavy}.`,
    reference: REFERENCE,
  }
}

function rejected(rules: readonly string[]): Remark<Code> {
  const named = rules.slice(0, 5).join(', ')
  return {
    code: 'rspamd-rejects',
    says: 'Rspamd rejects the message, whatever its points.',
    advice: named
      ? `Rewrite or remove what these rules see: ${named}.`
      : 'Ask who runs this Rspamd which policy rejects it.',
    reference: REFERENCE,
  }
}
