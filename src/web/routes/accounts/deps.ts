import type { AccountExport } from '../../../services/people/export/account-export.ts'
import type { Invitations } from '../../../services/people/invitations/told.ts'
import type { Members } from '../../../services/people/members.ts'
import type { OwnAccounts } from '../../../services/people/own-accounts.ts'
import type { OwnEnd } from '../../../services/people/own-end.ts'
import type { Sessions } from '../../../services/people/sessions.ts'
import type { Clock } from '../../../services/ports.ts'

/** The services of accounts, their people and invitations. */
export interface AccountsDeps {
  members: Members
  invitations: Invitations
  ownAccounts: OwnAccounts
  ownEnd: OwnEnd
  accountExport: AccountExport
  clock: Clock
  /** Whether invitations can be sent by mail. */
  canMail: boolean
}

/** With whoever signs in. */
export type AccountRoutesDeps = AccountsDeps & { sessions: Sessions }
