import type { NewAuditEntry } from '../core/access/audit.ts'
import type { Looked } from '../core/domains/verification.ts'
import type { DomainEntry, DomainLook } from '../core/sender-domain.ts'

/** How many domains an account may have. */
export interface DomainBounds {
  verified: number
  unverified: number
}

/** What a look is kept with. */
export interface LookRules {
  /** Domains of the account that may be verified. */
  verified: number
  /** Milliseconds by which the next daily look is put off. */
  later: number
  /** What the audit log says where it changes the state. */
  entries: { verified: NewAuditEntry; unverified: NewAuditEntry }
}

/** Nothing is found of an account that was deleted. */
export interface DomainStore {
  /** `known`: the account has it already. `verified_full`, `unverified_full`: it has as many of these as it may. */
  add(
    entry: DomainEntry,
    bounds: DomainBounds,
    said: NewAuditEntry,
  ): Promise<'added' | 'known' | 'verified_full' | 'unverified_full' | 'unknown_account'>
  byId(accountId: string, id: string): Promise<DomainEntry | undefined>
  byName(accountId: string, domain: string): Promise<DomainEntry | undefined>
  /** By name. */
  list(accountId: string): Promise<DomainEntry[]>
  /** Those that are due, of every account, the longest due first. */
  due(now: Date, limit: number): Promise<DomainEntry[]>
  /** The tokens of all accounts for a domain; at most `limit`, the newest first. */
  tokensOf(domain: string, limit: number): Promise<string[]>
  /** Keeps what was seen, by the rules of core/domains/verification.ts; a change of state with its event. Undefined: the
   * domain is gone. */
  looked(id: string, look: DomainLook, rules: LookRules): Promise<Looked | undefined>
  delete(accountId: string, id: string, said: NewAuditEntry): Promise<'deleted' | 'unknown_domain'>
}
