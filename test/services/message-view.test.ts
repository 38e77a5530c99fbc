import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { MessageView } from '../../src/core/message-view.ts'
import type { Report } from '../../src/core/report.ts'
import { holderOf } from '../../src/services/access/actor.ts'
import { report } from '../support/builders.ts'
import { finish } from '../support/claiming.ts'
import { openWorld, type World } from '../support/world.ts'

const SHOWN: MessageView = {
  headers: [{ name: 'Subject', value: 'words' }],
  transcript: [],
  hops: [],
  clientSupport: [],
  providers: [],
}
const DAY = 86_400_000
const NOT_SHOWN = { ok: false, refusal: { kind: 'not_found', what: 'message' } } as const
const NO_TEST = { ok: false, refusal: { kind: 'not_found', what: 'test' } } as const

let world: World
beforeEach(async () => {
  world = await openWorld({ anonymousPerDay: 1 })
})
afterEach(() => world.close())

async function scored(
  token: string,
  changes: Partial<Report> = {},
  messageView: MessageView | undefined = SHOWN,
) {
  const id = await world.message(token)
  await finish(world.store, id, {
    status: 'scored',
    report: report(changes),
    evidence: {},
    content: 'x',
    count: { period: '2026-11-20', units: 1 },
    ...(messageView && { messageView }),
  })
  return id
}

describe('what a page shows of a message', () => {
  const read = (token: string, id?: string) => world.mailTests.readMessageView(holderOf(token), token, id)

  test('is for whoever holds the token, of the latest message or the one named', async () => {
    const { token } = await world.anonymousTest()
    expect(await read(token)).toEqual(NOT_SHOWN)
    const first = await scored(token)
    const other = { ...SHOWN, headers: [] }
    await scored(token, {}, other)
    expect(await read(token)).toEqual({ ok: true, value: other })
    expect(await read(token, first)).toEqual({ ok: true, value: SHOWN })
    expect(await read(token, 'msg_aaaaaaaaaaaaaaaaaaaaaaaaaa')).toEqual(NOT_SHOWN)
  })

  test('is not shown of a message that is withheld, has failed, waits, or is from an earlier version', async () => {
    const { token } = await world.anonymousTest()
    const withheld = await scored(token, { withheld: { kind: 'verification_code', reason: 'x' } })
    const failed = await world.message(token, 'failed')
    const waiting = await world.message(token)
    const early = await world.message(token, { score: 9, checks: [] })
    for (const id of [withheld, failed, waiting, early]) expect(await read(token, id)).toEqual(NOT_SHOWN)
  })

  test('is gated with its report', async () => {
    const [one, two] = [await world.anonymousTest(), await world.anonymousTest()]
    await scored(one.token)
    await scored(two.token)
    expect((await read(one.token)).ok).toBe(true)
    expect(await read(two.token)).toEqual(NOT_SHOWN)
  })

  test('is not shown of another test’s message, a key’s test, or one that has expired or is deleted', async () => {
    const [one, two] = [await world.anonymousTest(), await world.anonymousTest()]
    const id = await scored(one.token)
    expect(await read(two.token, id)).toEqual(NOT_SHOWN)
    const own = await world.test((await world.account()).id)
    await scored(own.token)
    expect(await read(own.token)).toEqual(NO_TEST)
    expect(await read('not a token')).toEqual(NO_TEST)
    await world.mailTests.delete(holderOf(two.token), two.token)
    expect(await read(two.token)).toEqual(NO_TEST)
    world.pass(7 * DAY)
    expect(await read(one.token)).toEqual(NO_TEST)
  })
})
