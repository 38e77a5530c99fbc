import type { AccountStore } from '../../store/accounts.ts'
import type { AuditStore } from '../../store/audit.ts'
import type { InvitationStore } from '../../store/memberships.ts'
import type { CeremonyStore, OneTimeLinkStore, SessionStore } from '../../store/sessions.ts'
import type { Clock } from '../ports.ts'

export interface TidyingDeps {
  store: {
    sessions: Pick<SessionStore, 'deleteExpired'>
    oneTimeLinks: Pick<OneTimeLinkStore, 'deleteExpired'>
    ceremonies: Pick<CeremonyStore, 'deleteExpired'>
    invitations: Pick<InvitationStore, 'deleteExpired'>
    accounts: Pick<AccountStore, 'deleteRest'>
    audit: Pick<AuditStore, 'deleteBefore'>
  }
  /** Milliseconds after which a session that is not used has ended. */
  idle: number
  /** Milliseconds for which the audit log is kept. */
  auditRetention: number
  clock: Clock
}

/** Few enough that one deletion does not hold up the mail that waits to be written. */
const AT_ONCE = 200
const ACCOUNT_REST_AT_ONCE = 20
/** Whoever opens an invitation too late is told what it was. */
const EXPIRED_INVITATION = 30 * 86_400_000

/** Deletes what is over: sessions, links, ceremonies, invitations, old entries of the audit log, the rest of accounts. */
export function createTidying({ store, idle, auditRetention, clock }: TidyingDeps): {
  run(isOver?: () => boolean): Promise<void>
} {
  return {
    async run(isOver = () => false) {
      const inTurns = async (atLeast: number, turn: () => Promise<number>) => {
        // Until a turn finds less than it may take.
        while (!isOver() && (await turn()) >= atLeast);
      }
      const now = clock.now()
      const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
      await inTurns(AT_ONCE, () => store.sessions.deleteExpired(now, before(idle), AT_ONCE))
      await inTurns(AT_ONCE, () => store.oneTimeLinks.deleteExpired(now, AT_ONCE))
      await inTurns(AT_ONCE, () => store.ceremonies.deleteExpired(now, AT_ONCE))
      await inTurns(AT_ONCE, () => store.invitations.deleteExpired(before(EXPIRED_INVITATION), AT_ONCE))
      await inTurns(AT_ONCE, () => store.audit.deleteBefore(before(auditRetention), AT_ONCE))
      await inTurns(1, () => store.accounts.deleteRest(ACCOUNT_REST_AT_ONCE))
    },
  }
}
