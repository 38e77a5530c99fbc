import type { CheckWordsByName } from '../core/check-words.ts'
import type { MailTest, MailTestStatus } from '../core/mail-test.ts'
import { MAX_SCORE } from '../core/report.ts'
import type { SenderDomain } from '../core/sender-domain.ts'
import type { KeyActor } from '../services/access/actor.ts'
import type { TestView } from '../services/mail-tests/mail-tests.ts'
import type { ReceivedMessage } from '../services/mail-tests/received-message.ts'
import { type ToldSource, toldSource } from '../services/mail-tests/told-source.ts'
import type { ToldTest } from '../services/mail-tests/told-tests.ts'
import { type Reader, type ToldCheck, toldChecks } from '../services/telling/told-checks.ts'

/** The bodies of the API. Absent is a missing key; times are ISO 8601 in UTC. This file alone knows their shape. */
export interface TestBody {
  token: string
  address: string
  source: ToldSource
  expires_at: string
  created_at: string
}

export interface ListItemBody {
  token: string
  source: ToldSource
  status: MailTestStatus
  score?: number
  created_at: string
  received_at?: string
}

export interface ReportBody {
  token: string
  address: string
  status: MailTestStatus
  score?: number
  max_score: number
  gated: boolean
  created_at: string
  received_at?: string
  message_id?: string
  checks: ToldCheck[]
}

export interface MessageBody {
  from: string
  date: string
  subject?: string
  content?: string
  withheld: boolean
  withheld_reason?: string
}

export interface DomainBody {
  id: string
  domain: string
  verified: boolean
}

export interface WhoamiBody {
  account_id: string
  scopes: string[]
}

export function toTestBody(test: MailTest, address: string): TestBody {
  return {
    token: test.token,
    address,
    source: toldSource(test.source),
    expires_at: test.expiresAt.toISOString(),
    created_at: test.createdAt.toISOString(),
  }
}

export function toListItem(test: MailTest): ListItemBody {
  return {
    token: test.token,
    source: toldSource(test.source),
    status: test.status,
    ...scoreOf(test),
    created_at: test.createdAt.toISOString(),
    ...arrivalOf(test),
  }
}

/** What is told of a test and its report, by whoever reads it. */
export function toReportBody(
  { test, address, report, gated }: TestView,
  reader: Reader,
  checkWords: CheckWordsByName,
): ReportBody {
  const isFull = test.status === 'scored' && !gated && report !== undefined
  return {
    ...factsOf({ test, address, ...(gated && { gated }) }),
    checks: isFull ? toldChecks(report, reader, checkWords) : [],
  }
}

/** What was answered last with a copy of what was told, for as long as that copy is at hand. */
const answered = new WeakMap<object, { facts: string; body: Uint8Array<ArrayBuffer> }>()

/** The same body as JSON, around checks that are JSON already. */
export function toReportJson({ rendered, ...told }: ToldTest): string | Uint8Array<ArrayBuffer> {
  const facts = `${JSON.stringify(factsOf(told)).slice(0, -1)},"checks":`
  if (!rendered) return `${facts}[]}`
  const before = answered.get(rendered)
  if (before?.facts === facts) return before.body
  const body = around(Buffer.from(facts), rendered.checks)
  answered.set(rendered, { facts, body })
  return body
}

function around(facts: Uint8Array, checks: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(facts.byteLength + checks.byteLength + 1)
  body.set(facts)
  body.set(checks, facts.byteLength)
  body[body.byteLength - 1] = CLOSING_BRACE
  return body
}

const CLOSING_BRACE = 0x7d

/** All but the checks, which come last. */
function factsOf({ test, address, gated }: Omit<ToldTest, 'rendered'>): Omit<ReportBody, 'checks'> {
  return {
    token: test.token,
    address,
    status: test.status,
    ...scoreOf(test),
    max_score: MAX_SCORE,
    gated: gated === true,
    created_at: test.createdAt.toISOString(),
    ...arrivalOf(test),
    ...(test.status !== 'pending' && test.messageId !== undefined && { message_id: test.messageId }),
  }
}

export function toMessageBody(message: ReceivedMessage): MessageBody {
  const { from, date } = message
  if (message.withheld) return { from, date, withheld: true, withheld_reason: message.reason }
  return { from, date, subject: message.subject, content: message.content, withheld: false }
}

export function toDomainBody({ id, domain, verified }: SenderDomain): DomainBody {
  return { id, domain, verified }
}

export function toWhoamiBody({ account, key }: KeyActor): WhoamiBody {
  return { account_id: account.id, scopes: [...key.scopes] }
}

function scoreOf({ status, score }: Pick<MailTest, 'status' | 'score'>): { score?: number } {
  return status === 'scored' && score !== undefined ? { score } : {}
}

function arrivalOf({ status, receivedAt }: Pick<MailTest, 'status' | 'receivedAt'>): {
  received_at?: string
} {
  return status !== 'pending' && receivedAt ? { received_at: receivedAt.toISOString() } : {}
}
