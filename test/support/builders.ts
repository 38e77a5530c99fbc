import type { Account, Plan } from '../../src/core/access/account.ts'
import type { ApiKey } from '../../src/core/access/api-key.ts'
import { idFrom } from '../../src/core/access/ids.ts'
import type { Check, Finding } from '../../src/core/check.ts'
import { localPartFrom, type MailTest, messageIdFrom, tokenFrom } from '../../src/core/mail-test.ts'
import type { Report } from '../../src/core/report.ts'
import { discreetText } from '../../src/mail/discretion/discreet-text.ts'
import { withholdingVersion } from '../../src/mail/discretion/withholding-version.ts'
import type { WithholdingRules } from '../../src/services/withholding/shown-words.ts'
import type { NewMessage } from '../../src/store/messages.ts'
import { envelope } from './envelope.ts'

export const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** What is said of a check of no importance. */
export const NO_WORDS = { title: 'A check', asks: 'Is it so?', why: 'It matters.', who: 'You.' } as const

/** When the things built here came to be. */
export const THEN = new Date('2026-11-20T12:00:00.000Z')
export const later = (milliseconds: number) => new Date(THEN.getTime() + milliseconds)
export const DAY = 86_400_000

export function plan(changes: Partial<Plan> = {}): Plan {
  return { name: 'self-hosted', api: true, ratePerMinute: 60, burst: 10, ...changes }
}

export function account(changes: Partial<Account> = {}): Account {
  const id = crypto.randomUUID()
  return { id, name: `account ${id}`, plan: 'self-hosted', createdAt: THEN, ...changes }
}

export function apiKey(accountId: string, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: idFrom('key', random),
    accountId,
    name: 'ci',
    prefix: 'mg_1234567',
    scopes: ['tests:write', 'tests:read'],
    createdAt: THEN,
    ...changes,
  }
}

/** A test that stands for a month: anonymous, unless an account is named. */
export function mailTest(changes: Partial<MailTest> = {}): MailTest {
  return {
    token: tokenFrom(random),
    localPart: localPartFrom(random),
    source: changes.accountId === undefined ? 'anonymous' : 'api',
    status: 'pending',
    createdAt: THEN,
    expiresAt: later(30 * DAY),
    ...changes,
  }
}

export function newMessage(token: string, changes: Partial<NewMessage> = {}): NewMessage {
  return {
    id: messageIdFrom(random),
    token,
    envelope: envelope(),
    raw: new TextEncoder().encode('From: a@example.org\r\nSubject: hello\r\n\r\nbody\r\n'),
    ...changes,
  }
}

/** The rules by which words are withheld here. */
export const RULES: WithholdingRules = { version: withholdingVersion(), discreet: discreetText }

export function report(changes: Partial<Report> = {}): Report {
  return {
    scoringVersion: 1,
    score: 9,
    checks: [check('spf', { status: 'failed', score: -1, summary: 'There is no SPF record.' })],
    undetermined: { checks: 0, points: 0 },
    kind: 'personal',
    kindReasons: ['Nothing speaks for another kind.'],
    withholdingVersion: RULES.version,
    headline: { from: 'a@example.org', date: 'Fri, 20 Nov 2026 12:00:00 +0000', subject: 'hello' },
    ...changes,
  }
}

export const ROOMY = { messagesPerTest: 20, bytesPerTest: 100_000_000 }

/** A check that found nothing, where it is not said otherwise. */
export function check(name: string, changes: Partial<Check> = {}): Check {
  return { name, status: 'passed', score: 0, summary: '', findings: [], evidence: {}, ...changes }
}

/** A finding that costs nothing, where it is not said otherwise. */
export function finding(code: string, changes: Partial<Finding> = {}): Finding {
  return { code, cost: 0, says: `${code}.`, advice: '', reference: 'RFC 5322', ...changes }
}
