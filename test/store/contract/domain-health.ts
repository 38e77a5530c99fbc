import { expect, test } from 'bun:test'
import type { DnsLook, DomainChange } from '../../../src/core/domain-health.ts'
import { newEntry } from '../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../src/core/mail-test.ts'
import {
  account,
  check,
  DAY,
  finding,
  later,
  mailTest,
  newMessage,
  ROOMY,
  random,
  report,
  THEN,
} from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import { envelope } from '../../support/envelope.ts'
import { entry as said } from '../../support/people.ts'
import type { TheStore } from '../contract.ts'

const LOOK: DnsLook = {
  at: THEN,
  checks: [
    check('spf', { status: 'failed', findings: [finding('spf-none')] }),
    check('bimi', { status: 'error' }),
    check('dmarc', { findings: [finding('dmarc-policy-none')] }),
  ],
  drawn: { dmarc: { state: 'own', policy: 'none', reports: ['mailto:ü@example.org'] } },
}
const CHANGE: DomainChange = { what: 'DMARC policy', before: 'none', after: 'reject', at: THEN }

export function domainHealthContract(store: TheStore): void {
  const health = () => store().domainHealth

  async function domain(accountId?: string, name = `${crypto.randomUUID()}.example.org`) {
    const one = account()
    if (accountId === undefined) await store().accounts.create(one)
    const made = newEntry({
      id: crypto.randomUUID(),
      accountId: accountId ?? one.id,
      domain: name,
      token: tokenFrom(random),
      createdAt: THEN,
    })
    const roomy = { verified: 100, unverified: 100 }
    await store().domains.add(made, roomy, said('domain.added', { accountId: made.accountId }))
    return made
  }
  const sees = (id: string, accountId: string, isFound: boolean, at: Date) => {
    const entries = {
      verified: said('domain.verified', { accountId }),
      unverified: said('domain.unverified', { accountId }),
    }
    const seen = isFound ? ({ state: 'found' } as const) : ({ state: 'absent', seconds: 60 } as const)
    return store().domains.looked(id, { ...seen, at }, { verified: 10, later: 0, entries })
  }
  const dueIds = async (now: Date) => (await health().due(now, 10_000)).map(({ id }) => id)

  test('a look is kept as it is, in the place of the one before, and in numbers for its account', async () => {
    const { id, accountId } = await domain()
    expect(await health().read(id)).toBeUndefined()
    await health().ask(id)
    await health().keep(id, LOOK, [CHANGE], later(DAY))
    expect(await health().read(id)).toEqual({ look: LOOK, changes: [CHANGE] })
    expect(await health().summaries(accountId)).toEqual(
      new Map([[id, { at: THEN, problems: 1, unknown: 1, advice: 1 }]]),
    )
    await health().keep(id, { at: later(1), checks: [], drawn: {} }, [], later(DAY))
    expect(await health().summaries(accountId)).toEqual(
      new Map([[id, { at: later(1), problems: 0, unknown: 0, advice: 0 }]]),
    )
    expect(await health().summaries((await domain()).accountId)).toEqual(new Map())
  })

  test('a verified domain is due, is due again after a look, and no more when it is not verified', async () => {
    const { id, accountId } = await domain()
    await sees(id, accountId, true, THEN)
    expect(await dueIds(THEN)).toContain(id)
    await health().keep(id, LOOK, [], later(DAY))
    expect(await dueIds(later(DAY - 1))).not.toContain(id)
    await sees(id, accountId, true, later(1))
    expect((await health().read(id))?.dueAt).toEqual(later(DAY))
    for (let day = 1; day <= 5; day += 1) await sees(id, accountId, false, later(day * DAY))
    expect((await store().domains.byId(accountId, id))?.verifiedAt).toBeUndefined()
    expect((await health().read(id))?.dueAt).toBeUndefined()
    expect((await health().read(id))?.look).toEqual(LOOK)
  })

  test('one that is asked for comes first, and one that is not verified is looked at once', async () => {
    const [daily, asked] = [await domain(), await domain()]
    await sees(daily.id, daily.accountId, true, later(-9 * DAY))
    expect(await health().ask(asked.id)).toBe('asked')
    expect(await health().ask('none')).toBe('unknown_domain')
    const due = await dueIds(THEN)
    expect(due.indexOf(asked.id)).toBeLessThan(due.indexOf(daily.id))
    await health().keep(asked.id, LOOK, [], later(DAY))
    expect((await health().read(asked.id))?.dueAt).toBeUndefined()
  })

  test('a look that did not come to its end leaves the one before, and is forgotten by the next', async () => {
    const { id, accountId } = await domain()
    await sees(id, accountId, true, THEN)
    await health().failed(id, THEN, later(1))
    expect(await health().read(id)).toEqual({ changes: [], failedAt: THEN, dueAt: later(1) })
    expect(await health().summaries(accountId)).toEqual(new Map())
    await health().keep(id, LOOK, [], later(DAY))
    await health().failed(id, later(5), later(6))
    expect(await health().read(id)).toEqual({ look: LOOK, changes: [], failedAt: later(5), dueAt: later(6) })
    await health().keep(id, LOOK, [], later(DAY))
    expect((await health().read(id))?.failedAt).toBeUndefined()
  })

  test('a look that began before another was kept is not kept, nor is it said that it failed', async () => {
    const { id, accountId } = await domain()
    await sees(id, accountId, true, THEN)
    expect(await health().keep(id, LOOK, [CHANGE], later(DAY), {})).toBe('kept')
    const older: DnsLook = { at: later(5), checks: [], drawn: {} }
    expect(await health().keep(id, older, [], later(1), {})).toBe('outdated')
    expect(await health().failed(id, later(5), later(1), {})).toBe('outdated')
    expect(await health().read(id)).toEqual({ look: LOOK, changes: [CHANGE], dueAt: later(DAY) })
    const after = { lookedAt: THEN }
    const both = await Promise.all(
      [7, 8].map((ms) => health().keep(id, { ...older, at: later(ms) }, [], later(DAY), after)),
    )
    expect(both.toSorted()).toEqual(['kept', 'outdated'])
    const at = later(both[0] === 'kept' ? 7 : 8)
    expect(await health().failed(id, later(9), later(10), { lookedAt: at })).toBe('kept')
    expect(await health().read(id)).toMatchObject({ look: { at }, failedAt: later(9), dueAt: later(10) })
  })

  async function analysed(
    accountId: string,
    signers: { domain: string; selector: string }[],
    receivedAt: Date,
  ) {
    const one = mailTest({ accountId })
    await store().mailTests.allocate({ test: one })
    const message = newMessage(one.token, { envelope: envelope({ receivedAt }) })
    await store().messages.accept([message], ROOMY)
    await finish(store(), message.id, { status: 'scored', report: report(), evidence: {}, signers })
  }

  test('selectors of valid signatures are noted for domains that the account has, the newest first', async () => {
    const mine = await domain()
    const other = await domain(undefined, mine.domain)
    const by = (selector: string, name = mine.domain) => ({ domain: name, selector })
    await analysed(mine.accountId, [by('s1'), by('s2'), by('s1', 'elsewhere.example')], THEN)
    await analysed(mine.accountId, [by('s1')], later(DAY))
    await analysed(mine.accountId, [by('s1')], later(-DAY))
    expect(await health().selectors(mine.id)).toEqual([
      { selector: 's1', lastSeen: later(DAY) },
      { selector: 's2', lastSeen: THEN },
    ])
    expect(await health().selectors(other.id)).toEqual([])
  })

  test('fifty selectors of a domain are kept at most', async () => {
    const { id, accountId, domain: name } = await domain()
    for (let at = 0; at < 12; at += 1) {
      const signers = Array.from({ length: 5 }, (_, n) => ({ domain: name, selector: `s${at}-${n}` }))
      await analysed(accountId, signers, later(at))
    }
    const kept = await health().selectors(id)
    expect(kept).toHaveLength(50)
    expect(kept[0]?.lastSeen).toEqual(later(11))
  })

  test('all of it goes with the domain, and with its account', async () => {
    const { id, accountId, domain: name } = await domain()
    await health().ask(id)
    await health().keep(id, LOOK, [], later(DAY))
    await analysed(accountId, [{ domain: name, selector: 's1' }], THEN)
    await store().domains.delete(accountId, id, said('domain.deleted', { accountId }))
    expect([await health().read(id), await health().selectors(id)]).toEqual([undefined, []])
    const theirs = await domain()
    await health().ask(theirs.id)
    await store().accounts.delete(theirs.accountId, said('account.deleted', { accountId: theirs.accountId }))
    while ((await store().accounts.deleteRest(10)) > 0);
    expect(await health().read(theirs.id)).toBeUndefined()
  })
}
