import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import type { ReadAggregate } from '../../../src/core/aggregate/report.ts'
import type { DomainEntry } from '../../../src/core/sender-domain.ts'
import { createReportFiles } from '../../../src/services/aggregates/files.ts'
import { safeFileName } from '../../../src/services/aggregates/report-file-names.ts'
import { reportFiles } from '../../../src/services/people/export/report-files.ts'
import type { SessionActor } from '../../../src/services/people/sessions.ts'
import { random } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { attachment, domainIn, ingestingOver, reading, report } from './ingesting/making.ts'

let own: TestStore
let clock: ReturnType<typeof testClock>
let domain: DomainEntry

beforeEach(async () => {
  clock = testClock()
  own = await testStore({ clock })
  domain = await domainIn(own, clock)
})
afterEach(() => own.done())

const admin = (accountId = domain.accountId, role: SessionActor['role'] = 'admin'): SessionActor => ({
  kind: 'session',
  accountId,
  role,
  personId: 'per_1',
})

/** Brings reports in as the service does, and gives what people do with their files. */
async function arrived(...mails: { aggregate: ReadAggregate; outcome: 'passed' | 'failed' }[]) {
  const given = mails.map(({ aggregate, outcome }) => {
    const octets = { ...attachment(aggregate), bytes: gzipSync('<feedback/>'), packed: true }
    return { attachments: [octets], authentication: { outcome, from: 'google.com', reason: '' } }
  })
  const at = ingestingOver(own, clock, { reader: reading(...given), aggregates: own.store.aggregates })
  for (const _mail of mails) {
    await at.received(domain)
    await at.run()
  }
  const files = createReportFiles({
    store: own.store,
    aggregates: own.store.aggregates,
    reader: reading({ attachments: [attachment(mails.at(-1)?.aggregate ?? report(clock))] }),
    organisationOf: (name) => name,
    clock,
    random,
  })
  const ids = async (outcome: string) => (await at.told(domain)).filter((one) => one.outcome === outcome)
  return { files, ids, told: () => at.told(domain) }
}

const other = () => report(clock, { contentHash: 'b'.repeat(64) })
const stored = (uid = '') => own.store.aggregates.report(domain.id, uid)

describe('files of a domain', () => {
  test('are listed with how many there are, for those who may read the domain', async () => {
    const { files } = await arrived({ aggregate: report(clock), outcome: 'passed' })
    expect(await files.list(admin(), domain.id, { limit: 10 })).toMatchObject({
      ok: true,
      value: { files: [{ outcome: 'stored', reporter: 'google.com' }], counts: { stored: 1 } },
    })
    const foreign = await files.list(admin('another'), domain.id, { limit: 10 })
    expect(foreign).toEqual({ ok: false, refusal: { kind: 'not_found', what: 'domain' } })
  })

  test('are downloaded as they came, without the packing of ours, by a name that is no path', async () => {
    const { files, ids } = await arrived({ aggregate: report(clock), outcome: 'passed' })
    const [file] = await ids('stored')
    const got = await files.download(admin(), domain.id, file?.id ?? '')
    if (!got.ok) throw new Error(got.refusal.kind)
    expect(Buffer.from(got.value.bytes).toString()).toBe('<feedback/>')
    expect(got.value.name).toBe('0.xml')
    expect(await files.download(admin(), domain.id, 'msg_x.0')).toMatchObject({ ok: false })
  })

  test('tell what is in them, though nothing of it was stored', async () => {
    const { files, ids } = await arrived(
      { aggregate: report(clock), outcome: 'passed' },
      { aggregate: other(), outcome: 'passed' },
    )
    const [file] = await ids('conflict')
    const content = await files.content(admin(), domain.id, file?.id ?? '')
    expect(content).toMatchObject({
      ok: true,
      value: { messages: 3, pass: 3, records: [{ ip: '192.0.2.1', results: { dkim: [] } }] },
    })
  })
})

test('an archive of the account holds what became of them, and each that is kept', async () => {
  await arrived({ aggregate: report(clock), outcome: 'passed' }, { aggregate: other(), outcome: 'failed' })
  const found = new Map<string, string>()
  for await (const { path, bytes } of reportFiles(own.store, domain.id)) {
    found.set(path, Buffer.from(bytes).toString())
  }
  const [told = '', ...kept] = [...found.keys()]
  const lines = (found.get(told) ?? '').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { outcome: 'conflict', authentication: 'failed' },
    { outcome: 'stored', authentication: 'passed', reporter: 'google.com', from: 'google.com' },
  ])
  expect(kept.map((path) => found.get(path))).toEqual(['<feedback/>', '<feedback/>'])
})

describe('a report in conflict', () => {
  test('is taken by an admin in place of the other, whatever came first; the log says so', async () => {
    const { files, ids, told } = await arrived(
      { aggregate: report(clock), outcome: 'passed' },
      { aggregate: other(), outcome: 'failed' },
    )
    const [[first], [file]] = [await ids('stored'), await ids('conflict')]
    expect(await files.take(admin(undefined, 'member'), domain.id, file?.id ?? '')).toMatchObject({
      refusal: { kind: 'missing_role' },
    })
    expect(await files.take(admin(), domain.id, file?.id ?? '')).toEqual({ ok: true, value: undefined })
    const now = await told()
    expect(now.map(({ id, outcome }) => [id, outcome])).toEqual([
      [first?.id ?? '', 'conflict'],
      [file?.id ?? '', 'stored'],
    ])
    expect(await stored(now[1]?.uid)).toMatchObject({ authenticated: false, messages: 3 })
    const entries = await own.store.audit.list({ accountId: domain.accountId, limit: 5 })
    expect(entries[0]).toMatchObject({ action: 'dmarc.report_taken', target: 'example.org' })
  })

  test('is nothing else: no other file can be taken', async () => {
    const { files, ids } = await arrived({ aggregate: report(clock), outcome: 'passed' })
    const [file] = await ids('stored')
    expect(await files.take(admin(), domain.id, file?.id ?? '')).toMatchObject({
      refusal: { kind: 'bad_request' },
    })
  })
})

describe('events', () => {
  test('tell of an authenticated report once for each domain, of no other', async () => {
    await arrived(
      { aggregate: report(clock, { reportId: '1' }), outcome: 'failed' },
      { aggregate: report(clock, { reportId: '2' }), outcome: 'passed' },
      { aggregate: report(clock, { reportId: '2' }), outcome: 'passed' },
    )
    const events = await own.store.outbox.behind('a test', 100)
    const told = events.filter(({ type }) => type === 'dmarc.report_received')
    expect(told).toMatchObject([
      {
        subject: domain.id,
        accountId: domain.accountId,
        payload: { domain: 'example.org', reporter: 'google.com', messages: 3, dmarcPass: 3 },
      },
    ])
  })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\a.xml', 'a.xml'],
  ['google.com!example.org!1!2.xml.gz', 'google.com!example.org!1!2.xml.gz'],
  ['.hidden', 'hidden'],
  ['a"; rm -rf\r\nb.xml', 'a_rm_-rf_b.xml'],
  ['\u202Egpj.xml', 'gpj.xml'],
  [`${'a'.repeat(300)}.xml.gz`, `${'a'.repeat(117)}.gz`],
  ['', 'report-msg_1.0'],
])('the name %p is saved as %p', (name, safe) => {
  expect(safeFileName(name, 'msg_1.0', false)).toBe(safe)
})
