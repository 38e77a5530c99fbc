import { writeFileSync } from 'node:fs'
import type { Evidence } from '../analysis/context.ts'
import { analyseAgain } from '../analysis/evidence/again.ts'
import { readEvidence, UnreadableEvidence } from '../analysis/evidence/evidence.ts'
import { inspect } from '../analysis/inspect.ts'
import { type Analysis, analyse } from '../analysis/pipeline.ts'
import { analyzers } from '../analysis/registry.ts'
import { decideWithholding } from '../analysis/withhold.ts'
import type { Check } from '../core/check.ts'
import type { Looked } from '../core/domain-health.ts'
import { packAnalysis } from '../core/kept/analysed.ts'
import type { SenderHints } from '../core/report.ts'
import { signMessage } from '../mail/authentication/dkim/sign.ts'
import { NotAMessage } from '../mail/reading/parse.ts'
import { listSettings, ROSTER } from '../mail/server/blocklists/roster.ts'
import { cached } from '../net/dns/cache.ts'
import { counted, createTally } from '../net/dns/counted.ts'
import { createRecorder } from '../net/dns/recorder.ts'
import { replay } from '../net/dns/replay.ts'
import { createStubResolver } from '../net/dns/stub.ts'
import { overlay, zoneResolver } from '../net/dns/zone.ts'
import { createFetches, replayFetches } from '../net/fetches.ts'
import { type Clock, DNS_SHARES, type Fetcher, type Resolver, SCANNERS } from '../net/ports.ts'
import { recordRegistrations } from '../net/registrations.ts'
import { createRspamd } from '../net/rspamd.ts'
import { createSafeFetch } from '../net/safe-fetch/safe-fetch.ts'
import { createScans, type Scanners } from '../net/scans.ts'
import { createSpamd } from '../net/spamd.ts'
import type { Spent } from '../services/ports.ts'
import { ownsDemoName } from '../services/samples/zone.ts'
import { VERSION } from '../version.ts'
import {
  type AnalysisReply,
  type AnalysisRequest,
  type DnsSettings,
  type InspectionRequest,
  messageTaken,
  type RegistryReply,
  registriesByService,
  requestReader,
  type SentReply,
  type SentRequest,
  type Work,
  type WorkRequest,
  type Works,
} from './analysis-protocol.ts'
import { FIRST_STEP, stepWriter, takeMessage } from './analysis-steps.ts'
import { type WarmUpDeps, warmUp } from './warm-up.ts'

const service = registriesByService((question) => void process.send?.(question))

const clock: Clock = { now: () => new Date() }

/** Serves analyses over IPC until the service goes away: the entry of `mailgauge __analyse`. */
export async function runAnalysisProcess(): Promise<void> {
  offerToTheKernel()
  leaveSignalsToTheService()
  const resolvers = rememberLast(resolverFor)
  const lists = listSettings(ROSTER)
  const received = requestReader()
  const ours = warmUp(process.argv[3], { analyse: analyseOurs, sign: signMessage, lists })
  process.on('message', async (request: SentRequest | RegistryReply) => {
    if ('registrySays' in request) return service.answered(request)
    ours.cutShort()
    await ours.over
    message += 1
    step = FIRST_STEP
    const reply = await answer(() => received(messageTaken(request, takeMessage)), resolvers)
    process.send?.({ ...reply, spent: takeSpent() } satisfies SentReply)
  })
  // The channel closes when the service dies, however it dies: nothing may outlive it.
  process.on('disconnect', () => process.exit(0))
  await ours.first
  process.send?.('ready')
}

const analyseOurs: WarmUpDeps['analyse'] = async (request, zone) => {
  packAnalysis(await analysisOf(request, zoneResolver(zone)))
  takeSpent()
}

/** Ctrl-C and systemd signal the whole group. Dying of it in the middle of a message would look like a message that kills. */
function leaveSignalsToTheService(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}

/** When memory runs out, the kernel is to end this process, not the service. */
function offerToTheKernel(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not Linux, or not allowed: the supervisor's own limit still holds.
  }
}

type Resolvers = (dns: DnsSettings) => Resolver

/** What each kind of work is done by. */
const WORKS: {
  readonly [W in Work]: (request: Works[W]['request'], resolvers: Resolvers) => Promise<Works[W]['reply']>
} = {
  async analysis(request, resolvers) {
    const analysis = await analysisOf(request, resolvers(request.dns))
    return resultOf({ ...analysis, evidence: { ...analysis.evidence, program: VERSION } })
  },
  async inspection(request, resolvers) {
    return { kind: 'inspected', looked: await inspectionOf(request, resolvers(request.dns)) }
  },
  async withholding({ raw }) {
    tell('withholding')
    return { kind: 'decided', decision: decideWithholding(raw) }
  },
  async bounce({ raw }) {
    tell('bounce')
    // Most processes never read one.
    const { explainBounce } = await import('../mail/bounces/explain.ts')
    return { kind: 'explained', bounce: explainBounce(raw) }
  },
  async reports({ readings, dns, ...rest }, resolvers) {
    tell('reports')
    // Most processes never read one.
    const { readReports } = await import('../analysis/reports/read.ts')
    const by = { ...rest, resolver: cached(resolvers(dns)), clock }
    return { kind: 'read', reads: await Promise.all(readings.map((reading) => readReports(reading, by))) }
  },
}

function resultOf(analysis: Analysis): Works['analysis']['reply'] {
  const scannersFailed = SCANNERS.flatMap((scanner) => {
    const check = analysis.report.checks.find(({ name }) => name === scanner)
    return check?.status === 'error' ? [{ scanner, reason: check.summary }] : []
  })
  return {
    kind: 'scored',
    packed: packAnalysis(analysis),
    questionsFailed: analysis.questionsFailed,
    scannersFailed,
  }
}

function perform<W extends Work>(work: W, request: Works[W]['request'], resolvers: Resolvers) {
  return WORKS[work](request, resolvers)
}

async function answer(received: () => WorkRequest, resolvers: Resolvers): Promise<AnalysisReply> {
  try {
    const request = received()
    return await perform(request.work, request, resolvers)
  } catch (cause) {
    if (cause instanceof NotAMessage || cause instanceof UnreadableEvidence) {
      return { kind: 'not_a_message', reason: cause.message }
    }
    return {
      kind: 'fault',
      step,
      stack: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
    }
  }
}

function analysisOf(request: AnalysisRequest, resolver: Resolver): Promise<Analysis> {
  const { raw, leaveOut, waitAtMost } = request
  const began = clearingUp(raw, tell)
  if (request.evidence !== undefined) {
    const evidence = withHints(readEvidence(request.evidence), request.senderHints)
    return analyseAgain(raw, evidence, analyzers, { leaveOut, waitAtMost, began })
  }
  const names = cached(resolver, asked)
  const questions = createRecorder(names, clock, DNS_SHARES, asked)
  const fetches = createFetches(fetcherFor(request, names), clock)
  const scans = createScans(scannersFor(request), clock)
  const registrations = recordRegistrations(request.settings.rdap ? service.registries : undefined)
  return analyse(request, analyzers, {
    questions,
    fetches,
    scans,
    registrations,
    clock,
    began,
    made,
  })
}

/** From this size on what a message leaves is cleared away as it is read: the heap would first grow far past what such a message may take. */
const LARGE = 1024 ** 2
const CLEARED_AFTER = 4 * 1024 ** 2

/** Tells of a step that began. Of a large message, what is no longer needed is cleared away before the first step and whenever the process has grown. */
function clearingUp(raw: Uint8Array, began: (step: string) => void): (step: string) => void {
  if (raw.byteLength < LARGE) return began
  let held = 0
  function clear(): void {
    Bun.gc(true)
    held = process.memoryUsage.rss()
  }
  clear()
  return (step) => {
    began(step)
    if (process.memoryUsage.rss() > held + CLEARED_AFTER) clear()
  }
}

/** Evidence in which the owner says this, and no longer what they said before. Absent: it stays as it is. */
function withHints(evidence: Evidence, hints: SenderHints | undefined): Evidence {
  if (!hints) return evidence
  const { ownerWord: _before, ...settings } = evidence.settings
  return {
    ...evidence,
    settings: { ...settings, ...(Object.keys(hints).length > 0 && { ownerWord: hints }) },
  }
}

function inspectionOf(request: InspectionRequest, resolver: Resolver): Promise<Looked> {
  const { subject, settings, waitAtMost, signedBy } = request
  const names = cached(resolver)
  const questions = createRecorder(names, clock)
  const fetches = createFetches(fetcherFor(request, names), clock)
  const input = { subject, settings, waitAtMost, ...(signedBy && { signedBy }) }
  const registries = settings.rdap ? service.registries : undefined
  return inspect(input, { questions, fetches, clock, began: tell, registries })
}

/** What was done since the last answer, which takes it along. */
const asked = createTally()
let checks: Spent['checks'] = []

function made({ name, status }: Pick<Check, 'name' | 'status'>, seconds: number): void {
  checks.push({ name, status, seconds })
}

function takeSpent(): Spent {
  const spent = { checks, dns: asked.take() }
  checks = []
  return spent
}

let message = 0
let step: string = FIRST_STEP
const note = stepWriter()

/** The last step tells whom to blame when this process has to be killed. */
function tell(next: string): void {
  step = next
  note(message, next)
}

/** The scanners a message is handed to. */
function scannersFor({ scanners = {}, settings }: AnalysisRequest): Scanners {
  const { spamassassin, rspamd } = scanners
  return {
    ...(spamassassin && {
      spamassassin: createSpamd({ ...spamassassin, receivedBy: settings.hostname }),
    }),
    ...(rspamd && { rspamd: createRspamd(rspamd) }),
  }
}

/** The configured servers, with the demo domain's built-in zone before them in evaluation mode. */
export function resolverFor(dns: DnsSettings): Resolver {
  if (dns.offline) return replay([])
  const { servers, timeoutMs, tries } = dns
  const stub = counted(createStubResolver({ servers, timeoutMs, tries }), asked)
  return dns.demoZone ? overlay(zoneResolver(dns.demoZone), stub, ownsDemoName) : stub
}

/** One fetch with all its redirects, and no more than half of what the message may wait. */
const LONGEST_FETCH_MS = 5_000

type Fetching = Pick<AnalysisRequest, 'dns' | 'settings' | 'waitAtMost'>

function fetcherFor({ dns, settings, waitAtMost }: Fetching, resolver: Resolver): Fetcher {
  if (dns.offline) return replayFetches([])
  return createSafeFetch({
    resolver,
    timeoutMs: Math.min(LONGEST_FETCH_MS, waitAtMost / 2),
    userAgent: `Mailgauge/${VERSION} (+https://${settings.hostname}/)`,
  })
}

/** The settings hardly ever change, and a resolver remembers which servers are silent. */
function rememberLast(make: (dns: DnsSettings) => Resolver): (dns: DnsSettings) => Resolver {
  let last: { key: string; resolver: Resolver } | undefined
  return (dns) => {
    const key = JSON.stringify(dns)
    if (last?.key !== key) last = { key, resolver: make(dns) }
    return last.resolver
  }
}
