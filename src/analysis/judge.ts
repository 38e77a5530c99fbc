import type { Check } from '../core/check.ts'
import type { Envelope } from '../core/message.ts'
import type { ParsedMessage } from '../mail/reading/message.ts'
import { parseMessage } from '../mail/reading/parse.ts'
import type { Analyzer } from './analyzer.ts'
import { viewClient } from './client/client-view.ts'
import { completedByReceived } from './client/trusted-received.ts'
import type { AnalysisContext, AnalysisPorts, AnalysisSettings, Facts } from './context.ts'
import { gatherFacts, type Held } from './facts.ts'
import { Deadline, errorCheck, ranOut, runCheck } from './run-check.ts'
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
  /** With what a trusted Received field tells. */
  envelope: Envelope
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
  const { raw, settings, now, leaveOut, held, known } = subject
  const message = known?.message ?? parseMessage(raw)
  const envelope = completedByReceived(subject.envelope, message, settings)
  const client = viewClient(envelope, settings.demoDomain)
  const base = { raw, envelope, message, client, settings, clock: { now: () => new Date(now) } }
  const earlier = known && messageFacts(known.facts)
  const facts = gatherFacts({ ...base, leaveOut, ...(held && { held }), ...(earlier && { earlier }) }, ports)
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
        async registration(domain) {
          const answer = await ports.registrations?.of(domain)
          ports.began(name)
          return answer ?? { kind: 'unknown', reason: 'not-asked' }
        },
        scanner: (scanner) => ports.scans.scanner(scanner),
      }
      const work = () => analyzer.run(watched(context, used))
      return timed(
        runCheck(analyzer, work, deadline, () => timedOut.add(name)),
        ports,
      )
    }),
  )
  deadline.clear()
  const inOrder = analyzers.map(({ name }) => name).filter((name) => timedOut.has(name))
  return { message, envelope, facts, checks: withLivePointers(checks), timedOut: inOrder, sources }
}

/** Trials of fixes make checks too, and are none that count. */
async function timed(making: Promise<Check>, { made }: Pick<AnalysisPorts, 'made'>): Promise<Check> {
  if (!made) return making
  const began = performance.now()
  const check = await making
  made(check, (performance.now() - began) / 1000)
  return check
}

function leftOut(analyzer: Analyzer): Check {
  return errorCheck(
    analyzer,
    'This check was left out: on the first try it took more time or memory than a message may.',
  )
}
