import type { AnalysisSettings } from '../analysis/context.ts'
import type { ReadReports, ReportReading } from '../core/aggregate/reading.ts'
import type { ExplainedBounce } from '../core/bounce.ts'
import type { Looked, SignedBy } from '../core/domain-health.ts'
import type { InspectedName } from '../core/inspection.ts'
import type { Envelope } from '../core/message.ts'
import type { SenderHints } from '../core/report.ts'
import type { WithholdingDecision } from '../core/withholding.ts'
import type { ZoneLiteral } from '../net/dns/zone.ts'
import type { RegistrationAnswer, Registrations } from '../net/registry-ports.ts'
import type { AnalysisResult, Spent } from '../services/ports.ts'

/** How the analysis process asks the DNS. */
export interface DnsSettings {
  /** ip, ip:port or [ip]:port; none: every question fails. */
  servers: string[]
  timeoutMs: number
  tries: number
  /** The built-in zone of the demo domain, in evaluation mode. */
  demoZone?: ZoneLiteral
  /** No question is asked at all: each is answered as not asked. */
  offline?: boolean
}

/** The scanners a message is handed to; an absent one is not configured. */
export interface ScannerSettings {
  spamassassin?: { address: { host: string; port: number } | { path: string }; timeoutMs: number }
  rspamd?: { address: { url: string } | { path: string }; timeoutMs: number }
}

/** A message to be analysed. */
export interface AnalysisRequest {
  raw: Uint8Array
  envelope: Envelope
  settings: AnalysisSettings
  dns: DnsSettings
  scanners?: ScannerSettings
  leaveOut: string[]
  waitAtMost: number
  /** The report is made again from this, and nobody is asked. */
  evidence?: unknown
  /** What the owner says of the mail, in place of what the settings or the evidence say; empty: nothing. */
  senderHints?: SenderHints
}

/** A domain or an address to look at, without a message. */
export interface InspectionRequest {
  subject: InspectedName
  settings: AnalysisSettings
  dns: DnsSettings
  waitAtMost: number
  signedBy?: SignedBy
}

/** Mails and files with reports about domains. */
export interface ReportsRequest {
  readings: readonly ReportReading[]
  dns: DnsSettings
  hostname: string
  waitAtMost: number
}

/** Everything that an analysis process can do: what it is handed, and what it answers. Another kind of work is an entry
 * here and one in the table of the process. */
export interface Works {
  analysis: {
    request: AnalysisRequest
    reply: Extract<AnalysisResult, { kind: 'scored' }>
  }
  inspection: {
    request: InspectionRequest
    reply: { kind: 'inspected'; looked: Looked }
  }
  /** It is decided anew whether the words of a message are withheld; nobody is asked. */
  withholding: {
    request: { raw: Uint8Array }
    reply: { kind: 'decided'; decision: WithholdingDecision }
  }
  /** A bounce, or the lines of a server, are explained; nobody is asked. */
  bounce: {
    request: { raw: Uint8Array }
    reply: { kind: 'explained'; bounce: ExplainedBounce }
  }
  /** Mails and files with reports about domains are read; the answers stand in their order. */
  reports: {
    request: ReportsRequest
    reply: { kind: 'read'; reads: ReadReports[] }
  }
}

export type Work = keyof Works

/** What the service hands to an analysis process, with the name of the work. */
export type WorkRequest = { [W in Work]: { work: W } & Works[W]['request'] }[Work]

/** A request on its way: settings are long, plain and nearly always the same. They travel as text, and only when they differ from
 * those that the same process was sent last. */
export type SentRequest = (
  | WorkRequest
  | (Omit<WorkRequest, 'settings'> & { settings: string | typeof AS_BEFORE })
) & {
  /** The message is not in `raw`: it was put into the page of steps, with so many octets. */
  octets?: number
}

const AS_BEFORE = null

/** For what one process is sent. */
export function requestWriter(): (request: WorkRequest) => SentRequest {
  let last: AnalysisSettings | undefined
  return (request) => {
    if (!('settings' in request)) return request
    const { settings } = request
    const isSame = last !== undefined && holdsTheSame(last, settings)
    last = settings
    return { ...request, settings: isSame ? AS_BEFORE : JSON.stringify(settings) }
  }
}

/** Messages from this size on do not travel with their request. */
const LARGE = 256 * 1024
const ELSEWHERE = new Uint8Array(0)

/** A request whose message, where it is large and there is room, waits in the page that both have. */
export function messagePut(request: SentRequest, page: { put(raw: Uint8Array): boolean }): SentRequest {
  if (!('raw' in request) || request.raw.length < LARGE || !page.put(request.raw)) return request
  return { ...request, raw: ELSEWHERE, octets: request.raw.length }
}

/** For the process: the request with its message. */
export function messageTaken(request: SentRequest, take: (octets: number) => Uint8Array): SentRequest {
  if (request.octets === undefined) return request
  const { octets, ...rest } = request
  return { ...rest, raw: take(octets) } as SentRequest
}

/** For the process: each request has settings of its own, which nothing that it does to them can hand on to the next. */
export function requestReader(): (request: SentRequest) => WorkRequest {
  let last = ''
  return (request) => {
    if (!('settings' in request)) return request
    const { settings } = request
    if (settings !== AS_BEFORE && typeof settings !== 'string') return request as WorkRequest
    last = settings ?? last
    return { ...request, settings: JSON.parse(last) } as WorkRequest
  }
}

/** Whether each value is the very one, or a list of the very ones. */
function holdsTheSame(one: AnalysisSettings, other: AnalysisSettings): boolean {
  const [before, now] = [new Map(Object.entries(one)), Object.entries(other)]
  return before.size === now.length && now.every(([name, value]) => isTheSame(before.get(name), value))
}

function isTheSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
  return one.every((value, at) => value === other[at])
}

/** What a process asks the service while it is at a message: the service remembers for all of them. */
export interface RegistryQuestion {
  registryAsks: number
  domain: string
}

/** What the service answers to that. */
export interface RegistryReply {
  registrySays: number
  answer: RegistrationAnswer
}

/** For the process: registries, which the service asks. */
export function registriesByService(send: (question: RegistryQuestion) => void) {
  const waiting = new Map<number, (answer: RegistrationAnswer) => void>()
  let last = 0
  const registries: Registrations = {
    of(domain) {
      last += 1
      const { promise, resolve } = Promise.withResolvers<RegistrationAnswer>()
      waiting.set(last, resolve)
      send({ registryAsks: last, domain })
      return promise
    },
  }
  return {
    registries,
    /** Hands an answer to who asked. */
    answered({ registrySays, answer }: RegistryReply): void {
      waiting.get(registrySays)?.(answer)
      waiting.delete(registrySays)
    },
  }
}

/** What comes back, with what it took. */
export type SentReply = AnalysisReply & { spent?: Spent }

export type AnalysisReply =
  | Works[Work]['reply']
  | { kind: 'not_a_message'; reason: string }
  | { kind: 'fault'; step: string; stack: string }
