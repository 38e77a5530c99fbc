import { granted, type Refusal, refused } from '../../core/refusal.ts'
import type { RoleMessage } from '../../store/role-mail.ts'
import type { Store } from '../../store/store.ts'
import { createLimits, type Limits } from '../access/limits.ts'
import type { Clock } from '../ports.ts'
import { orRefunded } from './counted.ts'
import type { RecipientHandler } from './recipient.ts'

export interface RoleMailBounds {
  /** Bytes of mail to postmaster@ and abuse@ that are held in all. */
  roleBytes: number
  /** The largest message those two take. */
  roleMessageBytes: number
  /** Messages those two take in any hour, together. */
  roleMessagesPerHour: number
  /** Of these, from one network. */
  roleMessagesPerNetwork: number
}

const MB = 1024 * 1024

/** What is taken for the operator: a tenth of the messages from one network. */
export const ROLE_MAIL_BOUNDS: RoleMailBounds = {
  roleBytes: 100 * MB,
  roleMessageBytes: 5 * MB,
  roleMessagesPerHour: 100,
  roleMessagesPerNetwork: 10,
}

const ROLES: Readonly<Record<string, RoleMessage['role']>> = { postmaster: 'postmaster', abuse: 'abuse' }

interface RoleMailDeps {
  store: Pick<Store, 'roleMail'>
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  bounds: RoleMailBounds
}

/** Mail to the operator: postmaster@ and abuse@ (RFC 5321 4.5.1, RFC 2142). */
export function roleMail(deps: RoleMailDeps): RecipientHandler<'role'> {
  const { store, clock, bounds, limits = createLimits(clock) } = deps
  const rate = limits.hourly('role-mail', bounds.roleMessagesPerHour, bounds.roleMessagesPerNetwork)

  async function against(
    bytes: number,
    from: string,
    counted: (from: string) => Promise<number>,
  ): Promise<Refusal | undefined> {
    const limit = bounds.roleMessageBytes
    if (bytes > limit) return { kind: 'message_too_big', limit }
    const wait = await counted(from)
    return wait > 0 ? { kind: 'rate_limited', retryAfterSeconds: wait } : undefined
  }

  return {
    async find({ local, bytes, from }) {
      const role = Object.hasOwn(ROLES, local) ? ROLES[local] : undefined
      if (!role) return undefined
      const refusal = await against(bytes, from, rate.wait)
      return refusal ? refused(refusal) : granted({ kind: 'role', role, from })
    },
    async store(deliveries) {
      for (const { id, envelope, raw, recipient } of deliveries) {
        const { role, from } = recipient
        const refusal = await against(raw.byteLength, from, rate.take)
        if (refusal) return refusal
        const answer = await orRefunded(
          () => store.roleMail.accept({ id, role, envelope, raw }, { bytes: bounds.roleBytes }),
          () => rate.refund(from),
        )
        if (answer === 'full') return { kind: 'mailbox_full' }
        if (answer === 'no_space') return { kind: 'out_of_space' }
      }
      return undefined
    },
  }
}
