import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Report } from '../../../src/core/report.ts'
import type { WithholdingDecision } from '../../../src/core/withholding.ts'
import { createAfterStart } from '../../../src/jobs/after-start.ts'
import { holderOf } from '../../../src/services/access/actor.ts'
import { createDecidingAnew } from '../../../src/services/withholding/deciding-anew.ts'
import { CHECKED_AGAIN } from '../../../src/services/withholding/shown-words.ts'
import { check, RULES, report } from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import { openWorld, type World } from '../../support/world.ts'

const VIEWS = { headers: [], transcript: [], hops: [], clientSupport: [], providers: [] }
const KEPT = { status: 'scored', evidence: {}, content: 'the words', messageView: VIEWS } as const
const WITHHELD = { kind: 'sign_in_link', reason: 'It holds a link.' } as const
const SHOWS: WithholdingDecision = { withholdingVersion: RULES.version }
const HIDES: WithholdingDecision = { ...SHOWS, withheld: WITHHELD }

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

/** A message of an earlier version's. */
async function arrived(changes: Partial<Report> = {}, account?: Parameters<World['test']>[0]) {
  const { token } = account ? await world.test(account) : await world.anonymousTest()
  const id = await world.message(token)
  const { withholdingVersion: _none, ...old } = report(changes)
  await finish(world.store, id, { ...KEPT, report: old })
  return { token, id }
}

function again(decide: (raw: Uint8Array) => WithholdingDecision | { stopped: string }) {
  const tried: Uint8Array[] = []
  const runner = {
    withhold: async (raw: Uint8Array) => {
      tried.push(raw)
      return decide(raw)
    },
  }
  const { store, announcer, log } = world
  return { tried, ...createDecidingAnew({ store, announcer, log, rules: RULES, runner }) }
}

const never = () => false
const wordsOf = async (token: string) => {
  const read = await world.mailTests.readMessage(holderOf(token), token)
  return read.ok ? read.value : undefined
}

describe('a message whose withholding earlier rules decided', () => {
  test('shows nothing on any surface before it is decided anew, and does as is decided then', async () => {
    const checks = [check('links', { summary: 'The link leads to k3j9qz.login.example.' })]
    for (const [decision, withheld] of [
      [SHOWS, false],
      [HIDES, true],
    ] as const) {
      const { token } = await arrived({ checks })
      const { token: before } = await arrived({ checks, withheld: WITHHELD })
      for (const one of [token, before]) {
        expect(await wordsOf(one)).toMatchObject({ withheld: true, reason: CHECKED_AGAIN })
        expect((await world.mailTests.readMessageView(holderOf(one), one)).ok).toBe(false)
        const read = await world.mailTests.read(holderOf(one), one)
        expect(JSON.stringify(read)).not.toContain('k3j9qz')
        expect(JSON.stringify(read)).not.toContain('hello')
      }
      expect(await again(() => decision).run(never)).toBe(0)
      for (const one of [token, before]) {
        expect((await wordsOf(one))?.withheld).toBe(withheld)
        expect((await world.mailTests.readMessageView(holderOf(one), one)).ok).toBe(!withheld)
        const read = await world.mailTests.read(holderOf(one), one)
        expect(JSON.stringify(read).includes('k3j9qz')).toBe(!withheld)
      }
    }
  })

  test('is decided newest first, once, and another score is not made', async () => {
    const all = [await arrived({ score: 3 }), await arrived({ score: 4 }), await arrived({ score: 5 })]
    const owner = await world.account()
    const own = await arrived({}, owner.id)
    const order: string[] = []
    world.announcer.listen(all[0]?.token ?? '', () => order.push('first'))
    world.announcer.listen(all[2]?.token ?? '', () => order.push('last'))
    const { run, tried } = again(() => SHOWS)
    expect(await run(never)).toBe(0)
    expect([tried.length, order]).toEqual([3, ['last', 'first']])
    expect(await run(never)).toBe(0)
    expect(tried).toHaveLength(3)
    const read = await world.mailTests.read(holderOf(all[1]?.token ?? ''), all[1]?.token ?? '')
    expect(read).toMatchObject({ value: { report: { score: 4 }, test: { score: 4 } } })
    expect(await world.store.messages.report(own.token)).not.toHaveProperty('report.withholdingVersion')
  })

  test('goes on where it was stopped', async () => {
    for (let made = 0; made < 3; made += 1) await arrived()
    const first = again(() => SHOWS)
    await first.run(() => first.tried.length >= 2)
    const second = again(() => SHOWS)
    await second.run(never)
    expect([first.tried.length, second.tried.length]).toEqual([2, 1])
  })

  test('that stops its process is left unshown, and the others are decided', async () => {
    const ordinary = await arrived()
    const hostile = await arrived()
    let stops = true
    const { run, tried } = again(() => {
      if (!stops) return SHOWS
      stops = false
      return { stopped: 'it took too long' }
    })
    expect(await run(never)).toBe(1)
    expect((await wordsOf(ordinary.token))?.withheld).toBe(false)
    expect((await wordsOf(hostile.token))?.withheld).toBe(true)
    expect(await run(never)).toBe(1)
    expect(tried).toHaveLength(2)
  })

  test('is tried again later when no process can be had', async () => {
    const { token } = await arrived()
    let fails = true
    const decided = again(() => {
      if (!fails) return SHOWS
      fails = false
      throw new Error('No analysis process could be started')
    })
    const { log, announcer } = world
    const heard = Promise.withResolvers<void>()
    announcer.listen(token, () => heard.resolve())
    const deciding = createAfterStart({ work: decided, failed: 'It broke off', log, restMs: 1 })
    deciding.start()
    await heard.promise
    await deciding.stop(1_000)
    expect((await wordsOf(token))?.withheld).toBe(false)
  })

  test('what breaks off because the service stops is no fault, and is not tried again', async () => {
    const { log } = world
    let began = 0
    const stopping = Promise.withResolvers<void>()
    const decidingAnew = {
      async run(): Promise<number> {
        began += 1
        await stopping.promise
        throw new Error('The store is closed')
      },
    }
    const deciding = createAfterStart({ work: decidingAnew, failed: 'It broke off', log, restMs: 1 })
    deciding.start()
    const stopped = deciding.stop(1_000)
    stopping.resolve()
    await stopped
    await Bun.sleep(10)
    expect(began).toBe(1)
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})
