import type { Backlog, Waiting } from '../../../store/usage.ts'
import type { Registry } from '../registry.ts'

const RANKS = ['line', 'behind', 'running', 'postponed', 'repeats'] as const
const REPORT_RANKS = ['line', 'postponed'] as const

/** What waits: messages to be analysed, report mail to be read, events to be told. */
export function backlogMeter(registry: Registry) {
  const messages = registry.gauge({
    name: 'queue_messages',
    help: 'Messages that wait to be analysed, by rank: next in line, behind others of the same party, running now, postponed after a lost try, repeats of an analysis. Counted up to 10000 of each. Of the whole store: hosts that share one say the same.',
    labels: { rank: RANKS },
  })
  const oldest = registry.gauge({
    name: 'queue_oldest_message_age_seconds',
    help: 'How long ago the oldest message of a rank was received; 0 where none waits. Of the whole store: hosts that share one say the same.',
    labels: { rank: RANKS },
  })
  const reports = registry.gauge({
    name: 'report_mail_waiting',
    help: 'Mail to reports addresses that waits to be read, by rank. Counted up to 10000 of each. Of the whole store: hosts that share one say the same.',
    labels: { rank: REPORT_RANKS },
  })
  const reportAge = registry.gauge({
    name: 'report_mail_oldest_age_seconds',
    help: 'How long ago the oldest mail to a reports address that waits was received; 0 where none waits. Of the whole store: hosts that share one say the same.',
    labels: { rank: REPORT_RANKS },
  })
  const reportBytes = registry.gauge({
    name: 'report_mail_waiting_bytes',
    help: 'Bytes of mail to reports addresses that waits to be read. Of the whole store: hosts that share one say the same.',
  })
  const events = registry.gauge({
    name: 'outbox_events',
    help: 'Events that are kept in the outbox, read ones included. Of the whole store: hosts that share one say the same.',
  })
  const unread = registry.gauge({
    name: 'outbox_unread_events',
    help: 'Events that the slowest consumer of the outbox has not read; 0 where there is no consumer. Of the whole store: hosts that share one say the same.',
  })
  const unreadAge = registry.gauge({
    name: 'outbox_oldest_unread_age_seconds',
    help: 'How long ago the oldest event happened that a consumer of the outbox has not read; 0 where there is none. Of the whole store: hosts that share one say the same.',
  })
  const gauges = [messages, oldest, reports, reportAge, reportBytes, events, unread, unreadAge]

  function show(backlog: Backlog, now: Date): void {
    const age = (at: Date | undefined) => (at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0)
    const of = (one: Waiting) => [one.count, age(one.oldest)] as const
    for (const rank of RANKS) {
      const [count, seconds] = of(backlog.messages[rank])
      messages.set(count, rank)
      oldest.set(seconds, rank)
    }
    for (const rank of REPORT_RANKS) {
      const [count, seconds] = of(backlog.reports[rank])
      reports.set(count, rank)
      reportAge.set(seconds, rank)
    }
    reportBytes.set(backlog.reports.bytes)
    events.set(backlog.events.kept)
    unread.set(backlog.events.unread)
    unreadAge.set(age(backlog.events.unreadSince))
  }

  return {
    follow(backlog: () => Promise<Backlog>, now: () => Date): void {
      registry.collect('queue', async () => {
        for (const gauge of gauges) gauge.clear()
        show(await backlog(), now())
      })
    },
  }
}
