import { expect, test } from 'bun:test'
import type { SeenRecords } from '../../../../src/core/watching/records.ts'
import { chance } from '../../../support/chance.ts'
import { EVERY, lookingWorld } from './world.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PLACE = { record: 'dmarc', name: '_dmarc.example.org' } as const

/** What a name server says at one look. */
type Said = 'a' | 'b' | 'gone' | 'no answer'
const SAID: readonly Said[] = ['a', 'b', 'gone', 'gone', 'no answer']

interface Run {
  said: Said
  from: number
  looks: number
}

function runOf(before: Run | undefined, said: Said | undefined, at: number): Run | undefined {
  if (said === undefined) return undefined
  return before?.said === said ? { ...before, looks: before.looks + 1 } : { said, from: at, looks: 1 }
}

/** What is to be told of a history, by the rules as they are written: an answer that two looks ten minutes apart gave, six where answers
 * differed within a day, with no other between them; no answer says nothing. */
function expected(history: readonly { said: Said; at: number }[]): string[] {
  const told: string[] = []
  let known: string | undefined
  let run: Run | undefined
  let differed = Number.NEGATIVE_INFINITY
  for (const { said, at } of history.filter(({ said }) => said !== 'no answer')) {
    known ??= said
    if (run && run.said !== said) differed = at
    run = runOf(run, said === known ? undefined : said, at)
    const needed = at - differed < DAY ? 6 : 2
    if (!run || run.looks < needed || at - run.from < 10 * MINUTE) continue
    told.push(`${known} to ${said}`)
    known = said
    run = undefined
  }
  return told
}

const LOOKS = 24

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
    let said: Said = 'a'
    for (let look = 0; look < LOOKS; look += 1) {
      // As often as not it says what it said.
      if (random() < 0.5) said = SAID[Math.floor(random() * SAID.length)] ?? 'a'
      now = { domain, said }
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
