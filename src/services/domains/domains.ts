import type { Result } from '../../core/refusal.ts'
import type { SenderDomain } from '../../core/sender-domain.ts'
import type { AccountActor } from '../access/actor.ts'

/** What the last look for the record gave. unknown: the DNS did not answer, which says nothing. */
export const RECORD_STATES = ['found', 'absent', 'other', 'unknown'] as const
export type RecordState = (typeof RECORD_STATES)[number]

/** A domain as those who look after it see it. */
export interface DomainView extends SenderDomain {
  /** The TXT record that proves it. */
  record: { name: string; value: string }
  addedAt: Date
  /** Since when it is verified. */
  verifiedAt?: Date
  /** The last look for the record, and what was seen, in a sentence. */
  checked?: { at: Date; state: RecordState; says: string }
  /** It is verified, and the record is gone: when it stops being verified unless the record comes back. */
  endsAt?: Date
}

/** The domains of accounts. A subdomain is an entry of its own; several accounts may verify the same one. */
export interface Domains {
  /** By name. */
  list(actor: AccountActor): Promise<DomainView[]>
  /** `not_found` for an unknown id and for one of another account alike. */
  read(actor: AccountActor, id: string): Promise<Result<DomainView>>
  /** `bad_request`: what was typed is no domain. `limit_reached`: the plan allows no more. One that is there already is given again. */
  add(actor: AccountActor, typed: string): Promise<Result<DomainView>>
  /** Looks for the record now. A domain of which nothing could be found out stays as it is. */
  verify(actor: AccountActor, id: string): Promise<Result<DomainView>>
  delete(actor: AccountActor, id: string): Promise<Result<void>>
}
