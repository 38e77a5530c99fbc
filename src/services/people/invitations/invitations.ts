import { emailKey } from '../../../core/access/person.ts'
import { granted, refused } from '../../../core/refusal.ts'
import { createLimits, perHour } from '../../access/limits.ts'
import { entryOf } from '../doer.ts'
import { mayHandle, refusalIn } from '../members.ts'
import { deedOf, faultOf, made, sent } from './inviting.ts'
import { joinedEntry, newPerson, opened } from './opening.ts'
import type { Invitations, InvitationsDeps } from './told.ts'

/** Invitations by mail that one account sends in an hour. */
const MAILS_PER_HOUR = 30

/** Invitations to accounts: made, listed, revoked, opened and accepted. */
export function createInvitations(deps: InvitationsDeps): Invitations {
  const { store, clock, limits = createLimits(clock) } = deps
  const mails = limits.rate('invitation-mail', perHour(MAILS_PER_HOUR))

  return {
    invite: async (doer, accountId, request) => {
      const refusal = refusalIn(doer, accountId, 'members.change')
      if (refusal) return { kind: 'refused', refusal }
      if (!mayHandle(doer, request.role)) return { kind: 'beyond_own_role' }
      const fault = await faultOf(deps, accountId, request)
      if (fault) return fault
      if (request.by === 'link') return made(deps, doer, accountId, request)
      const retryAfterSeconds = await mails.take(accountId)
      if (retryAfterSeconds > 0) return { kind: 'too_much_mail', retryAfterSeconds }
      return sent(deps, doer, accountId, request)
    },

    async list(doer, accountId) {
      const refusal = refusalIn(doer, accountId, 'members.change')
      return refusal ? refused(refusal) : granted(await store.invitations.of(accountId))
    },

    async revoke(doer, accountId, id) {
      const refusal = refusalIn(doer, accountId, 'members.change')
      if (refusal) return { kind: 'refused', refusal }
      const invitation = (await store.invitations.of(accountId)).find((one) => one.id === id)
      if (!invitation) return { kind: 'unknown_invitation' }
      if (!mayHandle(doer, invitation.role)) return { kind: 'beyond_own_role' }
      const entry = entryOf(deps, doer, { accountId, ...deedOf(invitation, 'invitation.revoked') })
      return { kind: await store.invitations.revoke(id, accountId, entry) }
    },

    newcomers: deps.newcomers,

    isFor: ({ email }, person) => email === undefined || emailKey(email) === emailKey(person.email),

    async open(token) {
      const found = await opened(deps, token)
      if (found.kind !== 'open') return found
      const { hash: _hash, ...open } = found
      return open
    },

    async accept(token, person, client) {
      const found = await opened(deps, token)
      if (found.kind !== 'open') return found
      const { invitation, account } = found
      const { role } = invitation
      const entry = joinedEntry(deps, found, person, client)
      const outcome = await store.invitations.accept(found.hash, person.id, clock.now(), entry)
      switch (outcome) {
        case 'accepted':
          return { kind: outcome, account, role }
        case 'is_member':
          return { kind: outcome, account }
        case 'for_another':
          return { kind: outcome, email: invitation.email ?? '' }
        case 'unknown_invitation':
          return { kind: 'unknown' }
      }
    },

    async join(token, newcomer) {
      const found = await opened(deps, token)
      if (found.kind !== 'open') return found
      if (!deps.newcomers) return { kind: 'no_newcomers' }
      const person = newPerson(deps, newcomer, found.invitation)
      if ('kind' in person) return person
      const passwordHash = await deps.hashPassword(newcomer.password)
      if (passwordHash === undefined) return { kind: 'busy' }
      const entry = joinedEntry(deps, found, person, newcomer.client)
      const outcome = await store.invitations.join(found.hash, { person, passwordHash }, entry)
      const { account, invitation } = found
      if (outcome === 'joined') return { kind: outcome, person, account, role: invitation.role }
      if (outcome === 'for_another') return { kind: outcome, email: invitation.email ?? '' }
      return outcome === 'email_taken' ? { kind: outcome } : { kind: 'unknown' }
    },
  }
}
