import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { FileContent } from '../../../../src/core/aggregate/file.ts'
import { ReadingLost, type ReadReports } from '../../../../src/services/aggregates/importing.ts'
import { DAY } from '../../../support/builders.ts'
import { testClock } from '../../../support/clock.ts'
import { type TestStore, testStore } from '../../../support/store.ts'
import { attachment, domainIn, ingestingOver, reading, report } from './making.ts'

let own: TestStore
let clock: ReturnType<typeof testClock>

beforeEach(async () => {
  clock = testClock()
  own = await testStore({ clock })
})
afterEach(() => own.done())

const PASSED = { outcome: 'passed', from: 'google.com', reason: '' } as const
const FAILED = { outcome: 'failed', from: 'example.net', reason: '' } as const
const OPEN = { outcome: 'undecided', from: 'google.com', reason: '' } as const
const ofContent = (...contents: FileContent[]): ReadReports => ({
  attachments: contents.map((content) => ({ name: 'x', size: 1, files: [{ name: 'x', content }] })),
  authentication: PASSED,
})

describe('a mail that was read', () => {
  test('has an outcome for each of its files, by an id that stays the same', async () => {
    const domain = await domainIn(own, clock)
    const attachments = [
      attachment(report(clock), report(clock, { reportId: '43' })),
      attachment(report(clock)),
    ]
    const outcomes = ['stored', 'duplicate', 'conflict'] as const
    const at = ingestingOver(own, clock, {
      reader: reading({ attachments, authentication: PASSED }),
      keeps: ({ uid, fileId }) => ({ outcome: outcomes[Number(fileId.at(-1))] ?? 'stored', uid }),
    })
    const id = await at.received(domain)
    expect(await at.run()).toEqual(['done'])
    expect(await at.told(domain)).toMatchObject(
      outcomes.map((outcome, number) => ({
        id: `${id}.${number}`,
        outcome,
        mailId: id,
        reporter: 'google.com',
        authentication: 'passed',
        from: 'google.com',
        uid: at.put[number]?.uid,
        downloadable: true,
      })),
    )
    expect(at.put[0]).toMatchObject({ fileId: `${id}.0`, authenticated: true, accountId: domain.accountId })
    expect(await own.store.reportMail.raw(id)).toBeUndefined()
  })

  test('is one line of the log: its id, as the sender was told, and counts, without what it says', async () => {
    const domain = await domainIn(own, clock)
    const lines: unknown[][] = []
    const log = { info: (...line: unknown[]) => void lines.push(line), warn() {}, error() {} }
    const other = attachment(report(clock, { policyDomain: 'example.com' }))
    const attachments = [attachment(report(clock), report(clock, { reportId: '43' })), other]
    const reader = reading({ attachments, authentication: PASSED })
    const at = ingestingOver(own, clock, { reader, log })
    const mail = await at.received(domain)
    await at.run()
    const facts = {
      message: mail,
      domain: 'example.org',
      files: { stored: 2, domain_mismatch: 1 },
      sender: 'passed',
    }
    expect(lines).toEqual([[facts, 'Read a report mail']])
  })

  test.each([
    ['of the domain itself', 'example.org', 'stored'],
    ['of one below it', 'mail.example.org', 'stored'],
    ['of the one above it', 'org', 'stored'],
    ['of another', 'example.com', 'rejected'],
    ['of one that only ends alike', 'badexample.org', 'rejected'],
  ] as const)('is taken for its domain, above and below: %s', async (_which, policyDomain, outcome) => {
    const domain = await domainIn(own, clock)
    const attachments = [attachment(report(clock, { policyDomain }))]
    const at = ingestingOver(own, clock, { reader: reading({ attachments, authentication: PASSED }) })
    await at.received(domain)
    await at.run()
    const [told] = await at.told(domain)
    expect(told?.outcome).toBe(outcome)
    if (outcome === 'rejected') expect(told?.reason).toBe('domain_mismatch')
  })

  test.each([
    ['passed', 'reports.mail.example.net', 'example.net'],
    ['failed', 'reports.mail.example.net', undefined],
  ] as const)(
    'is kept with the organization that it is proved to come from: %s',
    async (outcome, from, sender) => {
      const domain = await domainIn(own, clock)
      const authentication = { outcome, from, reason: '' } as const
      const reader = reading({ attachments: [attachment(report(clock))], authentication })
      const organisationOf = (name: string) => name.split('.').slice(-2).join('.')
      const at = ingestingOver(own, clock, { reader, organisationOf })
      await at.received(domain)
      await at.run()
      expect(at.put).toHaveLength(1)
      expect(at.put[0]?.sender).toBe(sender)
    },
  )

  test('adds no more than the share of its sender: strangers have one together, and it leaves others theirs', async () => {
    const domain = await domainIn(own, clock)
    const large = (reportId: string) => {
      const { head, pieces } = report(clock, { reportId, records: 100_000 })
      return attachment({ head, pieces })
    }
    const strangers = (from: string) => ({
      attachments: ['1', '2', '3', '4', '5'].map((id) => large(`${from} ${id}`)),
      authentication: { outcome: 'failed', from, reason: '' } as const,
    })
    const at = ingestingOver(own, clock, {
      reader: reading(strangers('a.example'), strangers('b.example'), {
        attachments: [large('true')],
        authentication: PASSED,
      }),
    })
    for (let sent = 0; sent < 3; sent += 1) {
      await at.received(domain)
      await at.run()
    }
    const told = await at.told(domain)
    expect(told.slice(0, 4).map(({ outcome }) => outcome)).toEqual(Array(4).fill('stored'))
    const beyond = told.slice(4, 10)
    expect(beyond.every(({ reason, downloadable }) => reason === 'sender_limit' && downloadable)).toBe(true)
    expect(told[10]?.outcome).toBe('stored')
    clock.advance(5 * DAY)
    await at.received(domain)
    await at.run()
    expect((await at.told(domain)).at(-1)?.outcome).toBe('stored')
  })

  test('is taken for another verified domain of the account, and for no other entry', async () => {
    const domain = await domainIn(own, clock)
    await domainIn(own, clock, 'example.com', true, domain.accountId)
    await domainIn(own, clock, 'example.net', false, domain.accountId)
    const outcomeOf = async (policyDomain: string) => {
      const attachments = [attachment(report(clock, { policyDomain }))]
      const at = ingestingOver(own, clock, { reader: reading({ attachments, authentication: PASSED }) })
      await at.received(domain)
      await at.run()
      return (await at.told(domain)).at(-1)?.outcome
    }
    expect(await outcomeOf('mail.example.com')).toBe('stored')
    expect(await outcomeOf('example.net')).toBe('rejected')
  })

  test('tells why a file came to nothing', async () => {
    const domain = await domainIn(own, clock)
    const now = Math.floor(clock.now().getTime() / 1000)
    const aggregates = [
      report(clock, { begin: now, end: now + 3 * 86_400 }),
      report(clock, { begin: 1_000_000_000, end: 1_000_086_400 }),
      report(clock, { begin: now - 40 * 86_400, end: now - 39 * 86_400 }),
    ]
    const attachments = [attachment(...aggregates)]
    attachments.push(
      ...ofContent({ kind: 'rejected', reason: 'malformed_xml', detail: 'It ends in a tag.' }).attachments,
    )
    const at = ingestingOver(own, clock, {
      reader: reading({ attachments, authentication: PASSED }),
      planOf: async () => ({ dmarcDays: 30 }),
    })
    await at.received(domain)
    await at.run()
    const told = await at.told(domain)
    expect(told.map(({ reason }) => reason)).toEqual([
      'future_range',
      'bad_date_range',
      'past_retention',
      'malformed_xml',
    ])
    expect(told[3]?.detail).toBe('It ends in a tag.')
    expect(at.put).toEqual([])
  })

  test('for a domain that is not verified is rejected for that', async () => {
    const domain = await domainIn(own, clock, 'example.org', false)
    const attachments = [attachment(report(clock))]
    const at = ingestingOver(own, clock, { reader: reading({ attachments, authentication: PASSED }) })
    await at.received(domain)
    await at.run()
    expect(await at.told(domain)).toMatchObject([{ outcome: 'rejected', reason: 'unverified_domain' }])
  })

  test('leaves nothing behind of a failure report', async () => {
    const domain = await domainIn(own, clock)
    const read = ofContent({ kind: 'rejected', reason: 'failure_report' })
    const at = ingestingOver(own, clock, { reader: reading({ ...read, authentication: OPEN }) })
    const id = await at.received(domain)
    await at.run()
    expect(await at.told(domain)).toMatchObject([{ reason: 'failure_report', downloadable: false }])
    expect(await own.store.reportMail.raw(id)).toBeUndefined()
  })

  test('marks the file whose report it took the place of', async () => {
    const domain = await domainIn(own, clock)
    const attachments = [attachment(report(clock))]
    const first = ingestingOver(own, clock, { reader: reading({ attachments, authentication: FAILED }) })
    const forged = await first.received(domain)
    await first.run()
    const second = ingestingOver(own, clock, {
      reader: reading({ attachments, authentication: PASSED }),
      keeps: ({ uid }) => ({ outcome: 'stored', uid, replacedFile: `${forged}.0` }),
    })
    await second.received(domain)
    await second.run()
    expect((await second.told(domain)).map(({ outcome }) => outcome)).toEqual(['replaced', 'stored'])
  })
})

describe('who sent it', () => {
  test('does not count where only authenticated reports are taken', async () => {
    const domain = await domainIn(own, clock)
    const attachments = [attachment(report(clock))]
    const at = ingestingOver(own, clock, {
      reader: reading({ attachments, authentication: FAILED }),
      requireAuthenticated: true,
    })
    await at.received(domain)
    await at.run()
    expect(await at.told(domain)).toMatchObject([{ outcome: 'rejected', reason: 'unauthenticated' }])
    expect(at.put).toEqual([])
  })

  test('is asked again while the DNS does not answer, and what was stored is authenticated then', async () => {
    const domain = await domainIn(own, clock)
    const attachments = [attachment(report(clock))]
    const reader = reading(
      { attachments, authentication: OPEN },
      { attachments, authentication: OPEN },
      {
        attachments,
        authentication: PASSED,
      },
    )
    let uid = ''
    const at = ingestingOver(own, clock, {
      reader,
      keeps(given) {
        if (uid !== '') return { outcome: 'duplicate', uid }
        uid = given.uid
        return { outcome: 'stored', uid }
      },
    })
    await at.received(domain)
    await at.run()
    expect(await at.told(domain)).toMatchObject([{ outcome: 'stored', authentication: 'undecided' }])
    expect(at.put.map(({ authenticated }) => authenticated)).toEqual([false])
    expect(await at.run()).toEqual([])
    clock.advance(300_000)
    expect(await at.run()).toEqual(['done'])
    expect(at.put).toHaveLength(1)
    clock.advance(300_000)
    expect(await at.run()).toEqual(['done'])
    expect(await at.told(domain)).toMatchObject([{ outcome: 'stored', authentication: 'passed', uid }])
    expect(at.put.map(({ authenticated }) => authenticated)).toEqual([false, true])
    clock.advance(DAY)
    expect(await at.run()).toEqual([])
  })

  test('is asked for a day, less and less often, and then not known for good', async () => {
    const domain = await domainIn(own, clock)
    const reader = reading({ attachments: [attachment(report(clock))], authentication: OPEN })
    const at = ingestingOver(own, clock, { reader })
    const id = await at.received(domain)
    await at.run()
    for (let minutes = 0; minutes < 2 * 24 * 60; minutes += 5) {
      clock.advance(300_000)
      await at.run()
    }
    expect(reader.times).toBeGreaterThan(5)
    expect(reader.times).toBeLessThan(20)
    expect(await at.told(domain)).toMatchObject([{ outcome: 'stored', authentication: 'failed' }])
    expect(await own.store.reportMail.raw(id)).toBeUndefined()
  })

  test('is not asked again where it changes nothing', async () => {
    const domain = await domainIn(own, clock)
    const read = ofContent({ kind: 'rejected', reason: 'malformed_xml' })
    const at = ingestingOver(own, clock, { reader: reading({ ...read, authentication: OPEN }) })
    const id = await at.received(domain)
    await at.run()
    expect(await own.store.reportMail.raw(id)).toBeUndefined()
  })
})

describe('what goes wrong', () => {
  test('a mail that ends its process twice is rejected, and can be looked at', async () => {
    const domain = await domainIn(own, clock)
    const at = ingestingOver(own, clock, { reader: reading({ stopped: 'it took more than 15 s' }) })
    const id = await at.received(domain)
    expect(await at.run()).toEqual(['put_off'])
    expect(await at.told(domain)).toEqual([])
    clock.advance(1_000)
    expect(await at.run()).toEqual(['done'])
    expect(await at.told(domain)).toMatchObject([
      { id: `${id}.0`, outcome: 'rejected', reason: 'not_readable', downloadable: true },
    ])
  })

  test('a process that was lost is no fault of the mail: it is tried again, later each time', async () => {
    const domain = await domainIn(own, clock)
    const attachments = [attachment(report(clock))]
    const lost = new ReadingLost('its process was killed')
    const reader = reading(lost, lost, lost, { attachments, authentication: PASSED })
    const at = ingestingOver(own, clock, { reader })
    await at.received(domain)
    for (const wait of [5_000, 10_000, 20_000]) {
      expect(await at.run()).toEqual(['put_off'])
      clock.advance(wait - 1)
      expect(await at.run()).toEqual([])
      clock.advance(1)
    }
    expect(await at.run()).toEqual(['done'])
    expect(await at.told(domain)).toMatchObject([{ outcome: 'stored' }])
  })

  test('what cannot be stored is tried again', async () => {
    const domain = await domainIn(own, clock)
    const attachments = [attachment(report(clock))]
    let full = true
    const at = ingestingOver(own, clock, {
      reader: reading({ attachments, authentication: PASSED }),
      keeps({ uid }) {
        if (full) throw new Error('disk full')
        return { outcome: 'stored', uid }
      },
    })
    await at.received(domain)
    expect(await at.run()).toEqual(['no_space'])
    full = false
    clock.advance(5_000)
    expect(await at.run()).toEqual(['done'])
    expect(new Set(at.put.map(({ fileId }) => fileId)).size).toBe(1)
  })
})
