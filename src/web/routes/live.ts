import type { TestView } from '../../services/mail-tests/mail-tests.ts'
import { createSeats } from '../../services/seats.ts'
import type { WebDeps } from '../deps.ts'
import { stackOf } from '../fault.ts'
import { eventStream, text } from '../respond.ts'
import type { Handler } from '../router.ts'
import { createLiveStream, type LiveStream } from '../streams.ts'
import { versionOf } from '../view.ts'

const BOUNDS = { total: 1000, perClient: 40 }
/** A page left open asks anew after this; the browser does so by itself. Then it is looked at anew who is signed in. */
const LONGEST_MS = { token: 60 * 60_000, session: 10 * 60_000 }

/** `/t/<token>/events`: says what the test is now, and again on every change, until it is gone. */
export function liveHandler(deps: WebDeps): Handler<'test:tests.read'> {
  const seats = createSeats(BOUNDS)

  return async ({ request, reader, token, client }) => {
    const first = await deps.mailTests.read(reader, token)
    if (!first.ok) return text('There is no such test.', 404)
    const seat = seats.take(client)
    if (!seat)
      return text('Too many pages are waiting. The page retries by itself.', 503, { 'retry-after': '30' })

    const untilExpiry = first.value.test.expiresAt.getTime() - deps.clock.now().getTime()
    const live = createLiveStream({
      signals: [request.signal, deps.closing],
      lifetimeMs: Math.max(0, Math.min(LONGEST_MS[reader.kind], untilExpiry)),
      closed: () => {
        for (const stop of listening) stop()
        seat.leave()
        deps.streams?.closed()
      },
    })
    deps.streams?.opened()
    const tell = createTeller(deps, () => deps.mailTests.read(reader, token), live)
    const listening = [
      // Mail that was refused changes a page that waits, and no report.
      deps.announcer.listen(token, ({ change }) =>
        tell(change === 'refused' || change === 'missed' ? 'perhaps' : 'change'),
      ),
      deps.readiness.listen(() => tell('perhaps')),
    ]
    // Read again now that changes are heard: nothing that happened in between is missed.
    tell('state')
    return eventStream(live.body)
  }
}

/** `state`: what is, to be compared with the page. `change`: something happened after the page was made. `perhaps`:
 * something happened that may not be of this test, which is sent as a change where it is. */
type Occasion = 'state' | 'change' | 'perhaps'

/** Sends the test's present state; calls that come while one is under way are answered by one more. */
function createTeller(
  deps: Pick<WebDeps, 'log'>,
  readNow: () => ReturnType<WebDeps['mailTests']['read']>,
  live: LiveStream,
): (occasion: Occasion) => void {
  let busy = false
  let next: Occasion | undefined
  let told: string | undefined

  const tellOnce = async (occasion: Occasion) => {
    const read = await readNow()
    if (read.ok) {
      const state = stateOf(read.value)
      if (occasion !== 'perhaps' || state.version !== told) {
        live.send(occasion === 'state' ? 'state' : 'change', JSON.stringify(state))
      }
      told = state.version
      return
    }
    live.send('gone', '{}')
    live.close()
  }

  const run = async () => {
    busy = true
    try {
      for (let occasion = next; occasion; occasion = next) {
        next = undefined
        await tellOnce(occasion)
      }
    } catch (error) {
      deps.log.error(
        { route: '/t/:token/events', stack: stackOf(error) },
        'A page could not be told of a change',
      )
      live.close()
    } finally {
      busy = false
    }
  }

  return (occasion) => {
    // What is known to be a change stays one.
    if (occasion !== 'perhaps' || !next) next = occasion
    if (!busy) void run()
  }
}

/** Ids and results only: what a page needs to know whether it is still true. */
function stateOf(view: TestView) {
  const newest = view.messages[0]
  return {
    version: versionOf(view),
    messages: view.messages.length,
    newest: newest ? (newest.outcome?.status ?? 'analysing') : 'none',
  }
}
