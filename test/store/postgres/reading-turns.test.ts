import { expect, test } from 'bun:test'
import { QueryTooLong } from '../../../src/store/aggregates.ts'
import { queriesInTurn } from '../../../src/store/postgres/dmarc/reading/turns.ts'
import { StatementFailed } from '../../../src/store/postgres/wire/failures.ts'

test('of an account one query runs at a time, and a long one keeps nobody else from theirs', async () => {
  const inTurn = queriesInTurn(2)
  const long = Promise.withResolvers<void>()
  const begun: string[] = []
  const ask = (whose: string, name: string, until = Promise.resolve()) =>
    inTurn(whose, async () => {
      begun.push(name)
      await until
      return name
    })
  const first = ask('a', 'a1', long.promise)
  const second = ask('a', 'a2')
  expect(await Promise.all([ask('b', 'b1'), ask('c', 'c1')])).toEqual(['b1', 'c1'])
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  long.resolve()
  expect(await Promise.all([first, second])).toEqual(['a1', 'a2'])
})

test('a query that the database ended for its length is too long, and who asks too much is told so', async () => {
  const inTurn = queriesInTurn(1)
  const ended = inTurn('a', () => Promise.reject(new StatementFailed('canceled', '57014', undefined)))
  expect(await ended.catch((cause) => cause)).toBeInstanceOf(QueryTooLong)
  const other = inTurn('a', () => Promise.reject(new Error('other')))
  expect((await other.catch((cause) => cause)).message).toBe('other')
  const never = Promise.withResolvers<void>()
  const running = inTurn('a', () => never.promise)
  const waiting = Array.from({ length: 50 }, () => inTurn('a', async () => 'done'))
  expect(await inTurn('a', async () => 'done').catch((cause) => cause)).toBeInstanceOf(QueryTooLong)
  never.resolve()
  await running
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']))
})
