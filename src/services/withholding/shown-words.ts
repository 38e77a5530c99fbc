import { type RecordSet, setLines } from '../../core/applying/record-set.ts'
import { type Check, detailOf, type Finding } from '../../core/check.ts'
import { type Change, type PlanStep, writtenChange } from '../../core/fix.ts'
import type { Report } from '../../core/report.ts'

/** What is known of withholding beyond a report: handed in by the composition root. */
export interface WithholdingRules {
  /** The rules of this program. */
  version: string
  /** A text without names that may hold what is withheld. */
  discreet(text: string): string
}

/** What is said while it is decided anew, after an upgrade, whether a message's words may be shown. */
export const CHECKED_AGAIN =
  'Mailgauge was updated since this message was analysed. Whether its subject and content may be shown is being checked again; look again in a moment.'

/** Other rules decided on it than this program's: nothing of the message is shown until these have. */
export function isDecidedByOthers(report: Report, { version }: Pick<WithholdingRules, 'version'>): boolean {
  return report.withholdingVersion !== version
}

/** A report as it is shown to those who may not see the message's words: while these are withheld, its names are shortened. */
export function reportForToken(report: Report, rules: WithholdingRules): Report {
  const again = isDecidedByOthers(report, rules)
  if (!again && !report.withheld) return report
  const { withheld, headline, plan, ...rest } = report
  const discreet = withoutWords(bareNames(report.checks), rules.discreet)
  return {
    ...rest,
    headline: { from: '', date: '', subject: '' },
    checks: report.checks.map((check) => discreetCheck(check, discreet)),
    kindReasons: report.kindReasons.map(discreet),
    ...(plan && { plan: plan.map((step) => discreetStep(step, discreet)) }),
    ...(!again && withheld && { withheld }),
  }
}

type Discreet = WithholdingRules['discreet']

/** Details that hold names of hosts, also those of a single label, which in a sentence look like any word. */
const NAMES = [
  'helo',
  'helo_domain',
  'checked_domain',
  'from_domain',
  'message_id_domain',
  'sites',
  'tracked_by',
  'list_unsubscribe',
]
const BARE_NAME = /(?<![\p{L}\p{N}_.-])(?=[\p{L}_-]{0,63}\p{N})[\p{L}\p{N}_-]{3,63}(?![\p{L}\p{N}_.-])/gu

function bareNames(checks: readonly Check[]): string[] {
  const told = checks.flatMap((check) => {
    const detail = detailOf(check)
    return NAMES.map((key) => detail[key] ?? '')
  })
  return [...new Set(told.flatMap((text) => text.match(BARE_NAME) ?? []))]
}

function withoutWords(words: readonly string[], discreet: Discreet): Discreet {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return (text) =>
    discreet(longestFirst.reduce((rest, word) => rest.replaceAll(word, 'a name that is not shown'), text))
}

/** What Mailgauge itself refers to. So are all keys: zones of lists among them. */
const OWN_WORDS = ['reference', 'findings']

function discreetCheck(check: Check, discreet: Discreet): Check {
  const { quotes: _, rendered, findings, recordSets, ...rest } = check
  return {
    ...rest,
    ...(recordSets && { recordSets: recordSets.filter((set) => isUntouchedSet(set, discreet)) }),
    summary: discreet(check.summary),
    findings: findings.map((finding) => discreetFinding(finding, discreet)),
    evidence: discreetValues(check.evidence, discreet),
    ...(rendered && { rendered: discreetValues(rendered, discreet) }),
  }
}

function discreetFinding(finding: Finding, discreet: Discreet): Finding {
  const { says, advice, changes } = finding
  return {
    ...finding,
    says: discreet(says),
    advice: discreet(advice),
    ...(changes && { changes: changes.filter((change) => isUntouched(change, discreet)) }),
  }
}

function discreetValues(values: Readonly<Record<string, string>>, discreet: Discreet) {
  const told = Object.entries(values).map(([key, value]) => [
    key,
    OWN_WORDS.includes(key) ? value : discreet(value),
  ])
  return Object.fromEntries(told)
}

/** A record whose names are shortened can no longer be published: the step says in words what it was. */
function discreetStep(step: PlanStep, discreet: Discreet): PlanStep {
  const says = discreet(step.says)
  const changes = step.changes.filter((change) => isUntouched(change, discreet))
  return { ...step, says, changes }
}

function isUntouched(change: Change, discreet: Discreet): boolean {
  const written = writtenChange(change)
  return discreet(written) === written
}

function isUntouchedSet(set: RecordSet, discreet: Discreet): boolean {
  const written = [setLines([set], 'before'), setLines([set], 'after')].join('\n')
  return discreet(written) === written
}
