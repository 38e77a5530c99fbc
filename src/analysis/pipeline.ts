import type { Check } from '../core/check.ts'
import type { Envelope } from '../core/message.ts'
import { type Report, SCORING_VERSION, scoreOf, undeterminedOf } from '../core/report.ts'
import { parseMessage } from '../mail/parse.ts'
import { shownText } from '../mail/shown-text.ts'
import { DnsFailure } from '../net/ports.ts'
import type { Analyzer, Conclusion } from './analyzer.ts'
import { viewClient } from './client-view.ts'
import type { AnalysisContext, AnalysisPorts, AnalysisSettings, Evidence } from './context.ts'
import { gatherFacts } from './facts.ts'

export interface AnalysisInput {
  raw: Uint8Array
  envelope: Envelope
  settings: AnalysisSettings
  /** Analyzers that killed their process in an earlier try: their checks are `error`. */
  leaveOut: readonly string[]
  /** Milliseconds after which an analyzer that still waits for an answer is given up. */
  waitAtMost: number
}

export interface Analysis {
  report: Report
  evidence: Evidence
  /** What a reader is shown of the message. */
  content: string
  /** A scored check could not be determined because a question got no answer. */
  questionsFailed: boolean
}

const TEMPORARY = ['timeout', 'servfail', 'refused', 'network', 'malformed']

/** Makes the report of one message. Throws NotAMessage when the bytes are no message at all. */
export async function analyse(
  input: AnalysisInput,
  analyzers: readonly Analyzer[],
  ports: AnalysisPorts,
): Promise<Analysis> {
  ports.began('parse')
  const message = parseMessage(input.raw)
  const base = {
    raw: input.raw,
    envelope: input.envelope,
    message,
    client: viewClient(input.envelope, input.settings.demoDomain),
    settings: input.settings,
    clock: ports.clock,
  }
  const facts = gatherFacts(base, ports)
  const timedOut: string[] = []
  const deadline = new Deadline(input.waitAtMost)
  const checks = await Promise.all(
    analyzers.map((analyzer) => {
      if (input.leaveOut.includes(analyzer.name)) return leftOut(analyzer)
      ports.began(analyzer.name)
      const context: AnalysisContext = {
        ...base,
        facts,
        dns: (share) => ports.questions.share(share, () => ports.began(analyzer.name)),
        web: (share) => ports.fetches.share(share, () => ports.began(analyzer.name)),
        scanner: (name) => ports.scans.scanner(name),
      }
      return runOne(analyzer, context, deadline, () => timedOut.push(analyzer.name))
    }),
  )
  deadline.clear()
  ports.began('report')
  const kind = facts.kind()
  const withheld = facts.withholding()
  const questions = ports.questions.recorded()
  const weights = new Map(analyzers.map((analyzer) => [analyzer.name, analyzer.weight]))
  const undetermined = undeterminedOf(checks, (name) => weights.get(name) ?? 0)
  return {
    report: {
      scoringVersion: SCORING_VERSION,
      score: scoreOf(checks),
      checks,
      undetermined,
      kind: kind.kind,
      kindReasons: kind.reasons,
      ...(input.settings.ownerWord && { saidByOwner: input.settings.ownerWord }),
      headline: headlineOf(base),
      ...(withheld && { withheld }),
    },
    evidence: {
      scoringVersion: SCORING_VERSION,
      now: ports.clock.now().toISOString(),
      envelope: input.envelope,
      settings: input.settings,
      dns: questions,
      fetched: ports.fetches.recorded(),
      scans: ports.scans.recorded(),
      timedOut,
      leftOut: [...input.leaveOut],
    },
    content: shownText(message, facts.html()),
    questionsFailed:
      undetermined.checks > 0 &&
      questions.some(({ answer }) => answer.kind === 'failure' && TEMPORARY.includes(answer.reason)),
  }
}

function headlineOf({ message, envelope }: Pick<AnalysisContext, 'message' | 'envelope'>) {
  return {
    from: message.first('from')?.value || envelope.mailFrom || '<>',
    date: message.date,
    subject: message.subject,
  }
}

/** One timer for all analyzers of a message. */
class Deadline {
  readonly passed: Promise<'passed'>
  private readonly timer: ReturnType<typeof setTimeout>

  constructor(milliseconds: number) {
    const { promise, resolve } = Promise.withResolvers<'passed'>()
    this.passed = promise
    this.timer = setTimeout(() => resolve('passed'), milliseconds)
  }

  clear(): void {
    clearTimeout(this.timer)
  }
}

async function runOne(
  analyzer: Analyzer,
  context: AnalysisContext,
  deadline: Deadline,
  ranOut: () => void,
): Promise<Check> {
  try {
    const conclusion = await Promise.race([analyzer.run(context), deadline.passed])
    if (conclusion === 'passed') {
      ranOut()
      return errorCheck(analyzer, 'It ran out of time: an answer it needed did not come in time.')
    }
    return upheld(analyzer, conclusion)
  } catch (cause) {
    return errorCheck(analyzer, reasonOf(cause))
  }
}

/** A conclusion that breaks the contract is our bug: it is shown as one and costs the sender nothing. */
function upheld(analyzer: Analyzer, conclusion: Conclusion): Check {
  const { status, score } = conclusion
  const inRange = score <= 0 && score >= -analyzer.weight
  const consistent = status === 'failed' || score === 0
  if (!inRange || !consistent) {
    return errorCheck(
      analyzer,
      `This check gave ${status} with ${score} points, which it may not: a fault in Mailgauge.`,
    )
  }
  return { name: analyzer.name, ...conclusion, score: score + 0 }
}

function leftOut(analyzer: Analyzer): Check {
  return errorCheck(
    analyzer,
    'This check was left out: on the first try it took more time or memory than a message may.',
  )
}

function errorCheck(analyzer: Analyzer, summary: string): Check {
  return { name: analyzer.name, status: 'error', score: 0, detail: { summary } }
}

const FAILURES: Record<DnsFailure['reason'], string> = {
  timeout: 'the DNS servers did not answer in time',
  servfail: 'the DNS servers could not answer (SERVFAIL)',
  refused: 'the DNS servers refused to answer',
  network: 'the DNS servers could not be reached',
  malformed: 'the DNS answer could not be read',
  'bad-name': 'the name cannot be asked in the DNS',
  limit: 'the message led to more DNS questions than are allowed',
  'not-asked': 'the evidence does not hold this answer',
}

function reasonOf(cause: unknown): string {
  if (cause instanceof DnsFailure) {
    return `Could not be determined: ${cause.recordType} of ${cause.question}: ${FAILURES[cause.reason]}.`
  }
  // The message of an unexpected error may repeat the mail's own words, so only its class is told.
  const name = cause instanceof Error ? cause.name : typeof cause
  return `Could not be determined: this check failed inside Mailgauge (${name}).`
}
