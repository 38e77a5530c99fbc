import { expect, test } from 'bun:test'
import type { DomainEntry } from '../../../src/core/sender-domain.ts'
import type { ComplaintMailResult, NewComplaint } from '../../../src/store/complaints/complaints.ts'
import { DAY, later } from '../../support/builders.ts'
import { chance } from '../../support/chance.ts'
import { envelope } from '../../support/envelope.ts'
import { entry as said } from '../../support/people.ts'
import type { TheStore } from '../contract.ts'
import { madeReport } from './aggregates/random-reports.ts'
import { logLine } from './mail-log.ts'
import { file, making } from './report-mail/making.ts'

const BOUNDS = { waitingBytes: 1_000_000_000, waitingBytesPerDomain: 1_000_000_000 }

export function complaintContract(store: TheStore): void {
  const { domain: entered, accepted, claimed } = making(store)
  const complaints = () => store().complaints
  const today = () => Math.floor(store.now().getTime() / DAY)
  const window = () => ({ from: today() - 30, to: today() })
  let numbered = 0

  /** A verified one. */
  async function domain(accountId?: string): Promise<DomainEntry> {
    const one = await entered(accountId)
    const entry = (action: 'domain.verified' | 'domain.unverified') =>
      said(action, { accountId: one.accountId })
    const entries = { verified: entry('domain.verified'), unverified: entry('domain.unverified') }
    await store().domains.looked(
      one.id,
      { state: 'found', at: later(1) },
      { verified: 10, later: 0, entries },
    )
    return one
  }
  const remove = (one: DomainEntry) =>
    store().domains.delete(one.accountId, one.id, said('domain.deleted', { accountId: one.accountId }))

  async function settled(one: DomainEntry, result: ComplaintMailResult) {
    numbered += 1
    const id = `msg_complaint${numbered}`
    const mail = {
      id,
      domainId: one.id,
      envelope: envelope({ receivedAt: store.now() }),
      raw: new Uint8Array(9),
    }
    expect(await complaints().accept(mail, BOUNDS)).toBe('stored')
    const claim = await claimed(id)
    expect(claim.purpose).toBe('complaints')
    return { claim, ending: await complaints().settle(claim, result) }
  }

  const counted = async (one: DomainEntry, told: Partial<NewComplaint> = {}) => {
    const complaint: NewComplaint = {
      type: 'abuse',
      incidents: 1,
      domains: [one.domain],
      fingerprints: [Bun.hash(crypto.randomUUID()).toString(16).padStart(32, '0')],
      ...told,
    }
    return (await settled(one, { kind: 'complaint', complaint })).ending
  }

  test('each domain has an address, by which it is found, and which its name does not tell', async () => {
    const [one, other] = [await domain(), await domain()]
    const [local, another] = [await complaints().localPart(one.id), await complaints().localPart(other.id)]
    expect(local).toMatch(/^fbl-[0-9a-f]{26}$/)
    expect(local).not.toBe(another)
    expect(await complaints().address(local ?? '')).toEqual({
      domainId: one.id,
      accountId: one.accountId,
      domain: one.domain,
      verified: true,
    })
    expect(await complaints().address('fbl-00000000000000000000000000')).toBeUndefined()
    await remove(one)
    expect(await complaints().address(local ?? '')).toBeUndefined()
  })

  test('are counted by day, type, provider and campaign; those that nothing proves apart', async () => {
    const one = await domain()
    const campaign = { field: 'feedback-id', name: 'autumn:shop' } as const
    expect(await counted(one, { provider: 'yahoo', campaign, incidents: 3 })).toBe('counted')
    await counted(one, { provider: 'yahoo', campaign: { field: 'list-id', name: 'news' } })
    await counted(one, { provider: 'outlook', campaign })
    await counted(one, { provider: 'outlook', type: 'not-spam', campaign })
    await counted(one, { provider: 'outlook', type: 'fraud', campaign })
    await counted(one, { campaign })
    await store.pass(DAY)
    await counted(one, { provider: 'outlook' })
    const told = await complaints().summary(one.id, window())
    expect(told).toEqual({
      days: [
        {
          day: today() - 1,
          authenticated: { abuse: 5, fraud: 1, 'not-spam': 1 },
          unauthenticated: { abuse: 1 },
        },
        { day: today(), authenticated: { abuse: 1 }, unauthenticated: {} },
      ],
      providers: [
        { provider: 'yahoo', counts: { abuse: 4 }, lastDay: today() - 1 },
        { provider: 'outlook', counts: { abuse: 2, fraud: 1, 'not-spam': 1 }, lastDay: today() },
      ],
      campaigns: [
        { campaign, complaints: 4, others: 1, lastDay: today() - 1 },
        { campaign: { field: 'list-id', name: 'news' }, complaints: 1, others: 0, lastDay: today() - 1 },
      ],
      moreCampaigns: 0,
      withoutCampaign: 1,
      beyondCampaigns: 0,
      latestAt: store.now(),
    })
    expect(await complaints().ofAccount(one.accountId, window())).toEqual([
      { domainId: one.id, complaints: 6 },
    ])
    expect((await complaints().summary(one.id, { from: today(), to: today() })).days).toHaveLength(1)
    expect(await complaints().providerDays(one.id, window())).toEqual([
      { provider: 'outlook', day: today() - 1, complaints: 1 },
      { provider: 'yahoo', day: today() - 1, complaints: 4 },
      { provider: 'outlook', day: today(), complaints: 1 },
    ])
    expect(await complaints().lines(one.id, { from: today(), to: today() })).toEqual([
      { day: today(), authenticated: true, provider: 'outlook', type: 'abuse', reports: 1 },
    ])
  })

  test('the same report counts once, in each domain for itself', async () => {
    const [one, other] = [await domain(), await domain()]
    const [a, b] = ['0a', '0b'].map((hex) => hex.padEnd(32, 'c'))
    const fingerprints = [a ?? '', b ?? '']
    expect(await counted(one, { fingerprints })).toBe('counted')
    expect(await counted(one, { fingerprints: fingerprints.slice(1) })).toBe('duplicate')
    expect(await counted(other, { fingerprints })).toBe('counted')
  })

  test('count for the closest verified domain of the account at or above those of the message', async () => {
    const account = await domain()
    const shop = await domain(account.accountId)
    await counted(account, { provider: 'yahoo', domains: ['elsewhere.example', `news.${shop.domain}`] })
    await counted(account, { provider: 'yahoo', domains: ['elsewhere.example'] })
    const of = async (one: DomainEntry) =>
      (await complaints().summary(one.id, window())).providers[0]?.counts.abuse
    expect([await of(shop), await of(account)]).toEqual([1, 1])
  })

  test('a mail goes when it is settled, and only by whoever holds it', async () => {
    const one = await domain()
    const { claim } = await settled(one, { kind: 'nothing' })
    expect(await store().reportMail.raw(claim.id)).toBeUndefined()
    expect(await complaints().settle(claim, { kind: 'nothing' })).toBe('lost')
    expect((await complaints().summary(one.id, window())).latestAt).toBeUndefined()
  })

  test('letters are kept, the last of those that are proved whatever strangers send, and for their time', async () => {
    const one = await domain()
    const letter = (subject: string) => ({ subject, text: 'Your code is 7.', from: 'isp.example' })
    await settled(one, { kind: 'letter', letter: letter('proved'), authenticated: true })
    for (let n = 0; n < 25; n += 1) {
      await settled(one, { kind: 'letter', letter: letter(`stranger ${n}`), authenticated: false })
    }
    const kept = await complaints().letters(one.id)
    expect(kept).toHaveLength(21)
    expect(kept.filter(({ authenticated }) => authenticated)).toMatchObject([
      { subject: 'proved', from: 'isp.example', text: 'Your code is 7.', receivedAt: store.now() },
    ])
    expect(await complaints().deleteLetters(store.now(), 100)).toBe(0)
    expect(await complaints().deleteLetters(new Date(store.now().getTime() + 1), 100)).toBeGreaterThan(20)
    expect(await complaints().letters(one.id)).toEqual([])
  })

  test('counts go with their time, of their account alone, and with their domain', async () => {
    const [one, other] = [await domain(), await domain()]
    for (const mine of [one, other])
      await counted(mine, { provider: 'yahoo', campaign: { field: 'list-id', name: 'a' } })
    expect(await complaints().deleteBefore(one.accountId, today(), 100)).toBe(0)
    while ((await complaints().deleteBefore(one.accountId, today() + 1, 1)) > 0);
    expect(await complaints().summary(one.id, window())).toMatchObject({ days: [], campaigns: [] })
    expect((await complaints().summary(other.id, window())).days).toHaveLength(1)
    await remove(other)
    while ((await store().reportMail.tidy(store.now(), 1)) > 0);
    expect(await complaints().summary(other.id, window())).toEqual({
      days: [],
      providers: [],
      campaigns: [],
      moreCampaigns: 0,
      withoutCampaign: 0,
      beyondCampaigns: 0,
    })
  })

  test('what is refused at an address is told to its account', async () => {
    const one = await domain()
    const localPart = await complaints().localPart(one.id)
    const at = { localPart: localPart ?? '', rcptTo: `${localPart}@reports.example` }
    const line = logLine({ ...at, outcome: 'reports_full' })
    await store().mailLog.add([line], [], { account: 6000, anonymous: 1900, nobody: 2000 })
    const told = await store().mailLog.list({ accountId: one.accountId, limit: 10 })
    expect(told).toMatchObject([{ outcome: 'reports_full', accountId: one.accountId }])
  })

  test('only verified domains with complaints are watched, and an event is told with what is remembered', async () => {
    const one = await domain()
    await counted(one, { provider: 'yahoo' })
    const mine = async (since: Date) =>
      (await complaints().watched(since, '', 1000)).find(({ domainId }) => domainId === one.id)
    const now = store.now()
    expect(await mine(now)).toEqual({
      accountId: one.accountId,
      domainId: one.id,
      domain: one.domain,
      version: 0,
    })
    expect(await mine(new Date(now.getTime() + 1))).toBeUndefined()
    const payload = {
      ...{ domain: one.domain, provider: 'yahoo', name: 'Yahoo', complaints: 9, days: 7, before: 0 },
    }
    const events = [{ type: 'complaints.rate_high', subject: one.id, payload } as const]
    expect(await complaints().watchSettle(one.id, 0, '{"v":1}', now, events)).toBe('settled')
    expect(await complaints().watchSettle(one.id, 0, '{"v":2}', now, events)).toBe('outdated')
    expect(await complaints().watchSettle('nothing', 0, '{}', now, [])).toBe('unknown_domain')
    expect(await mine(new Date(now.getTime() + 1))).toMatchObject({ version: 1, state: '{"v":1}' })
    expect(await complaints().watchedState(one.id)).toBe('{"v":1}')
    // It stands among what was told of the domain, once.
    expect(await store().watching.told(one.id, 10)).toEqual([
      { domainId: one.id, at: now, event: { type: 'complaints.rate_high', subject: one.id, payload } },
    ])
    expect(await store().watching.toldSince(one.accountId, now, 10)).toHaveLength(1)
    const told = await store().outbox.behind('complaint contract', 100_000)
    expect(
      told.filter(({ subject, type }) => subject === one.id && type === 'complaints.rate_high'),
    ).toMatchObject([{ type: 'complaints.rate_high', accountId: one.accountId, payload, at: now }])
  })

  test('messages that passed are counted by reports that came from these senders, or were imported', async () => {
    const one = await domain()
    await counted(one, { provider: 'yahoo' })
    const put = async (fileId: string) => {
      const chances = chance(7)
      const plan = { accountId: one.accountId, policyDomain: one.domain, day: today(), froms: [one.domain] }
      const made = madeReport(chances, { ...plan, reporters: ['Yahoo'], authenticated: true, records: 5 })
      const { report } = made
      report.fileId = fileId
      report.uid = `dmr_${fileId}`
      report.aggregate.head.reportId = fileId
      report.aggregate.head.contentHash = Bun.SHA256.hash(fileId, 'hex')
      expect(await store().aggregates.put(report)).toMatchObject({ outcome: 'stored' })
      return made.records.reduce((sum, { count, dkim, spf }) => sum + (dkim || spf ? count : 0), 0)
    }
    const mailed = async (from: string) => {
      const id = await accepted(one)
      const claim = await claimed(id)
      const pass = await put(`${id}.0`)
      const files = [file(`${id}.0`, { uid: `dmr_${id}.0` })]
      expect(await store().reportMail.finish(claim, { files, authentication: 'passed', from })).toBe(
        'finished',
      )
      return pass
    }
    const passed = await mailed('dmarc.yahoo.com')
    await mailed('attacker.example')
    const importId = crypto.randomUUID()
    const imported = await put(`${importId}.0`)
    const of = { importId, accountId: one.accountId, domainId: one.id, at: store.now() }
    const outcome = file(`${importId}.0`, { uid: `dmr_${importId}.0` })
    await store().reportMail.imported(of, [{ authentication: 'passed', file: outcome }])
    const asked = { reporters: ['yahoo', 'outlook.com'], senders: ['dmarc.yahoo.com'] }
    // What waits to be counted is counted for whoever asks for sums.
    expect(await store().aggregates.summary(one.id, window())).toMatchObject({ reports: 3 })
    const told = await complaints().sentBy(one.id, window(), asked)
    expect(told.toSorted((a, b) => (a.sender ?? '').localeCompare(b.sender ?? ''))).toEqual([
      { reporter: 'yahoo', pass: imported },
      { reporter: 'yahoo', sender: 'dmarc.yahoo.com', pass: passed },
    ])
    expect(passed).toBeGreaterThan(0)
    expect(await complaints().sentBy(one.id, { from: 0, to: 1 }, asked)).toEqual([])
  })
}
