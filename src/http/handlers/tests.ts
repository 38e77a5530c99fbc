import { isToken } from '../../core/mail-test.ts'
import type { Result } from '../../core/refusal.ts'
import type { AccountActor } from '../../services/access/actor.ts'
import { WAIT } from '../../services/api-description/parameters.ts'
import { TEST_ROUTES } from '../../services/api-description/routes/tests.ts'
import type { TestView } from '../../services/mail-tests/mail-tests.ts'
import { createSeats, type Seats } from '../../services/seats.ts'
import { answer, refuse } from '../answer.ts'
import type { HandlerDeps } from '../deps.ts'
import type { Asked, Handlers } from '../handler.ts'
import { integerOf, pageHeaders, pageOf } from '../paging.ts'
import { hintChangeOf } from '../sender-hints.ts'
import { readWhenSettled } from '../waiting.ts'
import { toListItem, toReportBody, toTestBody } from '../wire.ts'

/** Answers that are held back at once, for all and for one account. Past it a test is read at once. */
const HELD = { total: 5000, perClient: 1000 }

const BAD_KEY = {
  kind: 'bad_request',
  reason: 'An Idempotency-Key is 1 to 255 visible ASCII characters.',
} as const

/** The tests of an account. */
export function testHandlers(deps: HandlerDeps): Pick<Handlers, keyof typeof TEST_ROUTES> {
  const { mailTests, bodies } = deps
  const held = createSeats(HELD)
  return {
    async createTest({ request }, actor) {
      const flaw = await bodies.unused(request, actor.accountId)
      if (flaw) return flaw
      const key = request.headers.get('idempotency-key') ?? undefined
      if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) return refuse(BAD_KEY)
      const made = await mailTests.allocate(actor, key)
      if (!made.ok) return refuse(made.refusal)
      const { test, replayed } = made.value
      return answer(201, toTestBody(test, mailTests.address(test)), {
        location: `${TEST_ROUTES.createTest.path}/${test.token}`,
        ...(replayed && { 'idempotent-replayed': 'true' }),
      })
    },
    async listTests({ request }, actor) {
      const page = pageOf(new URL(request.url))
      const { items, total } = await mailTests.list(actor, page)
      const headers = pageHeaders(`${deps.baseUrl}${TEST_ROUTES.listTests.path}`, page, total)
      return answer(200, { tests: items.map(toListItem) }, headers)
    },
    async getTest(asked, actor) {
      const view = await readOwn({ ...deps, held }, asked, actor)
      return view.ok ? answer(200, toReportBody(view.value, 'owner', deps.checkWords)) : refuse(view.refusal)
    },
    async updateTest({ request, params: { token = '' } }, actor) {
      const body = await bodies.object(request, actor.accountId)
      if (body instanceof Response) return body
      const change = hintChangeOf(body)
      if ('kind' in change) return refuse(change)
      const said = await deps.hinting.give(actor, token, change.value)
      if (!said.ok) return refuse(said.refusal)
      const view = await mailTests.read(actor, token)
      return view.ok ? answer(200, toReportBody(view.value, 'owner', deps.checkWords)) : refuse(view.refusal)
    },
  }
}

async function readOwn(
  { mailTests, announcer, closing, held }: HandlerDeps & { held: Seats },
  { request, params: { token = '' } }: Asked,
  actor: AccountActor,
): Promise<Result<TestView>> {
  if (!isToken(token)) return { ok: false, refusal: { kind: 'not_found', what: 'test' } }
  const url = new URL(request.url)
  const messageId = url.searchParams.get('m') || undefined
  const seconds = integerOf(url, WAIT)
  const once = () => mailTests.read(actor, token, messageId)
  const seat = seconds === 0 ? undefined : held.take(actor.accountId)
  if (!seat) return once()
  try {
    const until = [request.signal, closing]
    return await readWhenSettled({ announcer, token, seconds, until, read: once })
  } finally {
    seat.leave()
  }
}
