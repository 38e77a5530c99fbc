import { describe, expect, test } from 'bun:test'
import { createAggregates } from '../../../src/services/aggregates/read-aggregates.ts'
import { statusOf } from '../../../src/services/aggregates/source-status.ts'
import type { DomainActor } from '../../../src/services/domains/domains.ts'
import { type AggregateReads, QueryTooLong } from '../../../src/store/aggregates.ts'

const WINDOW = { from: 20_000, to: 20_029 }
const PAGE = { limit: 50, offset: 0 }
const SOURCES = { groupBy: 'ip', sort: 'messages', ...PAGE } as const

/** Whatever is asked of the store is noted, and answered by `answer`. */
function over(answer: (name: string) => unknown) {
  const asked: { name: string; args: unknown[] }[] = []
  const aggregates = new Proxy({} as AggregateReads, {
    get:
      (_, name: string) =>
      async (...args: unknown[]) => {
        asked.push({ name, args })
        return answer(name)
      },
  })
  const domains = {
    list: async () => [],
    byId: async (accountId: string, id: string) =>
      accountId === 'mine' && id === 'one' ? { id, domain: 'example.org', verified: true } : undefined,
  }
  return { asked, service: createAggregates({ store: { aggregates }, domains }) }
}

const key = (scopes: ('dmarc:read' | 'tests:read')[]): DomainActor =>
  ({ kind: 'key', accountId: 'mine', scopes, keyId: 'k', name: 'ci' }) as unknown as DomainActor
const reader = key(['dmarc:read'])

const everything = (service: ReturnType<typeof createAggregates>, actor: DomainActor, id: string) =>
  Promise.all([
    service.summary(actor, id, WINDOW),
    service.reports(actor, id, WINDOW, PAGE),
    service.sources(actor, id, WINDOW, SOURCES),
    service.records(actor, id, WINDOW, { limit: 10 }),
    service.report(actor, id, 'dmr_1'),
  ])

describe('whoever asks', () => {
  test('needs the scope, and is told that before anything of the domain', async () => {
    const { service, asked } = over(() => ({}))
    for (const id of ['one', 'none']) {
      for (const found of await everything(service, key(['tests:read']), id))
        expect(found).toEqual({ ok: false, refusal: { kind: 'missing_scope', scope: 'dmarc:read' } })
    }
    expect(asked).toEqual([])
  })

  test('learns of no domain of another account', async () => {
    const { service, asked } = over(() => ({}))
    for (const found of await everything(service, reader, 'another'))
      expect(found).toEqual({ ok: false, refusal: { kind: 'not_found', what: 'domain' } })
    expect(asked).toEqual([])
  })

  test('is told that a query took too long, and a fault of the store is none of that', async () => {
    const { service } = over(() => {
      throw new QueryTooLong()
    })
    for (const found of await everything(service, reader, 'one'))
      expect(found).toEqual({ ok: false, refusal: { kind: 'busy' } })
    const broken = over(() => {
      throw new Error('the disk went away')
    })
    expect(broken.service.summary(reader, 'one', WINDOW)).rejects.toThrow('the disk went away')
  })

  test('is refused a window past a year, and gets pages within bounds', async () => {
    const { service, asked } = over(() => ({ total: 0, reports: [], records: [] }))
    const year = { from: 20_000, to: 20_365 }
    expect(await service.reports(reader, 'one', year, { limit: 100_000, offset: -5 })).toMatchObject({
      ok: true,
    })
    expect(await service.summary(reader, 'one', { ...year, to: 20_366 })).toMatchObject({
      refusal: { kind: 'bad_request' },
    })
    await service.records(reader, 'one', { from: 0, to: 30_000 }, { limit: 1e9 })
    expect(asked.map(({ args }) => args.at(-1))).toEqual([{ limit: 200, offset: 0 }, { limit: 1000 }])
  })

  test('gets a status of each source but of reporters', async () => {
    const source = { source: '9.9.9.9', messages: 10, pass: 10, forwarded: 0, unaligned: 0 }
    const { service } = over(() => ({ total: 1, messages: 10, sources: [source] }))
    const first = async (groupBy: 'ip' | 'reporter') => {
      const found = await service.sources(reader, 'one', WINDOW, { ...SOURCES, groupBy })
      return found.ok && found.value.sources[0]
    }
    expect(await first('ip')).toEqual({ ...source, status: 'passing' } as never)
    expect(await first('reporter')).toEqual(source as never)
  })
})

describe('the status of a source', () => {
  const of = (pass: number, forwarded: number, unaligned: number) =>
    statusOf({ messages: 100, pass, forwarded, unaligned })

  test('is the first that fits', () => {
    expect(of(100, 0, 0)).toBe('passing')
    expect(of(95, 0, 0)).toBe('passing')
    expect(of(94, 0, 0)).toBe('failing')
    // Half of the failures, even where nearly all passes.
    expect(of(98, 1, 2)).toBe('forwarded')
    expect(of(0, 49, 49)).toBe('failing')
    expect(of(0, 49, 50)).toBe('unaligned')
    expect(of(0, 50, 100)).toBe('forwarded')
  })
})
