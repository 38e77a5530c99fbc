import type { MessageKind } from '../core/report.ts'

/** What kind of mail this is, with the reasons in words that do not repeat the message. */
export interface KindVerdict {
  kind: MessageKind
  reasons: string[]
}
