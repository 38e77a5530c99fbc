/** What happened, with what is told of it. Absent `accountId`: it concerns no account. */
export type NewEvent = { accountId?: string; at: Date } & (
  | {
      type: 'test.scored'
      /** The message's id. */
      subject: string
      payload: { token: string; score: number }
    }
  | {
      type: 'test.failed'
      /** The message's id. */
      subject: string
      payload: { token: string; reason: string }
    }
  | {
      type: 'domain.verified' | 'domain.unverified'
      /** The domain's id. */
      subject: string
      payload: { domain: string }
    }
  | {
      /** Of an authenticated report that came by mail, about one domain. */
      type: 'dmarc.report_received'
      /** The domain's id. */
      subject: string
      payload: { domain: string; report: string; reporter: string; messages: number; dmarcPass: number }
    }
)

export const EVENT_TYPES = [
  'test.scored',
  'test.failed',
  'domain.verified',
  'domain.unverified',
  'dmarc.report_received',
] as const satisfies readonly NewEvent['type'][]

/** Something that happened, written in the transaction in which it happened. Ids rise in the order of the writes. */
export type StoredEvent = NewEvent & { id: number }
