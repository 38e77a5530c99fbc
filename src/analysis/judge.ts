import type { Check } from '../core/check.ts'
import type { Envelope } from '../core/message.ts'
import { type ParsedMessage, parseMessage } from '../mail/parse.ts'
import { DnsFailure } from '../net/ports.ts'
import { type Analyzer, type Conclusion, undetermined } from './analyzer.ts'
import { viewClient } from './client-view.ts'
import type { AnalysisContext, AnalysisPorts, AnalysisSettings, Facts } from './context.ts'
import { gatherFacts, type Held } from './facts.ts'
import { withLivePointers } from './telling/pointers.ts'
import { messageFacts, type Source, watched } from './watched.ts'

/** One message, and what the analyzers may do about it. */
export interface Subject {
  raw: Uint8Array
  envelope: Envelope
  settings: AnalysisSettings
  /** The time that holds for every verdict. */
  now: Date
  /** Analyzers that are not run: they killed their process in an earlier try. */
  leaveOut: readonly string[]
  /** Analyzers that are not run: they ran out of time when the evidence was gathered. */
  timedOut: readonly string[]
  /** Milliseconds after which an analyzer that still waits for an answer is given up. */
  waitAtMost: number
  /** The message as it was signed, where `raw` was changed since. */
  held?: Held
  /** The same message as in an earlier judgement: it is not read again. */
  known?: Pick<Judged, 'message' | 'facts'>
}

export interface Judged {
  message: ParsedMessage
  facts: Facts
  /** In the analyzers' order. */
  checks: Check[]
  /** Analyzers that ran out of time, now or then. */
  timedOut: string[]
  /** What each analyzer looked at. */
  sources: Map<string, Set<Source>>
}

/** Runs the analyzers over one message, side by side. Throws NotAMessage when the bytes are no message at all. */
export async function judge(
  subject: Subject,
  analyzers: readonly Analyzer[],
  ports: AnalysisPorts,
): Promise<Judged> {
  ports.began('parse')
  const { raw, envelope, settings, now, leaveOut, held, known } = subject
  const message = known?.message ?? parseMessage(raw)
  const client = viewClient(envelope, settings.demoDomain)
  const base = { raw, envelope, message, client, settings, clock: { now: () => new Date(now) } }
  const gathered = gatherFacts({ ...base, leaveOut, ...(held && { held }) }, ports)
  const facts = known ? { ...gathered, ...messageFacts(known.facts) } : gathered
  const timedOut = new Set<string>()
  const sources = new Map<string, Set<Source>>()
  const deadline = new Deadline(subject.waitAtMost)
  const checks = await Promise.all(
    analyzers.map((analyzer) => {
      const { name } = analyzer
      if (subject.leaveOut.includes(name)) return leftOut(analyzer)
      if (subject.timedOut.includes(name)) {
        timedOut.add(name)
        return ranOut(analyzer)
      }
      ports.began(name)
      const used = new Set<Source>()
      sources.set(name, used)
      const context: AnalysisContext = {
        ...base,
        facts,
        dns: (share) => ports.questions.share(share, () => ports.began(name)),
        web: (share) => ports.fetches.share(share, () => ports.began(name)),
        scanner: (scanner) => ports.scans.scanner(scanner),
      }
      return runOne(analyzer, watched(context, used), deadline, () => timedOut.add(name))
    }),
  )
  deadline.clear()
  const inOrder = analyzers.map(({ name }) => name).filter((name) => timedOut.has(name))
  return { message, facts, checks: withLivePointers(checks), timedOut: inOrder, sources }
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
  told: () => void,
): Promise<Check> {
  try {
    const conclusion = await Promise.race([analyzer.run(context), deadline.passed])
    if (conclusion !== 'passed') return upheld(analyzer, conclusion)
    told()
    return ranOut(analyzer)
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

function ranOut(analyzer: Analyzer): Check {
  return errorCheck(analyzer, 'It ran out of time: an answer it needed did not come in time.')
}

function leftOut(analyzer: Analyzer): Check {
  return errorCheck(
    analyzer,
    'This check was left out: on the first try it took more time or memory than a message may.',
  )
}

function errorCheck(analyzer: Analyzer, summary: string): Check {
  return { name: analyzer.name, ...undetermined(summary) }
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
