import { expect, test } from 'bun:test'
import type { Told } from '../../../../src/services/answers/watching/state.ts'
import { chance as chanceOf } from '../../../support/chance.ts'
import { scene } from './scene.ts'

const LENGTH = 220
const STANDINGS = ['passing', 'unaligned', 'unknown', 'broken', 'abuse', 'forwarded'] as const

/** Sources that come, go, break and recover, days without reports, policies and TLS failures, all by chance. */
function anything(chance: () => number) {
  const at = scene()
  const upTo = (most: number) => Math.floor(chance() * most)
  const source = (name: string, from: number) => {
    const standing = STANDINGS[upTo(STANDINGS.length)] ?? 'passing'
    for (let day = from; day < LENGTH; day += 1 + upTo(10)) {
      const to = Math.min(LENGTH, day + upTo(12))
      at.mail(name, [day, to], upTo(120), chance() < 0.7 ? 1 : chance(), { standing })
    }
  }
  for (let n = 0; n < 8; n += 1) source(`s${n}`, n < 3 ? 0 : upTo(LENGTH))
  for (let day = 0; day < LENGTH; day += 1) {
    if (chance() < 0.03) at.none([day, day + upTo(8)])
    at.policy([day, day], { p: chance() < 0.9 || day % 50 < 25 ? 'none' : 'reject' }, 1 + upTo(5))
    at.tls([day, day], 100, chance() < 0.1 ? upTo(60) : 0)
  }
  return at
}

const nameOf = ({ type, payload }: { type: string; payload: object }) =>
  `${type} ${'source' in payload ? payload.source : ''}`

const seeds = Array.from({ length: 25 }, (_, n) => n)

test.each(seeds)('whatever comes, nothing is told twice while it lasts (%d)', (seed) => {
  const chance = chanceOf(seed)
  const at = anything(chance)
  const lasting = () => new Set((at.state()?.holds ?? []).map(({ told }) => nameOf(told)))
  const news = new Set<string>()
  const isOnce = (told: Told, before: ReadonlySet<string>) => {
    if (told.type === 'dmarc.policy_changed') return true
    if (told.type === 'dmarc.source_new') return news.size < news.add(told.payload.source).size
    return !before.has(nameOf(told))
  }
  let days = 0
  for (let day = 1; day < LENGTH; day += chance() < 0.05 ? 3 : 1) {
    const before = lasting()
    const first = at.look(day)
    for (const told of first) expect({ told, once: isOnce(told, before) }).toEqual({ told, once: true })
    expect(at.look(day)).toEqual([])
    expect(at.state().known.length).toBeLessThanOrEqual(500)
    days += 1
  }
  expect(days).toBeGreaterThan(150)
})
