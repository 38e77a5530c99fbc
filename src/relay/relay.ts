import { createHash } from 'node:crypto'
import type { Mailbox } from '../core/mailbox.ts'
import type { Relay } from '../services/outgoing/relay.ts'
import type { Clock, RandomBytes } from '../services/ports.ts'
import type { RelayServer } from './session.ts'

interface RelayDeps {
  server: RelayServer
  from: Mailbox
  /** Puts our DKIM signature before the message. Absent: the relay signs, or nobody does. */
  sign?(raw: Uint8Array): Promise<Uint8Array>
  clock: Clock
  random: RandomBytes
}

const ID_BYTES = 16

const idOf = (key: string, address: string) =>
  createHash('sha256').update(`${key}\0${address}`).digest().subarray(0, ID_BYTES)

/** The relay of the config. What writes and sends mail is loaded for the first message: it would take a tenth of the start. */
export function createRelay({ server, from, sign, clock, random }: RelayDeps): Relay {
  return {
    async send(mail) {
      const [{ composeMessage }, { deliver }] = await Promise.all([
        import('./compose.ts'),
        import('./session.ts'),
      ])
      const { key, to } = mail
      const id = key === undefined ? random(ID_BYTES) : idOf(key, to.address)
      const message = await composeMessage(mail, {
        from,
        now: clock.now(),
        id: Buffer.from(id).toString('hex'),
      })
      const raw = Buffer.from(sign ? await sign(message) : message)
      return deliver(server, { from: from.address, to: to.address, raw })
    },
  }
}
