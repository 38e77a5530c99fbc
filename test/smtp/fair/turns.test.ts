import { describe, expect, test } from 'bun:test'
import { createTurns, type TurnBounds } from '../../../src/smtp/fair/turns.ts'

/** Turns that begin when the test says so, and the steps that were done. */
function underControl(changes: Partial<TurnBounds> = {}) {
  let begin: (() => void) | undefined
  const done: string[] = []
  let time = 0
  const nextTurn = (next: () => void) => {
    begin = next
  }
  const bounds = { perNetwork: 3, perTurn: 6, longest: 1000, ...changes }
  const turns = createTurns(bounds, { nextTurn, time: () => time })
  return {
    done,
    take: (network: string, name: string, cost = 1) => turns.take(network, cost, () => done.push(name)),
    turns,
    spendTime(ms: number) {
      time += ms
    },
    /** Begins the next turn and gives what was done in it. */
    next(): string[] {
      const before = done.length
      const start = begin
      begin = undefined
      start?.()
      return done.slice(before)
    },
    isOver: () => begin === undefined,
  }
}

describe('turns of the event loop', () => {
  test('a network does its share at once and the rest later, in order', () => {
    const { take, done, next, isOver } = underControl()
    for (const name of ['1', '2', '3', '4', '5', '6', '7']) take('a', name)
    expect(done).toEqual(['1', '2', '3'])
    expect(next()).toEqual(['4', '5', '6'])
    expect(next()).toEqual(['7'])
    next()
    expect(isOver()).toBe(true)
  })

  test('a stranger goes before what a flood has left', () => {
    const { take, done, next } = underControl()
    for (let i = 0; i < 100; i++) take('flood', 'flood')
    take('stranger', 'stranger')
    expect(done).toEqual(['flood', 'flood', 'flood', 'stranger'])
    expect(next()).toEqual(['flood', 'flood', 'flood'])
  })

  test('many networks: one step of each in turn, and nobody is passed over', () => {
    const { take, next } = underControl({ perNetwork: 3, perTurn: 4 })
    for (const network of ['a', 'b', 'c', 'd', 'e', 'f']) for (let i = 0; i < 3; i++) take(network, network)
    expect(next().toSorted()).toEqual(['b', 'c', 'd', 'e'])
    expect(next().toSorted().slice(0, 1)).toEqual(['b'])
    const all = Array.from({ length: 6 }, next).flat()
    expect(all).toContain('f')
    expect(next()).toEqual([])
  })

  test('steps that bring about further steps come to no end in one turn, and hold nobody up', () => {
    const { turns, done, take, next } = underControl()
    const endless = () => {
      done.push('flood')
      turns.take('flood', 1, endless)
    }
    turns.take('flood', 1, endless)
    take('stranger', 'stranger')
    expect(done).toEqual(['flood', 'flood', 'flood', 'stranger'])
    expect(next()).toEqual(['flood', 'flood', 'flood'])
  })

  test('a large step that takes long counts for more, and what it leads to is not counted twice', () => {
    const { take, turns, done, next, spendTime } = underControl({ perNetwork: 32, perTurn: 64 })
    turns.take('a', 2, () => spendTime(2))
    take('a', 'later')
    expect(done).toEqual([])
    expect(next()).toEqual(['later'])
    next()
    turns.take('a', 2, () => turns.take('a', 2, () => spendTime(1.5)))
    take('a', 'at once')
    expect(done).toEqual(['later', 'at once'])
  })

  test('a large step counts for several', () => {
    const { take, done, next } = underControl()
    take('a', 'large', 5)
    take('a', 'small')
    expect(done).toEqual(['large'])
    expect(next()).toEqual(['small'])
  })

  test('a turn ends when its commands took too long, and the next one serves the others first', () => {
    const { turns, next, spendTime, done } = underControl({ perNetwork: 100, perTurn: 100, longest: 2 })
    const slow = (name: string) => () => {
      spendTime(1)
      done.push(name)
    }
    for (let i = 0; i < 20; i++) turns.take('a', 1, slow('a'))
    expect(done).toHaveLength(8)
    turns.take('b', 1, slow('b'))
    expect(next().slice(0, 2)).toEqual(['a', 'b'])
    expect(done).toHaveLength(16)
  })
})
