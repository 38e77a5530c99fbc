import { Elysia } from 'elysia'
import { isToken } from '../../core/mail-test.ts'
import type { Result } from '../../core/refusal.ts'
import { answer, refuse } from '../answer.ts'
import type { RouteDeps } from '../deps.ts'
import { methodNotAllowed, UNREAD } from '../method.ts'
import { toMessageBody, toReportBody } from '../wire.ts'

/** The token in the path is the credential: it shall neither be found by search engines nor leave as a referrer. */
const DISCREET = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } as const

interface Asked {
  request: Request
  /** Null when the path is not properly encoded. */
  params: { token: string | null }
}

/** Anonymous tests: GET /v1/shared/{token}, GET /v1/shared/{token}/message. */
export function sharedRoutes({ mailTests }: RouteDeps) {
  const respond = async <T>(
    { request, params }: Asked,
    read: (token: string, messageId?: string) => Promise<Result<T>>,
    toBody: (found: T) => object,
  ): Promise<Response> => {
    const token = params.token ?? ''
    if (!isToken(token)) return refuse({ kind: 'not_found', what: 'test' }, DISCREET)
    const messageId = new URL(request.url).searchParams.get('m') || undefined
    const found = await read(token, messageId)
    return found.ok ? answer(200, toBody(found.value), DISCREET) : refuse(found.refusal, DISCREET)
  }
  const report = (asked: Asked) => respond(asked, mailTests.readShared, (view) => toReportBody(view, 'token'))
  const message = (asked: Asked) => respond(asked, mailTests.readSharedMessage, toMessageBody)

  return new Elysia({ name: 'routes/shared-reports', strictPath: true })
    .get('/v1/shared/:token', ({ request, params }) => report({ request, params }), UNREAD)
    .all('/v1/shared/:token', methodNotAllowed('GET, HEAD'), UNREAD)
    .get('/v1/shared/:token/message', ({ request, params }) => message({ request, params }), UNREAD)
    .all('/v1/shared/:token/message', methodNotAllowed('GET, HEAD'), UNREAD)
}
