import type { Result } from '../core/refusal.ts'
import type { ToldTest } from '../services/mail-tests/told-tests.ts'
import type { Announcer } from '../services/ports.ts'

interface Waiting {
  announcer: Pick<Announcer, 'listen'>
  token: string
  seconds: number
  /** Each ends the wait: the caller went away, or the service stops. */
  until: readonly AbortSignal[]
  read(): Promise<Result<ToldTest>>
}

/** Reads a test, and again at each of its changes while it is pending, until the time is up. */
export async function readWhenSettled({
  announcer,
  token,
  seconds,
  until,
  read,
}: Waiting): Promise<Result<ToldTest>> {
  const ended = AbortSignal.any([...until, AbortSignal.timeout(seconds * 1000)])
  let changed = Promise.withResolvers<void>()
  // Listening begins before the first reading, so that no change falls between the two.
  const silence = announcer.listen(token, () => changed.resolve())
  const wake = () => changed.resolve()
  ended.addEventListener('abort', wake)
  try {
    for (;;) {
      const view = await read()
      if (ended.aborted || !view.ok || view.value.test.status !== 'pending') return view
      await changed.promise
      changed = Promise.withResolvers<void>()
    }
  } finally {
    silence()
    ended.removeEventListener('abort', wake)
  }
}
