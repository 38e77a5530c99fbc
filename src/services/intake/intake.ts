import { messageIdFrom } from '../../core/mail-test.ts'
import type { Envelope } from '../../core/message.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { MessageBounds } from '../../store/messages.ts'
import type { Store } from '../../store/store.ts'
import type { Limits } from '../access/limits.ts'
import type { Announcer, Clock, Log, RandomBytes } from '../ports.ts'
import { type Readiness, refusalFor } from '../readiness.ts'
import { type AddressParts, asciiDomain, baseOf, isBarePostmaster, partsOf } from './address.ts'
import { complaintMail } from './complaint-mail.ts'
import type { ReportMailIntake } from './mail-of-domains.ts'
import { type MonitorMailIntake, monitorMail } from './monitor-mail.ts'
import { tellReceived } from './received-lines.ts'
import type { Delivery, Recipient, RecipientHandlers, RecipientKind, RecipientOf } from './recipient.ts'
import { reportMail } from './report-mail.ts'
import { type RoleMailBounds, roleMail } from './role-mail.ts'
import { testMail } from './test-mail.ts'

export interface IntakeBounds extends MessageBounds, RoleMailBounds {}

export interface IntakeDeps {
  store: Store
  announcer: Pick<Announcer, 'announce'>
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  random: RandomBytes
  /** The domain of the test addresses. */
  mailDomain: string
  /** Absent: there are no reports addresses. */
  reports?: ReportMailIntake
  /** Absent: there are no addresses of monitors. */
  monitors?: MonitorMailIntake
  bounds: IntakeBounds
  readiness: Pick<Readiness, 'obstacle' | 'hasRoom' | 'take'>
  log: Log
}

/** Takes received mail, whatever protocol brought it. */
export interface Intake {
  /** Is the address of one of our domains (or the bare postmaster), whether or not anybody lives there? */
  isOurs(address: string): boolean
  /** Is there room for a message of so many bytes (0: not known yet)? Takes none of it. */
  room(bytes: number): Promise<Result<void>>
  /**
   * Who lives at the address, and whether a message of so many bytes (0: not known yet) would still be taken from that
   * network.
   */
  recipient(address: string, bytes?: number, from?: string): Promise<Result<Recipient>>
  /** Stores the message once for each recipient, and resolves when it is durable. `reply` is the id that its client is told. */
  accept(
    recipients: readonly Recipient[],
    envelopeFor: (recipient: Recipient, reply: string) => Envelope,
    raw: Uint8Array,
  ): Promise<Result<Stored>>
}

/** Our ids of a message that is durable. */
export interface Stored {
  /** For each recipient, in their order. */
  ids: string[]
  /** What the client is told: the id of the message, and where it has several recipients one that is none of theirs. */
  reply: string
}

export function createIntake(deps: IntakeDeps): Intake {
  const { readiness } = deps
  const ours = asciiDomain(deps.mailDomain)
  const tell = teller(deps)
  // Role mail first: if the tests then refuse, the sender's second try gives the operator a copy too many or a monitor a
  // message too many, never a test.
  const rooms: RecipientHandlers = {
    role: roleMail(deps),
    reports: reportMail(deps),
    complaints: complaintMail(deps),
    monitor: monitorMail({ ...deps, tell }),
    test: testMail({ ...deps, tell }),
  }
  const kinds = [
    'role',
    'reports',
    'complaints',
    'monitor',
    'test',
  ] as const satisfies readonly RecipientKind[]
  const reportsHost = deps.reports && asciiDomain(deps.reports.host)

  /** Who may live at an address of this domain. */
  function kindsAt(parts: AddressParts): RecipientKind[] {
    const { domain } = parts
    if (isBarePostmaster(parts)) return ['role']
    if (domain !== reportsHost) return domain === ours ? ['role', 'monitor', 'test'] : []
    return domain === ours ? [...kinds] : ['role', 'reports', 'complaints']
  }

  async function noRoom(): Promise<Result<never>> {
    const obstacle = await readiness.obstacle()
    return refused(obstacle ? refusalFor(obstacle) : { kind: 'out_of_space' })
  }

  async function storeOf<Kind extends RecipientKind>(
    kind: Kind,
    deliveries: readonly Delivery[],
  ): Promise<Refusal | undefined> {
    const own = deliveries.flatMap(({ recipient, ...message }) =>
      isOf(kind, recipient) ? [{ ...message, recipient }] : [],
    )
    return own.length === 0 ? undefined : rooms[kind].store(own)
  }

  return {
    isOurs(address) {
      return kindsAt(partsOf(address)).length > 0
    },
    async room(bytes) {
      return (await readiness.hasRoom(bytes)) ? granted(undefined) : noRoom()
    },
    async recipient(address, bytes = 0, from = '') {
      const parts = partsOf(address)
      const local = baseOf(parts.local)
      for (const kind of kindsAt(parts)) {
        const found = await rooms[kind].find({ local, bytes, from })
        if (found) return found
      }
      return refused({ kind: 'unknown_recipient' })
    },
    async accept(recipients, envelopeFor, raw) {
      if (!(await readiness.take(raw.byteLength * recipients.length))) return noRoom()
      const ids = recipients.map(() => messageIdFrom(deps.random))
      const reply = (ids.length === 1 && ids[0]) || messageIdFrom(deps.random)
      const deliveries = recipients.map((recipient, index): Delivery => {
        return { id: ids[index] ?? reply, recipient, envelope: envelopeFor(recipient, reply), raw }
      })
      for (const kind of kinds) {
        const refusal = await storeOf(kind, deliveries)
        if (refusal) return refused(refusal)
      }
      tellReceived(deps.log, deliveries, reply)
      return granted({ ids, reply })
    },
  }
}

/** Who listens cannot undo what is stored. */
function teller({ announcer, log }: Pick<IntakeDeps, 'announcer' | 'log'>): (token: string) => void {
  return (token) => {
    try {
      announcer.announce({ token, change: 'received' })
    } catch (cause) {
      log.error({ err: cause }, 'A listener failed when it was told of a received message')
    }
  }
}

function isOf<Kind extends RecipientKind>(kind: Kind, recipient: Recipient): recipient is RecipientOf<Kind> {
  return recipient.kind === kind
}
