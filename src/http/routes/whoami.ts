import { Elysia } from 'elysia'
import { answer } from '../answer.ts'
import type { RouteDeps } from '../deps.ts'
import { methodNotAllowed, UNREAD } from '../method.ts'
import { toWhoamiBody } from '../wire.ts'

/** GET /v1/whoami: whether a key works, and what for. */
export function whoamiRoutes({ keyed }: RouteDeps) {
  const whoami = keyed(undefined, async (_asked: { request: Request }, actor) =>
    answer(200, toWhoamiBody(actor)),
  )

  return new Elysia({ name: 'routes/whoami', strictPath: true })
    .get('/v1/whoami', ({ request }) => whoami({ request }), UNREAD)
    .all('/v1/whoami', methodNotAllowed('GET, HEAD'), UNREAD)
}
