import { isToken } from '../../core/mail-test.ts'
import type { Result } from '../../core/refusal.ts'
import type { TokenActor } from '../../services/access/actor.ts'
import type { SHARED_ROUTES } from '../../services/api-description/routes/shared-tests.ts'
import { answer, refuse } from '../answer.ts'
import type { HandlerDeps } from '../deps.ts'
import type { Asked, Handlers } from '../handler.ts'
import { toMessageBody, toReportBody } from '../wire.ts'

/** The token in the path is the credential: it must not be found by search engines or leave as a referrer. */
const DISCREET = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } as const

/** Tests that were made without an account. */
export function sharedHandlers({
  mailTests,
  checkWords,
}: HandlerDeps): Pick<Handlers, keyof typeof SHARED_ROUTES> {
  const respond = async <T>(
    { request }: Asked,
    actor: TokenActor,
    read: (actor: TokenActor, token: string, messageId?: string) => Promise<Result<T>>,
    toBody: (found: T) => object,
  ): Promise<Response> => {
    const { token } = actor
    if (!isToken(token)) return refuse({ kind: 'not_found', what: 'test' }, DISCREET)
    const messageId = new URL(request.url).searchParams.get('m') || undefined
    const found = await read(actor, token, messageId)
    return found.ok ? answer(200, toBody(found.value), DISCREET) : refuse(found.refusal, DISCREET)
  }
  return {
    getSharedTest: (asked, actor) =>
      respond(asked, actor, mailTests.read, (view) => toReportBody(view, 'token', checkWords)),
    getSharedMessage: (asked, actor) => respond(asked, actor, mailTests.readMessage, toMessageBody),
  }
}
