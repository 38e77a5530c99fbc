import type { StoredEvent } from '../../../core/event.ts'
import { MAX_SCORE } from '../../../core/report.ts'
import type { MailTestStore } from '../../../store/mail-tests.ts'
import type { MessageStore } from '../../../store/messages.ts'
import type { ReportGate } from '../../mail-tests/report-gate.ts'
import type { SeenMessage, SeenOutcome } from './observation.ts'

export interface SeeingDeps {
  store: { messages: Pick<MessageStore, 'report'>; mailTests: Pick<MailTestStore, 'byToken'> }
  gate: Pick<ReportGate, 'isGated'>
}

/** A message of a monitor whose analysis ended. */
export type MonitorEvent = Extract<StoredEvent, { type: 'test.scored' | 'test.failed' }>

/** Whose message an event is about. Undefined: no monitor's. */
export function monitorOf(event: StoredEvent): string | undefined {
  return isOfTest(event) ? event.payload.monitor : undefined
}

export const isOfTest = (event: StoredEvent): event is MonitorEvent =>
  event.type === 'test.scored' || event.type === 'test.failed'

/** What a monitor is judged by, of a message whose analysis ended. */
export async function seenIn({ store, gate }: SeeingDeps, event: MonitorEvent): Promise<SeenMessage> {
  const { id: eventId, subject: messageId, payload, at } = event
  const { token } = payload
  const [found, test] = [await store.messages.report(token, messageId), await store.mailTests.byToken(token)]
  const isShown = test !== undefined && !(await gate.isGated(test))
  const seen = { kind: 'message', eventId, messageId, token } as const
  const receivedAt = found?.message.receivedAt ?? at
  return { ...seen, receivedAt, outcome: outcomeOf(event, found?.report, isShown) }
}

type FoundReport = NonNullable<Awaited<ReturnType<MessageStore['report']>>>['report']

function outcomeOf({ payload }: MonitorEvent, report: FoundReport, isShown: boolean): SeenOutcome {
  if ('reason' in payload) return { status: 'failed', reason: payload.reason }
  // It was deleted meanwhile: what it could not determine is not known any more.
  if (!report) return { status: 'scored', score: payload.score, undetermined: MAX_SCORE, checks: [] }
  return {
    status: 'scored',
    score: report.score,
    undetermined: report.undetermined.points,
    checks: isShown ? report.checks.map(({ name, status, summary }) => ({ name, status, summary })) : [],
  }
}
