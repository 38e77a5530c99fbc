import { isToken } from '../../core/mail-test.ts'
import type { Result } from '../../core/refusal.ts'
import type { TokenActor } from '../../services/access/actor.ts'
import type { SHARED_ROUTES } from '../../services/api-description/routes/shared-tests.ts'
import { answer, answerJson, refuse } from '../answer.ts'
import type { HandlerDeps } from '../deps.ts'
import type { Asked, Handlers } from '../handler.ts'
import { toMessageBody, toReportJson } from '../wire.ts'

/** The token in the path is the credential: it must not be found by search engines or leave as a referrer. */
const DISCREET = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } as const

/** Tests that were made without an account. */
export function sharedHandlers({ mailTests }: HandlerDeps): Pick<Handlers, keyof typeof SHARED_ROUTES> {
  const respond = async <T>(
    { request }: Asked,
    actor: TokenActor,
    read: (actor: TokenActor, token: string, messageId?: string) => Promise<Result<T>>,
    told: (found: T) => Response,
  ): Promise<Response> => {
    const { token } = actor
    if (!isToken(token)) return refuse({ kind: 'not_found', what: 'test' }, DISCREET)
    const { url } = request
    const messageId = url.includes('?') ? new URL(url).searchParams.get('m') || undefined : undefined
    const found = await read(actor, token, messageId)
    return found.ok ? told(found.value) : refuse(found.refusal, DISCREET)
  }
  return {
    getSharedTest: (asked, actor) =>
      respond(asked, actor, mailTests.tell, (told) =>
        answerJson(200, toReportJson(told), { ...DISCREET, ...asked.own.take() }),
      ),
    getSharedMessage: (asked, actor) =>
      respond(asked, actor, mailTests.readMessage, (read) => answer(200, toMessageBody(read), DISCREET)),
  }
}
