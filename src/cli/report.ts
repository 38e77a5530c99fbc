import { CHECK_WORDS } from '../analysis/telling/check-words.ts'
import { type Check, detailOf, fixesOf } from '../core/check.ts'
import { relevanceOf } from '../core/check-words.ts'
import { type Fix, type PlanStep, writtenChange } from '../core/fix.ts'
import { MAX_SCORE, type MessageKind, type Report } from '../core/report.ts'
import { explained } from '../services/telling/explained.ts'
import { verdict } from '../services/telling/verdict.ts'
import { withoutControl } from './io.ts'
import { json } from './table.ts'

/** A terminal nobody has widened. */
const WIDTH = 80
const INDENT = '    '

/** The report as JSON: what the owner of the message may see. */
export const reportJson = (report: Report) => json(reportBody(report))

/** What a report is as JSON. */
export function reportBody(report: Report): object {
  const { score, undetermined, kind, kindReasons, scoringVersion, checks, plan, withheld } = report
  return {
    score,
    max_score: MAX_SCORE,
    verdict: verdict(report, CHECK_WORDS),
    undetermined,
    kind,
    kind_reasons: kindReasons,
    scoring_version: scoringVersion,
    checks: checks.map((check) => ({
      name: check.name,
      status: check.status,
      score: check.score,
      ...fixesBeside(check),
      detail: explained(check, 'owner', CHECK_WORDS, kind),
    })),
    ...(plan && { plan }),
    ...(withheld && { withheld }),
  }
}

/** What a script can publish or set, where there is such a thing. */
export function fixesBeside(check: Check): { fixes?: Fix[] } {
  const fixes = fixesOf(check)
  return fixes.length > 0 ? { fixes } : {}
}

/** How much is told of each check. */
export interface Telling {
  kind?: MessageKind
  /** Why it matters and who can change it, also of checks that cost nothing. */
  verbose?: boolean
}

/** The report for people: the score and what it means, then the checks. */
export function reportText(report: Report, verbose = false): string {
  const { checks, points } = report.undetermined
  const doubt = checks > 0 ? `  (${notDetermined(checks)}, up to ${points} points)` : ''
  return [
    `${report.score.toFixed(1)} of ${MAX_SCORE}${doubt}`,
    wrapped(verdict(report, CHECK_WORDS), ''),
    `Kind of mail: ${report.kind}`,
    ...planText(report.plan ?? []),
    checksText(report.checks, { kind: report.kind, verbose }),
  ].join('\n')
}

export const notDetermined = (checks: number) =>
  `${checks === 1 ? '1 check' : `${checks} checks`} could not be determined`

/** What to do, most points first; a step that gains nothing is left to the checks. */
function planText(plan: readonly PlanStep[]): string[] {
  const steps = plan.filter(({ gain }) => gain !== 0)
  const entries = steps.map(({ check, gain, changes, says }, at) => {
    const points = gain === 'unknown' ? 'gain unknown' : `+${gain}`
    const written = changes.flatMap((change) => writtenChange(change).split('\n'))
    const records = changes.flatMap((one) => (one.kind === 'dns' ? writtenChange(one).split('\n') : []))
    const lines = [
      // A field or record that is a line of its own stays whole, to be copied.
      ...says.split('\n').map((line) => (written.includes(line) ? INDENT + line : wrapped(line))),
      ...records.filter((line) => !says.includes(line)).map((line) => INDENT + line),
    ]
    return [`  ${at + 1}. ${check.padEnd(18)}${points}`, ...lines].join('\n')
  })
  return section('What to do first', entries).map(withoutControl)
}

/** Failed without a cost: only on lists that hardly a receiver acts on, which the sender can do nothing about. */
const LISTINGS = new Set(['blocklist', 'domain-blocklist', 'link-blocklist'])

/** What costs points first, then what could not be determined, then the rest. */
export function checksText(checks: readonly Check[], telling: Telling = {}): string {
  // A check of a domain has no scores: there a listing is told whatever it weighs.
  const isFree = (check: Check) =>
    telling.kind !== undefined && check.status === 'failed' && check.score === 0 && LISTINGS.has(check.name)
  const costly = checks
    .filter((check) => check.status === 'failed' && !isFree(check))
    .toSorted((a, b) => a.score - b.score)
  const open = checks.filter((check) => check.status === 'error')
  const fine = checks.filter(({ status }) => status === 'passed' || status === 'neutral')
  const advised = fine.filter((check) => detailOf(check)['advice'])
  const refined = fine.filter((check) => detailOf(check)['refinement'])
  const more = (check: Check) => (telling.verbose ? relevance(check, telling) : [])
  const rest = checks.filter((check) => !costly.includes(check) && !open.includes(check) && !isFree(check))
  const text = [
    ...section(
      'To fix',
      costly.map((check) => toFix(check, telling)),
    ),
    ...section(
      'Not determined',
      open.map((check) => [lineOf(check), ...more(check)].join('\n')),
    ),
    ...section(
      'For information: listings that cost no points',
      checks.filter(isFree).map((check) => toFix(check, telling)),
    ),
    ...section(
      'Worth doing, costs nothing now',
      advised.map((check) => [title(check), adviceOf(check), ...more(check)].join('\n')),
    ),
    ...section(
      'The rest',
      rest.map((check) => [lineOf(check), ...more(check)].join('\n')),
    ),
    ...section(
      'Refinements that few receivers notice',
      refined.map((check) => `${title(check)}\n${wrapped(`→ ${detailOf(check)['refinement']}`)}`),
    ),
    '',
  ]
  return withoutControl(text.join('\n'))
}

function section(title: string, entries: string[]): string[] {
  return entries.length === 0 ? [] : ['', title, ...entries]
}

const title = ({ name, score, status }: Check) =>
  `  ${name.padEnd(18)}${status === 'failed' && score < 0 ? score.toFixed(1).padStart(5) : status}`

function toFix(check: Check, telling: Telling): string {
  // What a provider asks is told by the checks that it points to.
  const isBrief = check.name.startsWith('provider-') && !telling.verbose
  const [why = '', who = ''] = isBrief ? [] : relevance(check, telling)
  return [title(check), wrapped(check.summary), why, adviceOf(check), who].filter(Boolean).join('\n')
}

/** In the words of the service where its answer holds them. */
function relevance(check: Check, { kind }: Telling): string[] {
  const { name } = check
  const detail = detailOf(check)
  const own = relevanceOf(CHECK_WORDS, name, kind)
  const why = detail['why'] ?? own?.why
  const who = detail['who'] ?? own?.who
  return [
    ...(why ? [wrapped(`Why it matters: ${why}`)] : []),
    ...(who ? [wrapped(`Who can change it: ${who}`)] : []),
  ]
}

function adviceOf(check: Check): string {
  const detail = detailOf(check)
  const advice = (detail['advice'] ?? '').split('\n').filter(Boolean)
  const reference = detail['reference'] ? [`See ${detail['reference']}`] : []
  return [...advice.map((line) => `→ ${line}`), ...reference].map((line) => wrapped(line)).join('\n')
}

function lineOf(check: Check): string {
  const [first = '', ...more] = wrapped(check.summary, `${' '.repeat(29)}`).split('\n')
  const start = `  ${check.name.padEnd(18)}${check.status.padEnd(9)}`
  return [`${start}${first.trimStart()}`, ...more].join('\n')
}

/** Breaks at spaces outside quotation marks: a record to publish stays whole, however long, so that it can be copied. */
export function wrapped(text: string, indent = INDENT): string {
  const lines: string[] = []
  let line = ''
  for (const word of unbroken(text)) {
    if (line && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(indent + line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  if (line) lines.push(indent + line)
  return lines.join('\n')
}

/** Words; what stands in quotation marks is one word. */
function unbroken(text: string): string[] {
  const pieces = text.split(' ')
  // A mark that nothing closes quotes nothing.
  if (text.split('"').length % 2 === 0) return pieces
  const words: string[] = []
  let open = false
  for (const piece of pieces) {
    const last = words.length - 1
    if (open) words[last] += ` ${piece}`
    else words.push(piece)
    if (piece.split('"').length % 2 === 0) open = !open
  }
  return words
}
