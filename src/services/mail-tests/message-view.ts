import type { MailTest } from '../../core/mail-test.ts'
import type { MessageView } from '../../core/message-view.ts'
import { type Result, refused } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import { isDecidedByOthers, type WithholdingRules } from '../withholding/shown-words.ts'
import type { ToRead } from './received-message.ts'
import type { ReportGate } from './report-gate.ts'

const notShown = refused({ kind: 'not_found', what: 'message' })

/** What a page shows of a message beside its checks. Whoever holds the token reads its words where nothing in it is withheld; who
 * reads the whole of it always does; and nobody while the report is gated. */
export async function shownMessageView(
  {
    store,
    gate,
    rules,
  }: {
    store: Pick<Store, 'messages'>
    gate: Pick<ReportGate, 'isGated'>
    rules: Pick<WithholdingRules, 'version'>
  },
  test: MailTest,
  { messageId, whole }: ToRead,
): Promise<Result<MessageView>> {
  const stored = await store.messages.report(test.token, messageId)
  if (!stored?.report) return notShown
  if (!whole && (stored.report.withheld || isDecidedByOthers(stored.report, rules))) return notShown
  if (await gate.isGated(test)) return notShown
  const messageView = await store.messages.messageView(stored.message.id)
  return messageView ? { ok: true, value: messageView } : notShown
}
