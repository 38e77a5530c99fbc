import type { Connection } from '../connection.ts'

/** Tests are counted in blocks of 1,024, as the triggers of their table have it. */
const BLOCK_BITS = 10
const LAST = Number.MAX_SAFE_INTEGER

/** Tests of an account between two places, both included. */
export interface Span {
  from: number
  to: number
}

/** One of the parts that the order of all tests is cut into, as far as it is looked at. */
export interface Part extends Span {
  part: number
  /** How many of the account it holds at most. */
  tests: number
}

type Block = [block: number, tests: number]
type Place = [seq: number, createdAt: number]

/** Where in the order of all tests those of an account stand. */
export function testBounds({ driver }: Pick<Connection, 'driver'>) {
  const blocks = driver
    .prepare<[string, number, number], Block>(
      `SELECT block, tests FROM test_counts WHERE account_id = ? AND block BETWEEN ? AND ? ORDER BY block DESC`,
    )
    .raw()
  const newest = driver
    .prepare<[string], number>('SELECT max(seq) FROM mail_tests WHERE account_id = ?')
    .pluck()
  const atOrAfter = driver
    .prepare<[string, number], Place>(
      'SELECT seq, created_at FROM mail_tests WHERE account_id = ? AND seq >= ? ORDER BY seq LIMIT 1',
    )
    .raw()

  /** The first place of a test that was made at that time or later; beyond all where there is none. Their order is that of their
   * times. */
  function placeOf(accountId: string, time: number): number {
    let [low, high] = [1, (newest.get(accountId) ?? 0) + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const [seq, createdAt] = atOrAfter.get(accountId, middle) ?? [LAST, LAST]
      if (createdAt >= time) high = middle
      else low = seq + 1
    }
    return low
  }

  return {
    /** What was made at or after the one time, and before the other. */
    between(accountId: string, since: Date | undefined, until: Date | undefined): Span {
      return {
        from: since ? placeOf(accountId, since.getTime()) : 1,
        to: until ? placeOf(accountId, until.getTime()) - 1 : LAST,
      }
    },
    /** The span in parts of 2^bits places, the last part first, those that hold tests of the account. */
    parts(accountId: string, { from, to }: Span, bits: number): Part[] {
      const found = new Map<number, number>()
      for (const [block, tests] of blocks.all(accountId, blockOf(from), blockOf(to))) {
        const part = Math.floor(block / 2 ** (bits - BLOCK_BITS))
        found.set(part, (found.get(part) ?? 0) + tests)
      }
      return [...found].map(([part, tests]) => ({
        part,
        tests,
        from: Math.max(from, part * 2 ** bits),
        to: Math.min(to, (part + 1) * 2 ** bits - 1),
      }))
    },
  }
}

const blockOf = (seq: number) => Math.floor(seq / 2 ** BLOCK_BITS)
