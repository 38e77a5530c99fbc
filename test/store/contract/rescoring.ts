import { expect, test } from 'bun:test'
import { mailTest, newMessage, ROOMY, report } from '../../support/builders.ts'
import { finish, waiting } from '../../support/claiming.ts'
import type { TheStore } from '../contract.ts'

export function rescoringContract(store: TheStore): void {
  async function scored(count: number) {
    const one = mailTest()
    await store().mailTests.allocate({ test: one })
    const messages = Array.from({ length: count }, () => newMessage(one.token))
    await store().messages.accept(messages, ROOMY)
    for (const { id } of messages) {
      const outcome = {
        status: 'scored',
        report: report({ score: 7 }),
        evidence: { now: 1 },
        content: 'old',
      } as const
      await finish(store(), id, outcome)
    }
    return { token: one.token, ids: messages.map(({ id }) => id) }
  }
  async function everyScored(limit: number) {
    const found: string[] = []
    for (let behind = 0; ; ) {
      const page = await store().messages.scored(behind, limit)
      expect(page.length).toBeLessThanOrEqual(limit)
      const last = page.at(-1)
      if (!last) return found
      found.push(...page.map(({ id }) => id))
      behind = last.place
    }
  }
  const replacement = (revision = 0) => ({
    revision,
    report: report({ score: 8.5, scoringVersion: 2 }),
    evidence: { now: 2 },
    content: 'new',
  })

  test('messages with a report are read page by page, in the order of their arrival', async () => {
    const { token, ids } = await scored(5)
    const waiting = newMessage(token)
    const failing = newMessage(token)
    await store().messages.accept([waiting, failing], ROOMY)
    await finish(store(), failing.id, { status: 'failed', reason: 'no' })
    const found = await everyScored(2)
    expect(found.filter((id) => ids.includes(id))).toEqual(ids)
    expect(found).not.toContain(waiting.id)
    expect(found).not.toContain(failing.id)
    const [first] = await store().messages.scored(0, 1)
    expect(first).toMatchObject({ id: expect.stringMatching(/^msg_/), token: expect.any(String) })
  })

  test('what other rules decided is found newest first, and decided anew with the rest of its report kept', async () => {
    const { token, ids } = await scored(3)
    const current = report().withholdingVersion ?? ''
    const others = async (version: string, before = Number.MAX_SAFE_INTEGER) =>
      (await store().messages.decidedByOthers(version, before, 1_000)).found.filter(({ id }) =>
        ids.includes(id),
      )
    expect(await others(current)).toEqual([])
    const found = await others('other')
    expect(found.map(({ id }) => id)).toEqual(ids.toReversed())
    expect((await others('other', found[1]?.place)).map(({ id }) => id)).toEqual(ids.slice(0, 1))
    const id = ids[0] ?? ''
    const before = report({ score: 7 })
    const withheld = { kind: 'sign_in_link', reason: 'It holds a link.' } as const
    const decision = { withheld, withholdingVersion: 'other' }
    expect(await store().messages.replaceWithholding(id, { report: before, revision: 1 }, decision)).toBe(
      'changed',
    )
    expect(await store().messages.replaceWithholding(id, { report: before, revision: 0 }, decision)).toBe(
      'replaced',
    )
    expect((await store().messages.report(token, id))?.report).toEqual({ ...before, ...decision })
    expect(await store().messages.content(id)).toBe('old')
    expect((await others('other')).map((one) => one.id)).toEqual([ids[2] ?? '', ids[1] ?? ''])
    expect((await others(current)).map((one) => one.id)).toEqual([id])
    const shown = { withholdingVersion: current }
    const now = await store().messages.report(token, id)
    expect(
      await store().messages.replaceWithholding(id, { report: now?.report ?? before, revision: 1 }, shown),
    ).toBe('replaced')
    expect((await store().messages.report(token, id))?.report).not.toHaveProperty('withheld')
    expect(await others(current)).toEqual([])
  })

  test('what other rules decided is looked for in so many messages at once', async () => {
    const { ids } = await scored(3)
    const newer = await scored(1)
    const { decidedByOthers } = store().messages
    const top = await decidedByOthers('other', Number.MAX_SAFE_INTEGER, 2)
    expect(top.found.map(({ id }) => id)).toEqual([newer.ids[0] ?? '', ids[2] ?? ''])
    const current = report().withholdingVersion ?? ''
    const none = await decidedByOthers(current, Number.MAX_SAFE_INTEGER, 2)
    expect(none).toEqual({ found: [], next: top.found[1]?.place ?? 0 })
    const rest = await decidedByOthers('other', none.next ?? 0, 2)
    expect(rest.found.map(({ id }) => id)).toEqual([ids[1] ?? '', ids[0] ?? ''])
    expect(await decidedByOthers('other', 0, 2)).toEqual({ found: [] })
  })

  test('another report takes the place of the one that was read, with all that goes with it', async () => {
    const { token, ids } = await scored(1)
    const id = ids[0] ?? ''
    const events = (await store().outbox.behind('a test', 10_000)).length
    expect(await store().messages.replaceReport(id, replacement())).toBe('replaced')
    const stored = await store().messages.report(token, id)
    expect(stored?.report).toEqual(report({ score: 8.5, scoringVersion: 2 }))
    expect(stored?.message.outcome).toEqual({ status: 'scored', score: 8.5 })
    expect(await store().messages.evidence(id)).toEqual({ now: 2 })
    expect(await store().messages.content(id)).toBe('new')
    expect((await store().mailTests.byToken(token))?.score).toBe(8.5)
    expect((await store().outbox.behind('a test', 10_000)).length).toBe(events)
    expect((await waiting(store())).map((one) => one.id)).not.toContain(id)
  })

  test('a report that changed meanwhile stays, and so does all that goes with it', async () => {
    const { token, ids } = await scored(1)
    const id = ids[0] ?? ''
    expect(await store().messages.report(token, id)).toMatchObject({ revision: 0 })
    for (const never of [1, 2])
      expect(await store().messages.replaceReport(id, replacement(never))).toBe('changed')
    expect(await store().messages.report(token, id)).toMatchObject({
      report: report({ score: 7 }),
      revision: 0,
    })
    expect(await store().messages.evidence(id)).toEqual({ now: 1 })
    expect(await store().messages.content(id)).toBe('old')
  })

  test('a report is replaced by the one who read it last', async () => {
    const { token, ids } = await scored(1)
    const id = ids[0] ?? ''
    expect(await store().messages.replaceReport(id, replacement())).toBe('replaced')
    // The same words as before, and yet another report.
    expect(await store().messages.replaceReport(id, replacement())).toBe('changed')
    const read = await store().messages.report(token, id)
    expect(read?.revision).toBe(1)
    expect(await store().messages.replaceReport(id, replacement(read?.revision))).toBe('replaced')
    expect((await store().messages.report(token, id))?.revision).toBe(2)
  })

  test('a message that is gone, or that has no report, gets none', async () => {
    const { token } = await scored(1)
    const waiting = newMessage(token)
    await store().messages.accept([waiting], ROOMY)
    expect(await store().messages.replaceReport(waiting.id, replacement())).toBe('changed')
    expect(await store().messages.replaceReport('msg_none', replacement())).toBe('changed')
    expect((await store().messages.report(token, waiting.id))?.report).toBeUndefined()
  })

  test('a repeated analysis that is due stays due', async () => {
    const one = mailTest()
    await store().mailTests.allocate({ test: one })
    const message = newMessage(one.token)
    await store().messages.accept([message], ROOMY)
    await finish(store(), message.id, {
      status: 'scored',
      report: report({ score: 7 }),
      evidence: {},
      repeatAfterMs: 0,
    })
    expect(await store().messages.replaceReport(message.id, replacement())).toBe('replaced')
    const due = await waiting(store())
    expect(due.map(({ id }) => id)).toContain(message.id)
  })
}
