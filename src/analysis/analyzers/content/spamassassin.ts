import { heaviest, ruleEvidence, ruleQuotes } from '../../../mail/content/scanners/evidence.ts'
import { unaskedWords } from '../../../mail/content/scanners/not-asked.ts'
import { spamCost, weigh } from '../../../mail/content/scanners/weigh.ts'
import { readSpamdReply, type SpamdReport } from '../../../mail/content/spamassassin/spamd-report.ts'
import type { Remark } from '../../../mail/remark.ts'
import { type Analyzer, type Conclusion, conclude, neutral, priced, undetermined } from '../../analyzer.ts'
import { scanEnvelope } from '../../scan-envelope.ts'
import { FILTERS } from '../../telling/people.ts'

const WEIGHT = 1

type Code = 'spamassassin-points' | 'spamassassin-spam'

/** Half way to where it is spam, and there; in between and beyond its points decide. */
const COSTS = { 'spamassassin-points': 0.25, 'spamassassin-spam': 0.5 } satisfies Record<Code, number>

/** What spamc hands to spamd by default (its option -s): receivers do not scan what is larger. */
const MOST_BYTES = 512_000
/** At so many times the threshold it costs everything. */
const SURELY = 2
const REFERENCE = 'Mail::SpamAssassin::Conf 4.0, required_score'

/** The verdict of SpamAssassin's rules on the message itself. */
export const spamassassin: Analyzer = {
  name: 'spamassassin',
  group: 'content',
  title: 'SpamAssassin',
  asks: 'What does SpamAssassin make of it?',
  why: 'Many mail servers filter with it: mail over its threshold goes to spam.',
  who: FILTERS,
  weight: WEIGHT,
  costs: COSTS,
  applies: ({ scanners }) => scanners?.includes('spamassassin') ?? false,
  async run(context): Promise<Conclusion> {
    if (context.raw.length > MOST_BYTES) {
      return neutral('The message is larger than what receivers hand to SpamAssassin (500 KB).')
    }
    const scanner = context.scanner('spamassassin')
    if (!scanner) return undetermined('SpamAssassin was not asked.')
    const reply = await scanner.scan(context.raw, await scanEnvelope(context))
    const report = reply.kind === 'reply' ? readSpamdReply(reply.body) : reply
    return report.kind === 'report'
      ? judge(report)
      : undetermined(`SpamAssassin gave no verdict: ${report.says}.`)
  },
}

function judge({ points, threshold, rules }: SpamdReport): Conclusion {
  const weighed = weigh(points, rules)
  const { counted, own } = weighed
  const cost = spamCost(counted, threshold, threshold * SURELY)
  const isSpam = counted >= threshold
  const remark: Remark<Code> = {
    code: isSpam ? 'spamassassin-spam' : 'spamassassin-points',
    says: `SpamAssassin counts ${counted} points against the message; at ${threshold} it is spam.`,
    advice: `Rewrite or remove what these rules see, the heaviest first: ${heaviest(own)}.`,
    reference: REFERENCE,
  }
  return conclude(WEIGHT, {
    findings: cost > 0 ? priced([remark], { ...COSTS, [remark.code]: cost }) : [],
    passed: `SpamAssassin counts ${counted} points; at ${threshold} it would be spam.${unaskedWords(weighed.unasked)}`,
    evidence: {
      verdict: points >= threshold ? 'spam' : 'not spam',
      points: String(points),
      counted: String(counted),
      threshold: String(threshold),
      ...ruleEvidence(weighed),
    },
    quotes: ruleQuotes(weighed),
  })
}
