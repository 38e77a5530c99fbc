import { deliveryInWords } from '../../outgoing/delivery-words.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Delivery } from '../../outgoing/relay.ts'
import type { Addressees } from '../addressees.ts'
import type { Send, Sending, Sent } from '../sending.ts'
import type { EventWords } from '../words/words.ts'
import { wordsOfEvent } from '../words/words-of-event.ts'

export interface EmailDeps {
  /** Absent: no relay is configured. */
  outgoing?: Pick<Outgoing, 'send'>
  addressees: Addressees
  /** host:port of the relay, for those who can change it. */
  relay: string
  /** Where links of our own mail lead. */
  baseUrl: string
}

/** Mail that is handed over at the same time. */
const AT_ONCE = 4
/** Messages of which it is known who got them: whoever has one gets it no second time when another is tried again. */
const MOST_KNOWN = 500

/** Sends by the relay of the config. */
export function createEmailSend(deps: EmailDeps): Send {
  const got = createReceipts()

  return async (sending) => {
    const { destination, target, payload, delivery } = sending
    const began = performance.now()
    const words = wordsOfEvent(payload)
    const ended = (outcome: Sent['outcome'], says: string): Sent => ({
      tookMs: Math.round(performance.now() - began),
      outcome,
      says,
      request: { method: 'SMTP', url: destination.shown, headers: { subject: words.title } },
    })
    if (target.kind !== 'email') return ended('unreached', 'The destination is no address.')
    const { outgoing } = deps
    if (!outgoing) return ended('unreached', NO_RELAY)
    const to = await deps.addressees.of(destination.accountId, target)
    if (to.length === 0) return ended('refused', nobody(sending))
    const facts = factsOf(words, deps.baseUrl, destination.name)
    const mail = (address: string) => outgoing.send('alert', { address }, facts, delivery.messageId)
    const failed = await mailEach(to, got.of(delivery.messageId), mail)
    const [first] = failed
    if (!first) {
      // A replay is for all of them again.
      got.forget(delivery.messageId)
      return ended('delivered', deliveredTo(to.length))
    }
    const says = inWords(first.came, first.address, sending, deps.relay)
    const others = to.length - failed.length
    return ended(
      failed.some(({ came }) => UNREACHED.includes(came.kind)) ? 'unreached' : 'refused',
      others > 0 ? `${says} ${deliveredTo(others)}` : says,
    )
  }
}

/** Mails those who did not get it yet, and notes who did; gives the others. */
async function mailEach(
  to: readonly string[],
  taken: Set<string>,
  mail: (address: string) => Promise<Delivery>,
): Promise<{ address: string; came: Delivery }[]> {
  const left = to.filter((address) => !taken.has(address))
  const failed: { address: string; came: Delivery }[] = []
  const worker = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      const came = await mail(address)
      if (came.kind === 'accepted') taken.add(address)
      else failed.push({ address, came })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return failed
}

/** Who got which message, of the latest that not everybody got. */
function createReceipts() {
  const got = new Map<string, Set<string>>()
  return {
    of(messageId: string): Set<string> {
      const those = got.get(messageId) ?? new Set<string>()
      got.delete(messageId)
      got.set(messageId, those)
      const oldest = got.size > MOST_KNOWN ? got.keys().next().value : undefined
      if (oldest !== undefined) got.delete(oldest)
      return those
    },
    forget: (messageId: string) => got.delete(messageId),
  }
}

const NO_RELAY =
  'No relay is configured: this service cannot send mail. Set relay.host and relay.from in its configuration.'

const deliveredTo = (count: number) =>
  count === 1 ? 'The relay took the message.' : `The relay took the message for ${count} addresses.`

function nobody({ destination, target }: Sending): string {
  const to = target.kind === 'email' ? target.to : ''
  if (to === 'administrators')
    return destination.accountId === undefined
      ? 'Nobody administers this service.'
      : 'Mail to administrators is for alerts of the service itself.'
  return destination.accountId === undefined
    ? `${to} is of nobody who administers this service.`
    : `${to} is of nobody in this account who confirmed it. Enter another address, or have them confirm it.`
}

const UNREACHED: readonly Delivery['kind'][] = ['not_reached', 'tls_refused', 'sign_in_refused', 'timeout']

/** What became of it: of the relay itself people of accounts are told no more than that it did not work. */
function inWords(delivery: Delivery, address: string, { destination }: Sending, relay: string): string {
  if (destination.accountId === undefined) return deliveryInWords(delivery, relay)
  if (delivery.kind === 'recipient_refused') return `The relay refused ${address}: ${delivery.says}.`
  if (delivery.kind === 'needs_smtputf8')
    return `The relay does not take ${address}: it has letters beyond ASCII before the @.`
  return 'The mail relay of this service did not take the message. Whoever runs the service sees why under Set-up in its administration.'
}

/** A link that leads elsewhere, as after a change of site.base_url, is not mailed. */
function factsOf({ title, lines, link }: EventWords, baseUrl: string, channel: string) {
  const isOurs = link !== undefined && URL.parse(link.url)?.origin === new URL(baseUrl).origin
  return { title, lines, channel, ...(isOurs && { link: link.url, label: link.label }) }
}
