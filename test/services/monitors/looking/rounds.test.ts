import { expect, test } from 'bun:test'
import { createRounds } from '../../../../src/services/monitors/looking/rounds.ts'
import { until } from '../../../support/until.ts'

interface One {
  id: string
  accountId: string
}

/** What is due is over once it was looked at, when it is told so. */
function world(due: One[], { atOnce = 4, atOnceOfOne = 2 } = {}) {
  const open = new Map<string, { end(): void; fail(cause: Error): void }>()
  const begun: string[] = []
  const rounds = createRounds<One>({
    due: async ({ limit, leave }) =>
      due.filter(({ accountId }) => !leave.includes(accountId)).slice(0, limit),
    keyOf: ({ id }) => id,
    look: ({ id }) =>
      new Promise((resolve, reject) => {
        begun.push(id)
        const over = () => {
          due.splice(
            due.findIndex((one) => one.id === id),
            1,
          )
          open.delete(id)
        }
        open.set(id, {
          end() {
            over()
            resolve()
          },
          fail(cause) {
            over()
            reject(cause)
          },
        })
      }),
    atOnce,
    atOnceOfOne,
  })
  return { rounds, open, begun }
}

const many = (accountId: string, count: number): One[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${accountId}${at}`, accountId }))

test('an account whose name servers answer slowly does not hold up another', async () => {
  const { rounds, open, begun } = world([...many('slow', 50), ...many('quick', 6)])
  const running = rounds.run()
  await until(() => begun.includes('quick0'))
  expect(begun.filter((id) => id.startsWith('slow'))).toHaveLength(2)
  for (let at = 0; at < 6; at += 1) {
    await until(() => open.has(`quick${at}`))
    open.get(`quick${at}`)?.end()
  }
  await until(() => begun.includes('quick5'))
  expect(begun.filter((id) => id.startsWith('slow'))).toHaveLength(2)
  rounds.stop()
  for (const { end } of open.values()) end()
  await running
})

test('where one place is all there is, accounts take turns, however long one has been due', async () => {
  const { rounds, open, begun } = world([...many('a', 20), ...many('b', 2), ...many('c', 1)], {
    atOnce: 1,
    atOnceOfOne: 1,
  })
  const running = rounds.run()
  while (begun.length < 6) {
    await until(() => open.size > 0)
    const [next] = open.values()
    next?.end()
    await Bun.sleep(0)
  }
  expect(begun.slice(0, 5)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1'])
  rounds.stop()
  for (const { end } of open.values()) end()
  await running
})

test('so many at once, none twice, until nothing is due', async () => {
  const { rounds, open, begun } = world([...many('a', 5), ...many('b', 5), ...many('c', 5)])
  const running = rounds.run()
  let most = 0
  while (begun.length < 15 || open.size > 0) {
    await until(() => open.size > 0)
    most = Math.max(most, open.size)
    const [next] = open.values()
    next?.end()
    await Bun.sleep(0)
  }
  await running
  expect(most).toBeLessThanOrEqual(4)
  expect(new Set(begun).size).toBe(15)
})

test('a look that fails ends the round, after the others', async () => {
  const { rounds, open, begun } = world(many('a', 2))
  const running = rounds.run()
  await until(() => open.size === 2)
  open.get('a0')?.fail(new Error('no disk'))
  await Bun.sleep(0)
  open.get('a1')?.end()
  expect(running).rejects.toThrow('no disk')
  await running.catch(() => undefined)
  expect(begun).toEqual(['a0', 'a1'])
})

test('begins nothing once it was stopped', async () => {
  const { rounds, begun } = world(many('a', 2))
  rounds.stop()
  await rounds.run()
  expect(begun).toEqual([])
})
