import type { Refusal } from '../../core/refusal.ts'
import { type AnonymousHeld, type AnonymousShares, shareWithout } from '../../core/space.ts'
import { type Readiness, refusalFor } from '../readiness.ts'

/** What stands against mail to a test without an account; `held` gives what its shares hold. */
export async function againstAnonymousMail(
  readiness: Pick<Readiness, 'obstacle' | 'anonymousFull'>,
  shares: AnonymousShares | undefined,
  held: () => Promise<AnonymousHeld | undefined>,
): Promise<Refusal | undefined> {
  const obstacle = await readiness.obstacle()
  if (obstacle) return refusalFor(obstacle)
  if (await readiness.anonymousFull()) return { kind: 'anonymous_share_full' }
  const now = shares && (await held())
  const full = shares && now && shareWithout(0, now, shares)
  return full && { kind: full }
}
