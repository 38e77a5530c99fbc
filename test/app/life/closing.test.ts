import { expect, test } from 'bun:test'
import { createClosing } from '../../../src/app/life/closing.ts'

const BOUNDS = { firstMs: 1, lastMs: 1, closeMs: 1 }

function closing(bounds = BOUNDS) {
  const said: unknown[] = []
  const log = { error: (...line: unknown[]) => void said.push(line) }
  return { ...createClosing(log as never, bounds), said }
}

test('what takes in ends side by side, then what is looked at, then all is closed, last opened first', async () => {
  const { later, close } = closing()
  const order: string[] = []
  const other = Promise.withResolvers<void>()
  later(() => order.push('store'))
  later.drained('a', async () => {
    order.push('a begins')
    await other.promise
    order.push('a ends')
    return undefined
  })
  later.drainedLast('pages', async () => {
    order.push('pages')
    return undefined
  })
  later.drained('b', async () => {
    order.push('b')
    other.resolve()
    return undefined
  })
  later(() => order.push('pool'))
  expect(await close()).toEqual({})
  expect(order).toEqual(['a begins', 'b', 'a ends', 'pages', 'pool', 'store'])
})

test('what was cut off is counted by its name', async () => {
  const { later, close } = closing()
  later.drained('analyses', async () => 2)
  later.drained('analyses', async () => 0)
  later.drained('messages', async () => undefined)
  later.drainedLast('requests', async () => 1)
  expect(await close()).toEqual({ analyses: 2, requests: 1 })
})

test('a part that fails, or never ends, keeps no other from being closed', async () => {
  const { later, close, said } = closing()
  const closed: string[] = []
  later(() => closed.push('store'))
  later(() => {
    throw new Error('it broke')
  })
  later.drained('stuck', () => new Promise(() => {}))
  later.drained('broken', async () => {
    throw new Error('it broke too')
  })
  expect(await close()).toEqual({ stuck: 1 })
  expect(closed).toEqual(['store'])
  expect(said).toHaveLength(2)
})

test('what nobody waits for begins at once, or once everything is open', () => {
  const order: string[] = []
  const { later, holdBack } = closing()
  later.opened(() => order.push('at once'))
  const begin = holdBack()
  later.opened(() => order.push('queue'))
  later.opened(() => order.push('jobs'))
  expect(order).toEqual(['at once'])
  begin()
  expect(order).toEqual(['at once', 'queue', 'jobs'])
  later.opened(() => order.push('later'))
  begin()
  expect(order).toEqual(['at once', 'queue', 'jobs', 'later'])
})

test('what was to begin never does after a start that ended', async () => {
  const order: string[] = []
  const { later, holdBack, close } = closing()
  const begin = holdBack()
  later.opened(() => order.push('before'))
  await close()
  begin()
  later.opened(() => order.push('after'))
  expect(order).toEqual([])
})
