import { tokenFrom } from '../../core/mail-test.ts'
import { granted, refused } from '../../core/refusal.ts'
import { isMonitorLocalPart } from '../../core/watching/address.ts'
import type { Store } from '../../store/store.ts'
import type { RandomBytes } from '../ports.ts'
import type { RecipientHandler } from './recipient.ts'

/** What mail to monitors is taken by. */
export interface MonitorMailIntake {
  /** For how many days a test of the account is kept. */
  lifetimeDays(accountId: string): Promise<number>
}

interface MonitorMailDeps {
  store: Pick<Store, 'monitors'>
  random: RandomBytes
  monitors?: MonitorMailIntake
  /** Tells whoever waits that a message of the test was received. */
  tell(token: string): void
}

const DAY_MS = 86_400_000

const REFUSALS = {
  unknown_monitor: 'unknown_recipient',
  too_many: 'monitor_full',
  no_space: 'out_of_space',
} as const

/** Mail to the addresses of monitors: each message makes a test of its own. */
export function monitorMail({ store, random, monitors, tell }: MonitorMailDeps): RecipientHandler<'monitor'> {
  return {
    async find({ local }) {
      const found = monitors && isMonitorLocalPart(local) ? await store.monitors.mailbox(local) : undefined
      if (!found) return undefined
      const { monitorId, accountId, full } = found
      return full
        ? refused({ kind: 'monitor_full' })
        : granted({ kind: 'monitor', monitorId, accountId, token: tokenFrom(random) })
    },
    async store(deliveries) {
      if (!monitors) return { kind: 'unknown_recipient' }
      const messages = await Promise.all(
        deliveries.map(async ({ id, envelope, raw, recipient: { monitorId, accountId, token } }) => {
          const lasts = (await monitors.lifetimeDays(accountId)) * DAY_MS
          const expiresAt = new Date(envelope.receivedAt.getTime() + lasts)
          return { id, token, envelope, raw, monitorId, expiresAt }
        }),
      )
      const answer = await store.monitors.accept(messages)
      if (answer !== 'stored') return { kind: REFUSALS[answer] }
      for (const { token } of messages) tell(token)
      return undefined
    },
  }
}
