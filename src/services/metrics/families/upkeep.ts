import type { Backups } from '../../backups/backups.ts'
import type { Delivery, Relay } from '../../outgoing/relay.ts'
import type { Registry } from '../registry.ts'

const DELIVERIES = [
  'accepted',
  'not_reached',
  'tls_refused',
  'sign_in_refused',
  'sender_refused',
  'recipient_refused',
  'message_refused',
  'timeout',
  'needs_smtputf8',
] as const satisfies readonly Delivery['kind'][]

/** Our own mail, what people make, and backups. */
export function upkeepMeter(registry: Registry) {
  const sent = registry.counter({
    name: 'relay_messages_total',
    help: 'Our own messages to people that were handed to the relay, by what it answered.',
    labels: { result: DELIVERIES },
  })
  const tests = registry.counter({
    name: 'tests_created_total',
    help: 'Tests that were made, by whether they belong to an account.',
    labels: { owner: ['account', 'anonymous'] },
  })
  const sessions = registry.counter({
    name: 'sign_ins_total',
    help: 'Sessions of people that were begun.',
  })
  const backupAt = registry.gauge({
    name: 'backup_last_timestamp_seconds',
    help: 'When the newest backup was made, by schedule, page or command. Absent: there is none.',
  })
  const backupBytes = registry.gauge({ name: 'backup_last_bytes', help: 'Size of the newest backup.' })
  const backupOk = registry.gauge({
    name: 'backup_last_success',
    help: 'Whether the last try of this process to make a backup succeeded, or none was made: 1 yes, 0 no.',
  })
  const backupEvery = registry.gauge({
    name: 'backup_interval_seconds',
    help: 'How often backups are made (backup.every). Absent: none are scheduled.',
  })
  return {
    testMade: (accountId: string | undefined) =>
      tests.add(1, accountId === undefined ? 'anonymous' : 'account'),
    sessionBegun: () => sessions.add(1),
    relay(relay: Relay): Relay {
      return {
        async send(mail) {
          const delivery = await relay.send(mail)
          sent.add(1, delivery.kind)
          return delivery
        },
      }
    },
    followBackups({ latest, state, setting }: Pick<Backups, 'latest' | 'state' | 'setting'>): void {
      registry.collect('backups', async () => {
        for (const gauge of [backupAt, backupBytes, backupOk, backupEvery]) gauge.clear()
        if (setting.everyMs !== undefined) backupEvery.set(setting.everyMs / 1000)
        const last = await latest()
        const { failed } = state()
        backupOk.set(failed && (!last || failed.at > last.madeAt) ? 0 : 1)
        if (!last) return
        backupAt.set(last.madeAt.getTime() / 1000)
        backupBytes.set(last.bytes)
      })
    },
  }
}
