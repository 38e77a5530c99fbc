import { Elysia } from 'elysia'
import { isToken } from '../../core/mail-test.ts'
import { answer, refuse } from '../answer.ts'
import type { RouteDeps } from '../deps.ts'
import { methodNotAllowed, UNREAD } from '../method.ts'
import { toReportBody } from '../wire.ts'

/** The token in the path is the credential: it shall neither be found by search engines nor leave as a referrer. */
const DISCREET = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } as const

/** Anonymous tests: GET /v1/shared/{token}. */
export function sharedRoutes({ mailTests }: RouteDeps) {
  const read = async (request: Request, token: string): Promise<Response> => {
    if (!isToken(token)) return refuse({ kind: 'not_found', what: 'test' }, DISCREET)
    const messageId = new URL(request.url).searchParams.get('m') || undefined
    const view = await mailTests.readShared(token, messageId)
    return view.ok ? answer(200, toReportBody(view.value, 'token'), DISCREET) : refuse(view.refusal, DISCREET)
  }

  return new Elysia({ name: 'routes/shared-reports' })
    .get('/v1/shared/:token', ({ request, params }) => read(request, params.token ?? ''), UNREAD)
    .all('/v1/shared/:token', methodNotAllowed('GET, HEAD'), UNREAD)
}
