import { expect, test } from 'bun:test'
import type { DigestPayload } from '../../../../src/core/watching/events.ts'
import { account, later } from '../../../support/builders.ts'
import { entry } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

const PAYLOAD: DigestPayload = {
  from: '2026-11-16T00:00:00.000Z',
  to: '2026-11-23T00:00:00.000Z',
  monitors: { items: [], more: 0 },
  domains: {
    items: [{ domain: 'example.org', messages: 3, passed: 2, before: 0.5, events: ['It changed.'] }],
    more: 1,
    reported: { from: '2026-11-15', to: '2026-11-21' },
  },
}

export function digestContract(store: TheStore): void {
  const made = async () => {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }
  const digestsOf = async (accountId: string) =>
    (await store().outbox.behind('nobody', 100_000)).filter(
      (event) => event.type === 'digest.weekly' && event.accountId === accountId,
    )
  async function allDue(week: string) {
    const all: string[] = []
    for (;;) {
      const page = await store().digests.due(week, all.at(-1) ?? '', 3)
      all.push(...page)
      if (page.length < 3) return all
    }
  }

  test('an account has the digest of a week once, however often it is told', async () => {
    const id = await made()
    const tell = (week: string) => store().digests.settle(id, week, later(1), PAYLOAD)
    const answers = await Promise.all(Array.from({ length: 5 }, () => tell('2026-11-23')))
    expect(answers.toSorted()).toEqual(['known', 'known', 'known', 'known', 'settled'])
    expect(await tell('2026-11-30')).toBe('settled')
    expect(await tell('2026-11-23')).toBe('known')
    expect(await digestsOf(id)).toMatchObject([
      { subject: '2026-11-23', at: later(1), payload: PAYLOAD },
      { subject: '2026-11-30' },
    ])
  })

  test('who has nothing to be told has it without an event', async () => {
    const id = await made()
    expect(await store().digests.settle(id, '2026-11-23', later(1))).toBe('settled')
    expect(await store().digests.settle(id, '2026-11-23', later(2), PAYLOAD)).toBe('known')
    expect(await digestsOf(id)).toEqual([])
  })

  test('accounts without it are due, by id', async () => {
    const ids = (await Promise.all([made(), made(), made(), made(), made()])).toSorted()
    const week = '2027-03-01'
    expect((await allDue(week)).filter((id) => ids.includes(id))).toEqual(ids)
    expect(await allDue(week)).toEqual((await allDue(week)).toSorted())
    await store().digests.settle(ids[1] ?? '', week, later(1))
    await store().digests.settle(ids[3] ?? '', week, later(1), PAYLOAD)
    expect((await allDue(week)).filter((id) => ids.includes(id))).toEqual(ids.filter((_, at) => at % 2 === 0))
  })

  test('a year of weeks is remembered', async () => {
    const id = await made()
    const weeks = Array.from({ length: 70 }, (_, at) =>
      new Date(Date.UTC(2026, 0, 5 + at * 7)).toISOString().slice(0, 10),
    )
    for (const week of weeks) expect(await store().digests.settle(id, week, later(1))).toBe('settled')
    for (const week of weeks.slice(-52))
      expect(await store().digests.settle(id, week, later(1))).toBe('known')
  })

  test('an account that was deleted has none', async () => {
    const id = await made()
    await store().digests.settle(id, '2026-11-23', later(1))
    await store().accounts.delete(id, entry('account.deleted'))
    expect(await allDue('2027-04-05')).not.toContain(id)
    expect(await store().digests.settle(id, '2027-04-05', later(1), PAYLOAD)).toBe('unknown_account')
    while ((await store().accounts.deleteRest(100)) > 0);
    expect(await store().digests.settle('nobody', '2027-04-05', later(1), PAYLOAD)).toBe('unknown_account')
  })
}
