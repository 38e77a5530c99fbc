import { join } from 'node:path'
import { localPartFrom, type MailTest, tokenFrom } from '../../src/core/mail-test.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { mailgauge } from '../../test/support/binary.ts'

const DAY = 86_400_000
const AT_ONCE = 200

export const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** A test that stands for a month: of the account, or made without one. */
export function newTest(accountId?: string, createdAt = new Date()): MailTest {
  return {
    token: tokenFrom(random),
    localPart: localPartFrom(random),
    source: accountId === undefined ? 'anonymous' : 'api',
    ...(accountId !== undefined && { accountId }),
    status: 'pending',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 30 * DAY),
  }
}

/** The store of a folder of a bench, while no service runs there, with the account that its first client will be of. */
export async function openBenchStore(folder: string): Promise<{ store: Store; accountId: string }> {
  // It may be there from before.
  await mailgauge(['account', 'create', 'bench-0'], { cwd: folder })
  const store = await openStore({ directory: join(folder, 'data'), migrate: true })
  const account = await store.accounts.byName('bench-0')
  if (!account) throw new Error('The account is not there')
  return { store, accountId: account.id }
}

/** Has something done so often, many at once. */
export async function times(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0
  async function worker(): Promise<void> {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker))
}

/** Gives an account so many tests. */
export async function fillTests(folder: string, count: number): Promise<void> {
  const { store, accountId } = await openBenchStore(folder)
  const began = Date.now() - DAY
  await times(count, (at) => store.mailTests.allocate({ test: newTest(accountId, new Date(began + at)) }))
  await store.close()
}
