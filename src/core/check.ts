import { type RecordSet, setLines } from './applying/record-set.ts'
import { type Change, type Fix, writtenChange } from './fix.ts'
import { withoutMarks } from './verbatim.ts'

export const CHECK_STATUSES = ['passed', 'failed', 'neutral', 'error'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]

/** One thing seen that is worth saying, with what it costs and how to fix it. Never repeats the message's own words. */
export interface Finding {
  /** Stable: what CI, alerts and translations hold on to. */
  code: string
  /** Points, >= 0. 0 is advice. */
  cost: number
  /** One sentence: what was seen. */
  says: string
  /** What to do, with the exact record or header to publish. `verbatim` marks what is to be typed and is no change. */
  advice: string
  /** RFC section, or a provider's page with its date; several are parted by `; `. */
  reference: string
  /** What fixes it, where that is a record, a header or a fact of the session. */
  changes?: readonly Change[]
  /** The check that says how to fix it. */
  see?: string
  /** It is fine and could be finer still: hardly a receiver notices it. */
  refinement?: true
}

/** What one analyzer concluded. */
export interface Check {
  /** The analyzer's name. */
  name: string
  /** passed: nothing to fix. failed: costs points. neutral: nothing to judge. error: could not be determined. */
  status: CheckStatus
  /** The contribution to the score: 0, or negative. The findings' costs, capped at the analyzer's weight. */
  score: number
  summary: string
  /** The costliest first. */
  findings: readonly Finding[]
  /** Points that its steps of the plan gain; unknown: a question would have to be asked that was not. */
  gain?: number | 'unknown'
  /** What the steps of the plan that were tried make of the DNS. Absent: nothing, or it is not known what stands there. */
  recordSets?: readonly RecordSet[]
  /** Domains, addresses, counts and verdicts. Nothing here repeats the message's own words. */
  evidence: Readonly<Record<string, string>>
  /** Evidence that repeats the message's own words (header values, URL paths, wording): shown to its owner only. */
  quotes?: Readonly<Record<string, string>>
  /** Of the API or an earlier version: the check as it was rendered. `findings` and `evidence` are empty then. */
  rendered?: Readonly<Record<string, string>>
}

/** A check as strings: the API's, and that of reports of earlier versions. */
export interface RenderedCheck extends Pick<Check, 'name' | 'status' | 'score' | 'quotes'> {
  detail: Readonly<Record<string, string>>
}

/** A check as its strings. */
export function toRendered(check: Check): RenderedCheck {
  const { name, status, score, quotes } = check
  return { name, status, score, detail: detailOf(check), ...(quotes && { quotes }) }
}

/** A check out of its strings. */
export function fromRendered({ name, status, score, detail, quotes }: RenderedCheck): Check {
  const summary = detail['summary'] ?? ''
  return {
    name,
    status,
    score,
    summary,
    findings: [],
    evidence: {},
    ...(quotes && { quotes }),
    rendered: detail,
  }
}

/** The check as the API, the terminal and the pages tell it: `summary`, `advice`, `refinement`, `reference`, `findings`
 * (codes parted by commas), the evidence, then `fix` and `gain` where a plan was made, and all records of the names and types that it
 * changes, before and after. What is empty is left out. */
export function detailOf(check: Omit<Check, 'name'>): Readonly<Record<string, string>> {
  const { summary, findings, evidence, gain, recordSets = [], rendered } = check
  if (rendered) return rendered
  const advice = adviceOf(findings.filter((one) => !one.refinement))
  const refinement = adviceOf(findings.filter((one) => one.refinement))
  const fix = distinct(changesOf(check).map(writtenChange)).join('\n')
  return {
    summary,
    ...(advice !== '' && { advice }),
    ...(refinement !== '' && { refinement }),
    ...(findings.length > 0 && {
      reference: distinct(findings.flatMap(({ reference }) => reference.split('; '))).join('; '),
      findings: codesOf(check).join(','),
    }),
    ...evidence,
    ...(gain !== undefined && fix !== '' && { fix }),
    ...(gain !== undefined && { gain: String(gain) }),
    ...(recordSets.length > 0 && {
      records_before: setLines(recordSets, 'before'),
      records_after: setLines(recordSets, 'after'),
    }),
  }
}

/** Codes of the findings, each once. */
export function codesOf({ findings, rendered }: Pick<Check, 'findings' | 'rendered'>): string[] {
  return rendered ? (rendered['findings']?.split(',') ?? []) : distinct(findings.map(({ code }) => code))
}

/** What to do about these findings, a line or more each; what several have in common once. */
export function adviceOf(findings: readonly Finding[]): string {
  return withoutMarks(distinct(findings.map(adviceWithPointer)).join('\n'))
}

/** The advice of one finding with its marks, and the check that says more. */
export function adviceWithPointer({ advice, see }: Finding): string {
  return see === undefined ? advice : advice + pointerTo(see)
}

function pointerTo(check: string): string {
  return ` The check ${check} says how to fix it.`
}

/** The check that a line of rendered advice points to. */
export function pointedTo(line: string): string | undefined {
  return / The check ([a-z0-9-]{1,64}) says how/.exec(line)?.[1]
}

/** Everything that its findings offer to publish or to set. */
export function changesOf({ findings }: Pick<Check, 'findings'>): Change[] {
  return findings.flatMap(({ changes = [] }) => changes)
}

/** The findings that can be fixed by changes, with these. */
export function fixesOf({ findings }: Pick<Check, 'findings'>): Fix[] {
  return findings.flatMap(({ code, changes }) => (changes ? [{ code, changes }] : []))
}

const distinct = (texts: readonly string[]) => [...new Set(texts)]
