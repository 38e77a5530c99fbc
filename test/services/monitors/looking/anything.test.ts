import { expect, test } from 'bun:test'
import type { SeenRecords } from '../../../../src/core/watching/records.ts'
import { chance } from '../../../support/chance.ts'
import { EVERY, lookingWorld } from './world.ts'

const MINUTE = 60_000
const PLACE = { record: 'dmarc', name: '_dmarc.example.org' } as const

/** What a name server says at one look. */
type Said = 'a' | 'b' | 'gone' | 'no answer'
const SAID: readonly Said[] = ['a', 'b', 'gone', 'gone', 'no answer']

/** What is to be told of a history, by the rules as they are written: two answers that there is none, ten minutes apart and with no
 * record between them, make it gone; no answer says nothing. */
function expected(history: readonly { said: Said; at: number }[]): string[] {
  const told: string[] = []
  let known: string | undefined
  let goneSince: number | undefined
  const answers = history.filter(({ said }) => said !== 'no answer')
  for (const { said, at } of answers) {
    goneSince = said === 'gone' ? (goneSince ?? at) : undefined
    const isDoubted = goneSince !== undefined && at - goneSince < 10 * MINUTE
    if (known === undefined) known = said
    if (known === said || isDoubted) continue
    told.push(`${known} to ${said}`)
    known = said
  }
  return told
}

const LOOKS = 14

test('whatever a name server says, what is told is what the rules say', async () => {
  let now: { domain: string; said: Said } = { domain: '', said: 'a' }
  const world = await lookingWorld({
    async lookAtRecords({ domain }) {
      // Those whose history is over are mute.
      if (domain !== now.domain) return []
      const other: SeenRecords = { record: 'mx', name: domain, values: ['10 a'] }
      if (now.said === 'no answer') return [other]
      return [other, { ...PLACE, values: now.said === 'gone' ? [] : [`v=DMARC1; p=${now.said}`] }]
    },
  })
  for (let seed = 1; seed <= 15; seed += 1) {
    const random = chance(seed)
    const domain = `d${seed}.example`
    const { domainId } = await world.verified(domain)
    const history: { said: Said; at: number }[] = []
    for (let look = 0; look < LOOKS; look += 1) {
      now = { domain, said: SAID[Math.floor(random() * SAID.length)] ?? 'a' }
      await world.looking.run()
      expect(await isDueIn(world, domainId, 0)).toBe(false)
      history.push({ said: now.said, at: world.clock.now().getTime() })
      // As long as it takes until it is due again, and now and then later.
      const isSoon = await isDueIn(world, domainId, 10 * MINUTE)
      world.clock.advance(isSoon ? 10 * MINUTE : EVERY)
      if (random() < 0.2) world.clock.advance(Math.floor(random() * EVERY))
    }
    const name = (values: readonly string[]) => values[0]?.slice(-1) ?? 'gone'
    const told = (await world.told())
      .filter(({ subject }) => subject === domainId)
      .flatMap(({ payload }) =>
        payload.changes.map(({ before, after }) => `${name(before)} to ${name(after)}`),
      )
    expect({ seed, told }).toEqual({ seed, told: expected(history) })
  }
  await world.done()
}, 120_000)

type World = Awaited<ReturnType<typeof lookingWorld>>

async function isDueIn({ store, clock }: World, domainId: string, milliseconds: number): Promise<boolean> {
  const then = new Date(clock.now().getTime() + milliseconds)
  const due = await store.recordHistory.due(then, 'domains', { limit: 100, leave: [] })
  return due.some(({ owner }) => 'domainId' in owner && owner.domainId === domainId)
}
