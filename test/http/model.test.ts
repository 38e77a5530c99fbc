import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seeded } from '../contract/marked-mail.ts'
import { openWorld, type World } from '../support/world.ts'
import { PLANS, players } from './players.ts'

const STEPS = 2000
/** How often each step is played, against the others; 1 where it is not said. */
const WEIGHTS: Record<string, number> = {
  'make a key': 3,
  'make a test': 8,
  'make an anonymous test': 2,
  'receive a message': 10,
  'read a test': 12,
  'read a shared test': 4,
  'read a shared message': 2,
  'list tests': 4,
}
const OUTCOMES = [
  'let in',
  '401',
  '403',
  '404',
  '429',
  'replay',
  'pending',
  'scored',
  'scored, gated',
  'failed',
]

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

let world: World
beforeAll(async () => {
  world = await openWorld({ plans: { 'self-hosted': PLANS.wide, ...PLANS } })
})
afterAll(() => world.close())

test(`the API does what its model does in ${STEPS} random steps`, async () => {
  const next = seeded(SEED)
  const { steps, seen, ready } = players(world, next)
  const names = Object.keys(steps).flatMap((name) => new Array<string>(WEIGHTS[name] ?? 1).fill(name))
  const played: string[] = []
  await steps['make an account']?.()
  while (!ready()) {
    for (const name of ['make an account', 'make a key', 'make an anonymous test'] as const) {
      await steps[name]?.()
    }
  }
  for (let step = 0; step < STEPS; step += 1) {
    const name = names[Math.floor(next() * names.length)] ?? ''
    played.push(name)
    try {
      await steps[name]?.()
    } catch (cause) {
      throw new Error(`SEED=${SEED}, step ${step} (${name}), after ${played.slice(-8).join(', ')}`, { cause })
    }
  }
  // What never happened is not proven.
  for (const what of OUTCOMES) {
    expect([...seen.keys()]).toContain(what)
  }
}, 300_000)
