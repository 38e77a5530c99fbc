import type { CheckStatus } from '../core/check.ts'
import type { CheckWordsByName } from '../core/check-words.ts'
import type { MailTest, MailTestSource, MailTestStatus } from '../core/mail-test.ts'
import { MAX_SCORE } from '../core/report.ts'
import type { SenderDomain } from '../core/sender-domain.ts'
import type { KeyActor } from '../services/access/actor.ts'
import type { TestView } from '../services/mail-tests/mail-tests.ts'
import type { ReceivedMessage } from '../services/mail-tests/received-message.ts'
import { explained } from '../services/telling/explained.ts'

/** The bodies of the API. Absent is a missing key; times are ISO 8601 in UTC. This file alone knows their shape. */
export interface TestBody {
  token: string
  address: string
  source: MailTestSource
  expires_at: string
  created_at: string
}

export interface ListItemBody {
  token: string
  source: MailTestSource
  status: MailTestStatus
  score?: number
  created_at: string
  received_at?: string
}

interface CheckBody {
  name: string
  status: CheckStatus
  score: number
  detail: Record<string, string>
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
  checks: CheckBody[]
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
    source: test.source,
    expires_at: test.expiresAt.toISOString(),
    created_at: test.createdAt.toISOString(),
  }
}

export function toListItem(test: MailTest): ListItemBody {
  return {
    token: test.token,
    source: test.source,
    status: test.status,
    ...scoreOf(test),
    created_at: test.createdAt.toISOString(),
    ...arrivalOf(test),
  }
}

/** `reader` decides what is told of the message's own words: they are for the owner's key, not for a shared token. */
export function toReportBody(
  { test, address, report, gated }: TestView,
  reader: 'owner' | 'token',
  checkWords: CheckWordsByName,
): ReportBody {
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
    checks:
      test.status === 'scored' && !gated
        ? (report?.checks ?? []).map((check) => ({
            name: check.name,
            status: check.status,
            score: check.score,
            detail: explained(check, reader, checkWords, report?.kind),
          }))
        : [],
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

function scoreOf({ status, score }: MailTest): { score?: number } {
  return status === 'scored' && score !== undefined ? { score } : {}
}

function arrivalOf({ status, receivedAt }: MailTest): { received_at?: string } {
  return status !== 'pending' && receivedAt ? { received_at: receivedAt.toISOString() } : {}
}
