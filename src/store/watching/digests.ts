import type { DigestPayload } from '../../core/watching/events.ts'

/** Which accounts have the digest of which week. A week is named by the Monday that ends it: 2026-11-23. */
export interface DigestStore {
  /** Accounts that do not have the digest of that week yet, behind an id, by id. */
  due(week: string, after: string, limit: number): Promise<string[]>
  /** Keeps that the account has the digest of the week, with its event where there is something to tell; each once. */
  settle(
    accountId: string,
    week: string,
    at: Date,
    payload?: DigestPayload,
  ): Promise<'settled' | 'known' | 'unknown_account'>
}
