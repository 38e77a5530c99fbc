import type { Signer } from '../core/domain-health.ts'
import type { Envelope } from '../core/message.ts'
import type { MessageView } from '../core/message-view.ts'
import { type Report, SCORING_VERSION, scoreOf, undeterminedOf } from '../core/report.ts'
import { dataVersions } from '../mail/data/versions.ts'
import { withholdingVersion } from '../mail/discretion/withholding-version.ts'
import { isDomainName } from '../mail/reading/domains/domain-name.ts'
import { shownText } from '../mail/reading/shown-text.ts'
import type { Analyzer } from './analyzer.ts'
import type { AnalysisContext, AnalysisPorts, AnalysisSettings, Evidence } from './context.ts'
import { messageHash } from './evidence/evidence.ts'
import { planFixes } from './fix-plan.ts'
import { judge } from './judge.ts'
import { messageViewOf } from './message-view.ts'
import { oneRecordEach } from './plan/one-record.ts'
import { signersOf } from './signers.ts'

export interface AnalysisInput {
  raw: Uint8Array
  envelope: Envelope
  settings: AnalysisSettings
  /** Steps that killed their process in an earlier try: analyzers among them make an `error` check. */
  leaveOut: readonly string[]
  /** Milliseconds after which an analyzer that still waits for an answer is given up. */
  waitAtMost: number
  /** What ran out of time when the evidence was gathered: offline it does so again. */
  ranOut?: Pick<Evidence, 'timedOut' | 'planTrials'>
}

export interface Analysis {
  report: Report
  evidence: Evidence
  /** Absent: the message's From has none that is a domain name. */
  fromDomain?: string
  /** By which keys the message was signed. */
  signers?: Signer[]
  /** What a reader is shown of the message. */
  content: string
  /** Absent: showing the message killed an earlier try. */
  messageView?: MessageView
  /** A scored check could not be determined because a question got no answer. */
  questionsFailed: boolean
}

const TEMPORARY = ['timeout', 'servfail', 'refused', 'network', 'malformed']

/** Makes the report of one message. Throws NotAMessage when the bytes are no message at all. */
export async function analyse(
  input: AnalysisInput,
  registered: readonly Analyzer[],
  ports: AnalysisPorts,
): Promise<Analysis> {
  const analyzers = registered.filter((analyzer) => analyzer.applies?.(input.settings) ?? true)
  const { envelope, settings } = input
  const now = ports.clock.now()
  const subject = { ...input, now, timedOut: input.ranOut?.timedOut ?? [] }
  const given = await judge(subject, analyzers, ports)
  const judged = { ...given, checks: oneRecordEach(given.checks) }
  const { message, facts, timedOut } = judged
  const recorded = {
    dns: ports.questions.recorded(),
    fetched: ports.fetches.recorded(),
    scans: ports.scans.recorded(),
    ...registrationsOf(ports),
  }
  ports.began('plan')
  const { plan, checks, trials } = await planFixes({
    subject,
    judged,
    analyzers,
    recorded,
    ports: withoutCount(ports),
  })
  ports.began('exhibits')
  const shown = { ...input, envelope: judged.envelope, message, facts, checks: judged.checks }
  const messageView = input.leaveOut.includes('exhibits') ? undefined : await messageViewOf(shown)
  ports.began('report')
  const kind = facts.kind()
  const withheld = facts.withholding()
  const weights = new Map(analyzers.map((analyzer) => [analyzer.name, analyzer.weight]))
  const signers = await signersOf(judged, input.leaveOut)
  const undetermined = undeterminedOf(checks, (name) => weights.get(name) ?? 0)
  return {
    report: {
      scoringVersion: SCORING_VERSION,
      score: scoreOf(checks),
      checks,
      undetermined,
      kind: kind.kind,
      kindReasons: kind.reasons,
      ...(settings.ownerWord && { saidByOwner: settings.ownerWord }),
      ...(plan.length > 0 && { plan }),
      headline: headlineOf({ message, envelope }),
      ...(withheld && { withheld }),
      withholdingVersion: withholdingVersion(),
    },
    evidence: {
      messageHash: messageHash(input.raw),
      scoringVersion: SCORING_VERSION,
      dataVersions: dataVersions(),
      ...(settings.host !== undefined && { host: settings.host }),
      now: now.toISOString(),
      envelope,
      settings,
      ...recorded,
      timedOut,
      leftOut: [...input.leaveOut],
      ...(trials !== undefined && { planTrials: trials }),
    },
    ...fromDomainOf(message),
    ...(signers.length > 0 && { signers }),
    content: shownText(message, facts.html()),
    ...(messageView && { messageView }),
    questionsFailed:
      undetermined.checks > 0 &&
      recorded.dns.some(({ answer }) => answer.kind === 'failure' && TEMPORARY.includes(answer.reason)),
  }
}

function withoutCount({ made: _made, ...ports }: AnalysisPorts): AnalysisPorts {
  return ports
}

function registrationsOf({ registrations }: AnalysisPorts) {
  const recorded = registrations?.recorded() ?? []
  return recorded.length > 0 ? { registrations: recorded } : {}
}

function fromDomainOf({ from }: Pick<AnalysisContext['message'], 'from'>) {
  const domain = from[0]?.domain ?? ''
  return isDomainName(domain) ? { fromDomain: domain } : {}
}

/** A field may be as long as the message. */
const LONGEST_HEADLINE = 1_000

function headlineOf({ message, envelope }: Pick<AnalysisContext, 'message' | 'envelope'>) {
  return {
    from: (message.first('from')?.value || envelope.mailFrom || '<>').slice(0, LONGEST_HEADLINE),
    date: message.date.slice(0, LONGEST_HEADLINE),
    subject: message.subject.slice(0, LONGEST_HEADLINE),
  }
}
