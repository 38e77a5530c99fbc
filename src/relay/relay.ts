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

/** The relay of the config. What writes and sends mail is loaded for the first message: it would take a tenth of the start. */
export function createRelay({ server, from, sign, clock, random }: RelayDeps): Relay {
  return {
    async send(mail) {
      const [{ composeMessage }, { deliver }] = await Promise.all([
        import('./compose.ts'),
        import('./session.ts'),
      ])
      const id = Buffer.from(random(ID_BYTES)).toString('hex')
      const message = await composeMessage(mail, { from, now: clock.now(), id })
      const raw = Buffer.from(sign ? await sign(message) : message)
      return deliver(server, { from: from.address, to: mail.to.address, raw })
    },
  }
}
