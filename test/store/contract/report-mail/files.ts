import { expect, test } from 'bun:test'
import type { DomainEntry } from '../../../../src/core/sender-domain.ts'
import type { FileOutcome, ReportFileBounds } from '../../../../src/store/report-mail.ts'
import { DAY } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'
import { file, making } from './making.ts'

const BOUNDS: ReportFileBounds = {
  bytes: 1_000_000,
  rejectedBytes: 1_000_000,
  listed: 1000,
  days: { reports: 395, nothing: 30 },
}

export function reportFileContract(store: TheStore): void {
  const { mail, domain, accepted, claimed } = making(store)

  const imported = (one: DomainEntry, files: FileOutcome[], bounds = BOUNDS) =>
    mail().imported(
      {
        importId: 'imp_1',
        accountId: one.accountId,
        domainId: one.id,
        at: store.now(),
        by: 'ann@example.org',
      },
      files.map((told) => ({ authentication: 'failed', file: told })),
      bounds,
    )
  const unique = () => crypto.randomUUID()
  const ids = async (one: DomainEntry, query: { outcome?: FileOutcome['outcome']; after?: string } = {}) =>
    (await mail().files(one.id, { limit: 100, ...query })).map(({ id }) => id)

  test('are listed newest first, by outcome, page by page, of their domain alone', async () => {
    const [one, other] = [await domain(), await domain()]
    const [a, b, c] = [file(unique()), file(unique(), { outcome: 'conflict' }), file(unique())]
    await imported(one, [a, b])
    await imported(one, [c])
    await imported(other, [file(unique())])
    expect(await ids(one)).toEqual([c.id, b.id, a.id])
    expect(await ids(one, { outcome: 'stored' })).toEqual([c.id, a.id])
    expect(await ids(one, { after: c.id })).toEqual([b.id, a.id])
    expect(await ids(one, { after: c.id, outcome: 'stored' })).toEqual([a.id])
    expect(await mail().counts(one.id)).toEqual({ stored: 2, conflict: 1 })
    expect(await mail().file(other.id, a.id)).toBeUndefined()
    const { attachment: _octets, ...told } = b
    expect((await mail().files(one.id, { limit: 2 }))[1]).toStrictEqual({
      ...told,
      domainId: one.id,
      source: 'import',
      receivedAt: store.now(),
      authentication: 'failed',
      from: 'ann@example.org',
      downloadable: true,
    })
  })

  test('octets of an attachment are kept once for all its files, and each knows its place', async () => {
    const one = await domain()
    const attachment = { number: 3, place: 0, bytes: new Uint8Array([9, 8, 7]), gzip: true }
    const [a, b] = [
      file(unique(), { attachment: { ...attachment, place: 1 } }),
      file(unique(), { attachment: { ...attachment, place: 3 }, outcome: 'rejected' }),
    ]
    await imported(one, [a, b])
    expect(await mail().file(one.id, a.id)).toMatchObject({
      gzip: true,
      place: 1,
      part: 0,
      accountId: one.accountId,
    })
    const second = await mail().file(one.id, b.id)
    expect(second).toMatchObject({ place: 3, part: 1 })
    expect(Array.from(second?.bytes ?? [])).toEqual([9, 8, 7])
  })

  test('nothing of a failure report is kept but that it came', async () => {
    const one = await domain()
    const told = file(unique(), { outcome: 'rejected', reason: 'failure_report' })
    await imported(one, [told])
    const kept = await mail().file(one.id, told.id)
    expect(kept?.reason).toBe('failure_report')
    expect(kept?.downloadable).toBe(false)
    expect(kept?.bytes).toBeUndefined()
  })

  test('what came to nothing goes after 30 days, octets of reports after 395, reports stay listed', async () => {
    const one = await domain()
    const attachment = (number: number) => ({ number, place: 0, bytes: new Uint8Array([1]), gzip: false })
    const stored = file(unique(), { attachment: attachment(0) })
    const rejected = file(unique(), {
      outcome: 'rejected',
      reason: 'malformed_xml',
      attachment: attachment(1),
    })
    const duplicate = file(unique(), { outcome: 'duplicate', attachment: attachment(2) })
    await imported(one, [stored, rejected, duplicate])
    const tidied = async (days: number) => {
      const at = new Date(store.now().getTime() + days * DAY)
      while ((await mail().tidy(at, 2)) > 0);
    }
    await tidied(29)
    expect(await ids(one)).toHaveLength(3)
    await tidied(31)
    expect(await ids(one)).toEqual([stored.id])
    expect((await mail().file(one.id, stored.id))?.downloadable).toBe(true)
    await tidied(396)
    expect((await mail().file(one.id, stored.id))?.downloadable).toBe(false)
  })

  test('are kept as many days as the bounds say', async () => {
    const one = await domain()
    const attachment = (number: number) => ({ number, place: 0, bytes: new Uint8Array([1]), gzip: false })
    const stored = file(unique(), { attachment: attachment(0) })
    const rejected = file(unique(), { outcome: 'rejected', attachment: attachment(1) })
    await imported(one, [stored, rejected], { ...BOUNDS, days: { reports: 5, nothing: 2 } })
    const tidied = async (days: number) => {
      const at = new Date(store.now().getTime() + days * DAY)
      while ((await mail().tidy(at, 2)) > 0);
    }
    await tidied(3)
    expect(await ids(one)).toEqual([stored.id])
    expect((await mail().file(one.id, stored.id))?.downloadable).toBe(true)
    await tidied(6)
    expect((await mail().file(one.id, stored.id))?.downloadable).toBe(false)
  })

  test('of too many octets the oldest go, and what strangers send takes no room from reports', async () => {
    const one = await domain()
    const bounds = { bytes: 40_000, rejectedBytes: 20_000, listed: 1000, days: BOUNDS.days }
    const bytes = new Uint8Array(4_000)
    const many = (outcome: FileOutcome['outcome']) =>
      Array.from({ length: 30 }, (_, number) =>
        file(unique(), { outcome, attachment: { number, place: 0, bytes, gzip: false } }),
      )
    await imported(one, many('stored'), bounds)
    const kept = async () =>
      (await mail().files(one.id, { limit: 100, outcome: 'stored' })).map(({ downloadable }) => downloadable)
    const before = await kept()
    expect(before[0]).toBe(true)
    expect(before.at(-1)).toBe(false)
    await imported(one, many('rejected'), bounds)
    expect(await kept()).toEqual(before)
  })

  test('what came by mail of strangers takes no room from reports, also where it was stored', async () => {
    const one = await domain()
    const bounds = { bytes: 40_000, rejectedBytes: 20_000, listed: 1000, days: BOUNDS.days }
    const bytes = new Uint8Array(4_000)
    const before = (await mail().bytes()).files
    const mailed = async (authentication: 'passed' | 'failed' | 'undecided', again?: Date) => {
      const id = await accepted(one)
      const files = [file(`${id}.0`, { attachment: { number: 0, place: 0, bytes, gzip: false } })]
      const result = { files, authentication, ...(again && { againAt: again }) }
      await mail().finish(await claimed(id), result, bounds)
      return { id, files }
    }
    const isKept = async (id: string) => (await mail().file(one.id, `${id}.0`))?.downloadable
    const first = await mailed('passed')
    const open = await mailed('undecided', store.now())
    const { id, files } = open
    await mail().finish(await claimed(id), { files, authentication: 'passed' }, bounds)
    const forged: string[] = []
    for (let sent = 0; sent < 20; sent += 1) forged.push((await mailed('failed')).id)
    expect([await isKept(first.id), await isKept(open.id)]).toEqual([true, true])
    expect(await isKept(forged[0] ?? '')).toBe(false)
    expect(await isKept(forged.at(-1) ?? '')).toBe(true)
    expect((await mail().bytes()).files - before).toBeLessThan(30_000)
  })

  test('a list of what came to nothing is bounded', async () => {
    const one = await domain()
    const bounds = { ...BOUNDS, listed: 5 }
    for (let made = 0; made < 9; made += 1) {
      await imported(one, [file(unique(), { outcome: 'rejected' }), file(unique())], bounds)
    }
    expect(await mail().counts(one.id)).toEqual({ rejected: 5, stored: 9 })
  })

  test('outcomes change: by a report that took the place of another, and by an admin', async () => {
    const one = await domain()
    const [a, b] = [file(unique()), file(unique(), { outcome: 'conflict' })]
    await imported(one, [a, b])
    await mail().changeOutcome(a.id, { outcome: 'replaced', uid: 'dmr_new' })
    expect(await mail().file(one.id, a.id)).toMatchObject({ outcome: 'replaced', uid: 'dmr_new' })
    const { accountId } = one
    await mail().taken(b.id, 'dmr_b', a.id, said('dmarc.report_taken', { accountId, target: b.id }))
    expect(await mail().file(one.id, a.id)).toMatchObject({ outcome: 'conflict', uid: 'dmr_b' })
    expect(await mail().file(one.id, b.id)).toMatchObject({ outcome: 'stored', uid: 'dmr_b' })
    expect(await mail().counts(one.id)).toEqual({ conflict: 1, stored: 1 })
    const entries = await store().audit.list({ accountId, limit: 10 })
    expect(entries.map(({ action }) => action)).toContain('dmarc.report_taken')
  })

  test('what an account has from before a day is deleted, so much at a time', async () => {
    const one = await domain()
    for (let made = 0; made < 3; made += 1) await imported(one, [file(unique())])
    await store.pass(1000)
    const last = file(unique())
    await imported(one, [last])
    const before = store.now()
    expect(await mail().deleteBefore(one.accountId, before, 2)).toBe(2)
    expect(await mail().deleteBefore(one.accountId, before, 2)).toBe(1)
    expect(await mail().deleteBefore(one.accountId, before, 2)).toBe(0)
    expect(await ids(one)).toEqual([last.id])
  })

  test('files of a mail are told once, with the outcomes that were given last', async () => {
    const one = await domain()
    const id = await accepted(one)
    const files = [file(`${id}.0`), file(`${id}.1`, { outcome: 'rejected', reason: 'malformed_xml' })]
    const againAt = store.now()
    await mail().finish(await claimed(id), { files, authentication: 'undecided', againAt })
    await mail().finish(await claimed(id), { files, authentication: 'failed' })
    expect(await mail().counts(one.id)).toEqual({ stored: 1, rejected: 1 })
    const told = await mail().files(one.id, { limit: 9 })
    expect(told.map(({ authentication, mailId }) => [authentication, mailId])).toEqual([
      ['failed', id],
      ['failed', id],
    ])
  })
}
