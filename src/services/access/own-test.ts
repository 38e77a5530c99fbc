import { type Actor, holdsTest } from '../../core/access/permission.ts'
import { isToken, type MailTest } from '../../core/mail-test.ts'
import type { Store } from '../../store/store.ts'

/** The test of a token, where it is one of the actor's. Absent: there is none, it expired, or it is somebody else's. */
export async function testOf(
  { store }: { store: Pick<Store, 'mailTests'> },
  actor: Actor,
  token: string,
  to: 'read' | 'change',
): Promise<MailTest | undefined> {
  const test = isToken(token) ? await store.mailTests.byToken(token) : undefined
  return test && holdsTest(actor, test, to) ? test : undefined
}
