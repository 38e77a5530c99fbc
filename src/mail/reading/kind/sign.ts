import type { MessageKind } from '../../../core/report.ts'

/** One thing that speaks for a kind. */
export interface Sign {
  kind: MessageKind
  weight: number
  says: string
}
