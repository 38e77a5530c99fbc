import type { Envelope } from '../../core/message.ts'
import type { Refusal, Result } from '../../core/refusal.ts'
import type { RoleMessage } from '../../store/role-mail.ts'

/** Where mail for an address goes. */
export type Recipient =
  | { kind: 'test'; token: string }
  /** `token`: of the test that is made of the message. */
  | { kind: 'monitor'; monitorId: string; accountId: string; token: string }
  /** `from`: the network that sends it. */
  | { kind: 'role'; role: RoleMessage['role']; from: string }
  /** The reports address of a domain. */
  | { kind: 'reports'; domainId: string; from: string }
  /** The complaints address of a domain. */
  | { kind: 'complaints'; domainId: string; from: string }

export type RecipientKind = Recipient['kind']
export type RecipientOf<Kind extends RecipientKind> = Extract<Recipient, { kind: Kind }>

/** A message for one recipient, with our id for it. */
export interface Delivery<Kind extends RecipientKind = RecipientKind> {
  id: string
  recipient: RecipientOf<Kind>
  envelope: Envelope
  raw: Uint8Array
}

/** What is asked about a local part, lower case, without quotes and suffix. */
export interface Asked {
  local: string
  /** Of the message; 0: not known yet. */
  bytes: number
  /** The network that sends it; '' where a relay did not tell. */
  from: string
}

/** What mail for one kind of recipient is taken by. */
export interface RecipientHandler<Kind extends RecipientKind> {
  /** Who lives there, and whether such a message would still be taken. Absent: nobody of this kind. */
  find(asked: Asked): Promise<Result<RecipientOf<Kind>> | undefined>
  /** Stores all of them; what stands against it, where something does. */
  store(deliveries: readonly Delivery<Kind>[]): Promise<Refusal | undefined>
}

/** One for each kind. In this order they are asked whose an address is, and store what came for several of them. */
export type RecipientHandlers = { readonly [Kind in RecipientKind]: RecipientHandler<Kind> }
