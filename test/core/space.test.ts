import { expect, test } from 'bun:test'
import { AWAITED_BYTES, anonymousShares, ROW_BYTES, shareWithout } from '../../src/core/space.ts'

const NEEDED = 100 + ROW_BYTES + AWAITED_BYTES

test('a message fits into a share to its last byte, and not past it', () => {
  const shares = { bytes: 2 * NEEDED, bytesPerClient: NEEDED }
  expect(shareWithout(100, { all: NEEDED, client: 0 }, shares)).toBeUndefined()
  expect(shareWithout(100, { all: NEEDED, client: 1 }, shares)).toBe('client_share_full')
  expect(shareWithout(100, { all: NEEDED + 1, client: 0 }, shares)).toBe('anonymous_share_full')
})

test('a client has an eighth of the share, at least what one test may hold, and no more than all', () => {
  expect(anonymousShares(8_000, 10)).toEqual({ bytes: 8_000, bytesPerClient: 1_000 })
  expect(anonymousShares(8_000, 2_000)).toEqual({ bytes: 8_000, bytesPerClient: 2_000 })
  expect(anonymousShares(8_000, 9_000)).toEqual({ bytes: 8_000, bytesPerClient: 8_000 })
})
