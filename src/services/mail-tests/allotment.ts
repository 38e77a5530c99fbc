import { allowanceMonth, nextMonth, type Plan } from '../../core/access/account.ts'
import { addressOf, localPartFrom, type MailTest, tokenFrom } from '../../core/mail-test.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import { type By, entryBy } from '../access/by.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { type Readiness, refusalFor } from '../readiness.ts'

export interface AllotmentDeps {
  store: Pick<Store, 'mailTests'>
  clock: Clock
  random: RandomBytes
  readiness: Pick<Readiness, 'obstacle'>
  mailDomain: string
  /** Days until a test of an account expires, unless its plan says otherwise. */
  lifetimeDays: number
}

/** A test, and whether an earlier request had made it. */
export interface Allocated {
  test: MailTest
  replayed: boolean
}

/** Whose test it is to be, and how it comes about. */
export interface Wanted {
  whose: Pick<MailTest, 'source' | 'creatorId'> & { accountId: string }
  plan: Plan
  by: By
  idempotencyKey?: string
}

const DAY_MS = 86_400_000

/** A new test that lasts so many days. */
export function newTest(
  { clock, random }: Pick<AllotmentDeps, 'clock' | 'random'>,
  days: number,
  whose: Pick<MailTest, 'source' | 'accountId' | 'creatorId'>,
): MailTest {
  const createdAt = clock.now()
  return {
    token: tokenFrom(random),
    localPart: localPartFrom(random),
    ...whose,
    status: 'pending',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + days * DAY_MS),
  }
}

/** Makes a test of an account, counted against its monthly allowance, with its entry in the log. */
export async function allot(deps: AllotmentDeps, wanted: Wanted): Promise<Result<Allocated>> {
  const { plan, whose, idempotencyKey: key } = wanted
  const obstacle = await deps.readiness.obstacle()
  if (obstacle) return refused(refusalFor(obstacle))
  const test = newTest(deps, plan.testLifetimeDays ?? deps.lifetimeDays, whose)
  const { createdAt } = test
  const units = plan.monthlyTests
  const outcome = await deps.store.mailTests.allocate({
    test,
    entry: entryBy(wanted.by, createdAt, {
      accountId: whose.accountId,
      action: 'test.created',
      target: addressOf(test, deps.mailDomain),
    }),
    ...(units !== undefined && { allowance: { month: allowanceMonth(createdAt), units } }),
    ...(key !== undefined && { idempotency: { key, expiresAt: new Date(createdAt.getTime() + DAY_MS) } }),
  })
  if (outcome === 'allocated') return granted({ test, replayed: false })
  if (outcome === 'no_space') return refused({ kind: 'out_of_space' })
  if (outcome !== 'allowance_exhausted') return granted({ test: outcome.replayed, replayed: true })
  const retryAfterSeconds = Math.ceil((nextMonth(createdAt).getTime() - createdAt.getTime()) / 1000)
  return refused({ kind: outcome, plan: plan.name, allowance: units ?? 0, retryAfterSeconds })
}
