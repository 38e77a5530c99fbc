import type { AnalysisSettings } from '../analysis/context.ts'
import type { Check } from '../core/check.ts'
import type { InspectedName } from '../core/inspection.ts'
import type { Envelope } from '../core/message.ts'
import type { SenderHints } from '../core/report.ts'
import type { WithholdingDecision } from '../core/withholding.ts'
import type { ZoneLiteral } from '../net/dns/zone.ts'
import type { AnalysisResult } from '../services/ports.ts'

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
    reply: { kind: 'inspected'; checks: Check[] }
  }
  /** It is decided anew whether the words of a message are withheld; nobody is asked. */
  withholding: {
    request: { raw: Uint8Array }
    reply: { kind: 'decided'; decision: WithholdingDecision }
  }
}

export type Work = keyof Works

/** What the service hands to an analysis process, with the name of the work. */
export type WorkRequest = { [W in Work]: { work: W } & Works[W]['request'] }[Work]

/** A request on its way: settings are long, plain and nearly always the same, and as text they travel in half the time. */
export type SentRequest = WorkRequest | (Omit<WorkRequest, 'settings'> & { settings: string })

export function sent(request: WorkRequest): SentRequest {
  return 'settings' in request ? { ...request, settings: JSON.stringify(request.settings) } : request
}

export function received(request: SentRequest): WorkRequest {
  if (!('settings' in request) || typeof request.settings !== 'string') return request as WorkRequest
  return { ...request, settings: JSON.parse(request.settings) } as WorkRequest
}

/** What comes back. */
export type AnalysisReply =
  | Works[Work]['reply']
  | { kind: 'not_a_message'; reason: string }
  | { kind: 'fault'; step: string; stack: string }
