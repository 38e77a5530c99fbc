import type { CheckWordsByName } from '../core/check-words.ts'
import type { KeyActor } from '../services/access/actor.ts'
import type { ApiKeys } from '../services/access/api-keys.ts'
import type { Quota } from '../services/access/quota.ts'
import type { Aggregates } from '../services/aggregates/aggregates.ts'
import type { SenderDomains } from '../services/domains/sender-domains.ts'
import type { Hinting } from '../services/mail-tests/hinting.ts'
import type { MailTests } from '../services/mail-tests/mail-tests.ts'
import type { Announcer, Clock } from '../services/ports.ts'
import type { Sessions } from './auth.ts'
import type { Bodies } from './body.ts'
import type { OwnHeaders } from './own-headers.ts'

/** The services that the API stands on. */
export interface ApiServices {
  apiKeys: Pick<ApiKeys, 'authenticate'>
  quota: Pick<Quota, 'admit'>
  mailTests: Pick<MailTests, 'allocate' | 'list' | 'read' | 'readMessage' | 'tell' | 'address'>
  hinting: Pick<Hinting, 'give'>
  senderDomains: SenderDomains
  aggregates: Pick<Aggregates, 'summary' | 'reports' | 'sources'>
  announcer: Pick<Announcer, 'listen'>
  checkWords: CheckWordsByName
  /** Dashboard sessions. Absent: there are none, and a cookie opens nothing. */
  sessions?: Sessions
}

/** What handlers are made of. */
export interface HandlerDeps extends ApiServices {
  /** Without a slash at its end. */
  baseUrl: string
  bodies: Bodies
  clock: Clock
  /** Aborted when the service stops. */
  closing: AbortSignal
}

/** Whatever answers a request: an Elysia instance is one. */
export interface Answers {
  handle(request: Request): Response | Promise<Response>
  /** The patterns of its paths. Absent: they are not known. */
  table?: readonly { path: string }[]
}

/** Answers for what a request threw. */
export type Failed = (request: Request, cause: unknown, id: string) => Response

/** One message of the Model Context Protocol, of somebody who was let in. */
export interface McpQuestion {
  /** Its body is read. */
  request: Request
  /** The body: JSON, of any shape. */
  message: unknown
  /** Asks the API as who was let in. */
  ask(request: Request): Promise<Response>
  /** Is told of a bug. */
  failed(cause: unknown): void
}

/** Answers it. */
export type AnswerMcp = (question: McpQuestion) => Promise<Response>

/** The API: as the pages, or with what its answer says of the request itself; then it takes most paths without a search. */
export interface ApiAnswers {
  answer(request: Request, pathname: string, own: OwnHeaders): Response | Promise<Response>
  /** A request of the service itself, for somebody whom it let in. */
  answerAs(actor: KeyActor, request: Request, own: OwnHeaders): Promise<Response>
  /** What its router knows. */
  routes: readonly { method: string; path: string }[]
}

/** What the pages get from the server that carries them. */
export interface WebSeam {
  /** The network a request comes from, as text: an IPv4 address or an IPv6 /64. */
  clientOf(request: Request): string
  /** Aborted when the service stops: ends every open stream. */
  closing: AbortSignal
}
