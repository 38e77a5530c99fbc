import { domainToASCII } from 'node:url'
import { createHourlyCount } from '../core/hourly-count.ts'
import { messageIdFrom } from '../core/mail-test.ts'
import type { Envelope } from '../core/message.ts'
import { granted, type Refusal, type Result, refused } from '../core/refusal.ts'
import { shareWithout } from '../core/space.ts'
import { clientNetwork } from '../net/ip.ts'
import type { MessageBounds, NewMessage, RoleMessage, Store } from '../store/store.ts'
import type { Announcer, Clock, Log, RandomBytes } from './ports.ts'
import { type Readiness, refusalFor } from './readiness.ts'

/** Where mail for an address goes. */
export type Recipient =
  | { kind: 'test'; token: string }
  /** `from`: the network that sends it. */
  | { kind: 'role'; role: RoleMessage['role']; from: string }

export interface IntakeBounds extends MessageBounds {
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
export const ROLE_MAIL_BOUNDS = {
  roleBytes: 100 * MB,
  roleMessageBytes: 5 * MB,
  roleMessagesPerHour: 100,
  roleMessagesPerNetwork: 10,
}

export interface IntakeDeps {
  store: Store
  announcer: Pick<Announcer, 'announce'>
  clock: Clock
  random: RandomBytes
  /** The domain of the test addresses. */
  mailDomain: string
  bounds: IntakeBounds
  readiness: Pick<Readiness, 'obstacle' | 'hasRoom' | 'take'>
  log: Log
}

/** The door for received mail, whatever protocol brought it. */
export interface Intake {
  /** Is the address of our mail domain (or the bare postmaster), whether or not anybody lives there? */
  isOurs(address: string): boolean
  /** Is there room for a message of so many bytes (0: not known yet)? Takes none of it. */
  room(bytes: number): Promise<Result<void>>
  /**
   * Who lives at the address, and whether a message of so many bytes (0: not known yet) would still be taken from that
   * network.
   */
  recipient(address: string, bytes?: number, from?: string): Promise<Result<Recipient>>
  /** Stores the message once for each recipient. Resolves when it is durable, with our id for each, in their order. */
  accept(
    recipients: readonly Recipient[],
    envelopeFor: (recipient: Recipient, id: string) => Envelope,
    raw: Uint8Array,
  ): Promise<Result<string[]>>
}

const ROLES: Readonly<Record<string, RoleMessage['role']>> = { postmaster: 'postmaster', abuse: 'abuse' }

export function createIntake(deps: IntakeDeps): Intake {
  const { store, clock, bounds, readiness } = deps
  const ours = asciiDomain(deps.mailDomain)
  const roleRate = createHourlyCount(bounds.roleMessagesPerHour, bounds.roleMessagesPerNetwork, clock)

  async function testAt(localPart: string, bytes: number): Promise<Result<Recipient>> {
    const held = await store.mailTests.mailbox(localPart)
    if (!held) return refused({ kind: 'unknown_recipient' })
    if (held.messages >= bounds.messagesPerTest || held.bytes + bytes > bounds.bytesPerTest) {
      return refused({ kind: 'mailbox_full' })
    }
    const { anonymous } = bounds
    const full = anonymous && held.anonymous && shareWithout(bytes, held.anonymous, anonymous)
    if (full) return refused({ kind: full })
    return granted({ kind: 'test', token: held.token })
  }

  /** What stands against taking a message for postmaster@ or abuse@. */
  function againstRole(bytes: number, from: string): Refusal | undefined {
    const limit = bounds.roleMessageBytes
    if (bytes > limit) return { kind: 'message_too_big', limit }
    const wait = roleRate.wait(from)
    return wait > 0 ? { kind: 'rate_limited', retryAfterSeconds: wait } : undefined
  }

  async function storeRoleMail(
    messages: readonly { message: RoleMessage; from: string }[],
  ): Promise<Refusal | undefined> {
    for (const { message, from } of messages) {
      const refusal = againstRole(message.raw.byteLength, from)
      if (refusal) return refusal
      const answer = await store.roleMail.accept(message, { bytes: bounds.roleBytes })
      if (answer === 'full') return { kind: 'mailbox_full' }
      if (answer === 'no_space') return { kind: 'out_of_space' }
      roleRate.count(from)
    }
    return undefined
  }

  async function storeTestMail(messages: NewMessage[]): Promise<Refusal | undefined> {
    if (messages.length === 0) return undefined
    const answer = await store.messages.accept(messages, bounds)
    if (answer === 'stored') return undefined
    if (answer === 'unknown_test') return { kind: 'unknown_recipient' }
    return { kind: answer === 'no_space' ? 'out_of_space' : answer }
  }

  async function noRoom(): Promise<Result<never>> {
    const obstacle = await readiness.obstacle()
    return refused(obstacle ? refusalFor(obstacle) : { kind: 'out_of_space' })
  }

  /** Who listens cannot undo what is stored. */
  function tell(token: string): void {
    try {
      deps.announcer.announce({ token, change: 'received' })
    } catch (cause) {
      deps.log.error({ err: cause }, 'A listener failed when it was told of a received message')
    }
  }

  return {
    isOurs(address) {
      const parts = partsOf(address)
      return parts.domain === ours || isBarePostmaster(parts)
    },
    async room(bytes) {
      return (await readiness.hasRoom(bytes)) ? granted(undefined) : noRoom()
    },
    async recipient(address, bytes = 0, from = '') {
      const parts = partsOf(address)
      if (parts.domain !== ours && !isBarePostmaster(parts)) return refused({ kind: 'unknown_recipient' })
      const localPart = baseOf(parts.local)
      const role = Object.hasOwn(ROLES, localPart) ? ROLES[localPart] : undefined
      if (!role) return testAt(localPart, bytes)
      const refusal = againstRole(bytes, from)
      return refusal ? refused(refusal) : granted({ kind: 'role', role, from })
    },
    async accept(recipients, envelopeFor, raw) {
      if (!(await readiness.take(raw.byteLength * recipients.length))) return noRoom()
      const roleMail: { message: RoleMessage; from: string }[] = []
      const testMail: NewMessage[] = []
      const ids: string[] = []
      for (const recipient of recipients) {
        const id = messageIdFrom(deps.random)
        const envelope = envelopeFor(recipient, id)
        ids.push(id)
        if (recipient.kind === 'role') {
          const { role, from } = recipient
          roleMail.push({ message: { id, role, envelope, raw }, from })
        } else testMail.push({ id, token: recipient.token, envelope, raw, ...senderOf(envelope) })
      }
      // Role mail first: if the tests then refuse, the sender's second try gives the operator a copy too many, never a
      // test a message too many.
      const refusal = (await storeRoleMail(roleMail)) ?? (await storeTestMail(testMail))
      if (refusal) return refused(refusal)
      for (const { token } of testMail) tell(token)
      return granted(ids)
    },
  }
}

/** Whose turn the message takes, beside that of whoever made the test. What a file says of it may be made up. */
function senderOf({ transport, clientAddress }: Envelope): Pick<NewMessage, 'sender'> {
  const network = transport === 'smtp' && clientAddress && clientNetwork(clientAddress)
  return network ? { sender: network } : {}
}

interface AddressParts {
  /** As written, quoted or not. */
  local: string
  /** Lower case, A-labels; '' for an address without one. */
  domain: string
}

function partsOf(address: string): AddressParts {
  const at = address.lastIndexOf('@')
  if (at < 0) return { local: address, domain: '' }
  return { local: address.slice(0, at), domain: asciiDomain(address.slice(at + 1)) }
}

/** Only what is not ASCII is converted: the rules of URLs would make more of `%41` or `[::1]` than SMTP does. */
function asciiDomain(domain: string): string {
  const isAscii = !/[^\0-\x7F]/.test(domain)
  return (isAscii || domain.includes('%') ? '' : domainToASCII(domain)) || domain.toLowerCase()
}

/** `RCPT TO:<Postmaster>`, which needs no domain (RFC 5321 4.5.1). */
function isBarePostmaster({ local, domain }: AddressParts): boolean {
  return domain === '' && local.toLowerCase() === 'postmaster'
}

/** The local part we know: without quotes (RFC 5321 4.1.2: they change nothing), without `+suffix`, lower case. */
function baseOf(local: string): string {
  const quoted = local.length > 1 && local.startsWith('"') && local.endsWith('"')
  const bare = quoted ? local.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : local
  const plus = bare.indexOf('+')
  return (plus < 0 ? bare : bare.slice(0, plus)).toLowerCase()
}
