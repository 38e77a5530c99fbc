import { Elysia } from 'elysia'
import { isToken } from '../../core/mail-test.ts'
import type { Result } from '../../core/refusal.ts'
import type { TestView } from '../../services/mail-tests.ts'
import { createSeats, type Seats } from '../../services/seats.ts'
import { answer, refuse } from '../answer.ts'
import type { RouteDeps } from '../deps.ts'
import { methodNotAllowed, UNREAD } from '../method.ts'
import { wordChangeOf } from '../owner-word.ts'
import { integerOf, pageHeaders, pageOf } from '../paging.ts'
import { readWhenSettled } from '../waiting.ts'
import { toListItem, toReportBody, toTestBody } from '../wire.ts'

const LONGEST_WAIT_SECONDS = 60

/** Answers that are held back at once, for all and for one account. Past it a test is read at once. */
const HELD = { total: 5000, perClient: 1000 }

const BAD_KEY = {
  kind: 'bad_request',
  reason: 'An Idempotency-Key is 1 to 255 visible ASCII characters.',
} as const

interface Asked {
  request: Request
  /** Null when the path is not properly encoded. */
  params: { token: string | null }
}

/** The tests of an account: POST and GET /v1/tests, GET /v1/tests/{token}, PATCH /v1/tests/{token}/kind. */
export function testRoutes(deps: RouteDeps) {
  const { keyed, readable, mailTests, bodies } = deps
  const held = createSeats(HELD)

  const create = keyed('tests:write', async ({ request }: { request: Request }, actor) => {
    const flaw = await bodies.unused(request, actor.account.id)
    if (flaw) return flaw
    const key = request.headers.get('idempotency-key') ?? undefined
    if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) return refuse(BAD_KEY)
    const made = await mailTests.allocate(actor, key)
    if (!made.ok) return refuse(made.refusal)
    const { test, replayed } = made.value
    return answer(201, toTestBody(test, mailTests.address(test)), {
      location: `/v1/tests/${test.token}`,
      ...(replayed && { 'idempotent-replayed': 'true' }),
    })
  })

  const list = readable('tests:read', async ({ request }: { request: Request }, accountId) => {
    const page = pageOf(new URL(request.url))
    const { items, total } = await mailTests.list(accountId, page)
    const headers = pageHeaders(`${deps.baseUrl}/v1/tests`, page, total)
    return answer(200, { tests: items.map(toListItem) }, headers)
  })

  const read = readable('tests:read', async ({ request, params }: Asked, accountId) => {
    const view = await readOwn({ ...deps, held }, request, params.token ?? '', accountId)
    return view.ok ? answer(200, toReportBody(view.value, 'owner')) : refuse(view.refusal)
  })

  const update = keyed('tests:write', async ({ request, params }: Asked, { account }) => {
    const body = await bodies.object(request, account.id)
    if (body instanceof Response) return body
    const change = wordChangeOf(body)
    if ('kind' in change) return refuse(change)
    const token = params.token ?? ''
    const said = await deps.ownerWords.say(account.id, token, change.value)
    if (!said.ok) return refuse(said.refusal)
    const view = await mailTests.read(account.id, token)
    return view.ok ? answer(200, toReportBody(view.value, 'owner')) : refuse(view.refusal)
  })

  return new Elysia({ name: 'routes/tests', strictPath: true })
    .post('/v1/tests', ({ request }) => create({ request }), UNREAD)
    .get('/v1/tests', ({ request }) => list({ request }), UNREAD)
    .all('/v1/tests', methodNotAllowed('GET, HEAD, POST'), UNREAD)
    .get('/v1/tests/:token', ({ request, params }) => read({ request, params }), UNREAD)
    .all('/v1/tests/:token', methodNotAllowed('GET, HEAD'), UNREAD)
    .patch('/v1/tests/:token/kind', ({ request, params }) => update({ request, params }), UNREAD)
    .all('/v1/tests/:token/kind', methodNotAllowed('PATCH'), UNREAD)
}

async function readOwn(
  { mailTests, announcer, closing, held }: RouteDeps & { held: Seats },
  request: Request,
  token: string,
  accountId: string,
): Promise<Result<TestView>> {
  if (!isToken(token)) return { ok: false, refusal: { kind: 'not_found', what: 'test' } }
  const url = new URL(request.url)
  const messageId = url.searchParams.get('m') || undefined
  const seconds = integerOf(url, 'wait', [0, LONGEST_WAIT_SECONDS]) ?? 0
  const once = () => mailTests.read(accountId, token, messageId)
  const seat = seconds === 0 ? undefined : held.take(accountId)
  if (!seat) return once()
  try {
    const until = [request.signal, closing]
    return await readWhenSettled({ announcer, token, seconds, until, read: once })
  } finally {
    seat.leave()
  }
}
