import { holdsTest } from '../../src/core/access/permission.ts'
import type { RefusedMail } from '../../src/core/mail-log.ts'
import type { MailTest } from '../../src/core/mail-test.ts'
import type { Message, MessageOutcome } from '../../src/core/message.ts'
import type { MessageView } from '../../src/core/message-view.ts'
import { granted, type Refusal, refused } from '../../src/core/refusal.ts'
import type { Report } from '../../src/core/report.ts'
import type { TestView } from '../../src/services/mail-tests/mail-tests.ts'
import type { Announcer, TestChange } from '../../src/services/ports.ts'
import type { WebDeps } from '../../src/web/deps.ts'

export const NOW = new Date('2026-11-20T14:10:00.000Z')
/** The text of every message. */
export const SHOWN_TEXT = 'The text of the message.'
const DAY = 24 * 60 * 60 * 1000

interface Held {
  test: MailTest
  messages: Message[]
  reports: Map<string, Report>
  messageView: Map<string, MessageView>
}

/** An announcer as the service has it. */
export function createAnnouncer(): Announcer & { listeners(): number } {
  const heard = new Map<string, Set<(change: TestChange) => void>>()
  return {
    announce: (change) => {
      for (const listener of heard.get(change.token) ?? []) listener(change)
    },
    listen: (token, listener) => {
      const listeners = heard.get(token) ?? new Set()
      heard.set(token, listeners.add(listener))
      return () => listeners.delete(listener)
    },
    listeners: () => [...heard.values()].reduce((sum, set) => sum + set.size, 0),
  }
}

/** Tests in memory behind the services' interface, with hands to move them along. */
export function createFakeMailTests(announcer: Announcer) {
  const tests = new Map<string, Held>()
  let made = 0
  let refusal: Refusal | undefined
  let refusing: Refusal | undefined
  let refusedMail: RefusedMail | undefined

  const mailTests: WebDeps['mailTests'] = {
    allocateAnonymous: async () => {
      if (refusal) return refused(refusal)
      made += 1
      const letters = `${String.fromCharCode(97 + (made % 26))}`
      const token = letters.repeat(26)
      const test: MailTest = {
        token,
        localPart: `k3vq7m2xw4p${letters}`,
        source: 'anonymous',
        status: 'pending',
        createdAt: NOW,
        expiresAt: new Date(NOW.getTime() + 7 * DAY),
      }
      tests.set(token, { test, messages: [], reports: new Map(), messageView: new Map() })
      return granted(test)
    },
    accountOf: async (token) => tests.get(token)?.test.accountId,
    read: async (actor, token, messageId) => {
      const held = tests.get(token)
      if (!held || !holdsTest(actor, held.test, 'read')) return refused({ kind: 'not_found', what: 'test' })
      const message = messageId
        ? held.messages.find(({ id }) => id === messageId)
        : held.messages.find(({ outcome }) => outcome)
      if (messageId && !message) return refused({ kind: 'not_found', what: 'message' })
      const report = message && held.reports.get(message.id)
      const view: TestView = {
        test: held.test,
        address: `${held.test.localPart}@mail.mailgauge.example`,
        ...(message && { message }),
        ...(report && { report }),
        messages: held.messages,
        ...(refusing && held.messages.length === 0 && { refusing }),
        ...(refusedMail && held.messages.length === 0 && { refused: refusedMail }),
      }
      return granted(view)
    },
    readMessage: async (actor, token, messageId) => {
      const held = tests.get(token)
      const report = held && holdsTest(actor, held.test, 'read') && held.reports.get(messageId ?? '')
      if (!report) return refused({ kind: 'not_found', what: 'message' })
      const { from, date, subject } = report.headline
      return granted(
        report.withheld && actor.kind !== 'session'
          ? { from, date, withheld: true, reason: report.withheld.reason }
          : { from, date, withheld: false, subject, content: SHOWN_TEXT },
      )
    },
    readSubjects: async (actor, token) => {
      const found = tests.get(token)
      const held = found && holdsTest(actor, found.test, 'read') ? found : undefined
      const reports = [...(held?.reports ?? [])].filter(
        ([, { withheld }]) => !withheld || actor.kind === 'session',
      )
      return granted(new Map(reports.map(([id, { headline }]) => [id, headline.subject])))
    },
    readMessageView: async (actor, token, messageId) => {
      const found = tests.get(token)
      const held = found && holdsTest(actor, found.test, 'read') ? found : undefined
      const shown = messageId ?? held?.messages.find(({ outcome }) => outcome)?.id ?? ''
      const isWithheld = held?.reports.get(shown)?.withheld && actor.kind !== 'session'
      const messageView = isWithheld ? undefined : held?.messageView.get(shown)
      return messageView ? granted(messageView) : refused({ kind: 'not_found', what: 'message' })
    },
    delete: async (actor, token) => {
      const held = tests.get(token)
      if (!held || !holdsTest(actor, held.test, 'change') || !tests.delete(token))
        return refused({ kind: 'not_found', what: 'test' })
      announcer.announce({ token, change: 'deleted' })
      return granted(undefined)
    },
  }

  function hold(token: string): Held {
    const held = tests.get(token)
    if (!held) throw new Error(`no test ${token}`)
    return held
  }

  return {
    mailTests,
    refuseWith(next: Refusal | undefined) {
      refusal = next
    },
    /** Mail to every test was refused so. */
    wasRefused(last: RefusedMail | undefined) {
      refusedMail = last
    },
    /** Mail to every test would be refused so. */
    refuseMail(next: Refusal | undefined) {
      refusing = next
    },
    async create(): Promise<string> {
      const result = await mailTests.allocateAnonymous('192.0.2.1')
      if (!result.ok) throw new Error(result.refusal.kind)
      return result.value.token
    },
    /** A message arrives; gives its id. */
    receive(token: string, minute = 2): string {
      const held = hold(token)
      const id = `msg_${String.fromCharCode(97 + held.messages.length).repeat(26)}`
      const receivedAt = new Date(Date.UTC(2026, 10, 20, 14, minute))
      held.messages = [{ id, token, receivedAt, size: 4096 }, ...held.messages]
      announcer.announce({ token, change: 'received' })
      return id
    },
    /** Makes it a test of an account, or changes what it is otherwise. */
    change(token: string, changes: Partial<MailTest>): void {
      const held = hold(token)
      held.test = { ...held.test, ...changes }
    },
    /** Ids of its messages, newest first. */
    messagesOf: (token: string): string[] => hold(token).messages.map(({ id }) => id),
    /** What is shown of a message beside its report. */
    showView(token: string, id: string, messageView: MessageView): void {
      hold(token).messageView.set(id, messageView)
    },
    /** Its analysis was lost and is tried again then. */
    postpone(token: string, id: string, triedAgainAt: Date): void {
      const held = hold(token)
      held.messages = held.messages.map((message) =>
        message.id === id ? { ...message, triedAgainAt } : message,
      )
      announcer.announce({ token, change: 'postponed' })
    },
    /** Somebody has it analysed once more; or that has ended. */
    again(token: string, id: string, isUnderWay: boolean): void {
      const held = hold(token)
      held.messages = held.messages.map(({ again: _, ...message }) =>
        message.id === id && isUnderWay ? { ...message, again: true } : message,
      )
    },
    /** Its analysis ends. */
    finish(token: string, id: string, result: Report | string): void {
      const held = hold(token)
      const outcome: MessageOutcome =
        typeof result === 'string'
          ? { status: 'failed', reason: result }
          : { status: 'scored', score: result.score }
      held.messages = held.messages.map((message) => (message.id === id ? { ...message, outcome } : message))
      if (typeof result !== 'string') held.reports.set(id, result)
      announcer.announce({ token, change: outcome.status })
    },
  }
}
