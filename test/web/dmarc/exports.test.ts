import { describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { ROLES } from '../../../src/core/access/role.ts'
import { granted, type Refusal, refused } from '../../../src/core/refusal.ts'
import type { AggregateWindow } from '../../../src/services/aggregates/aggregates.ts'
import type { Exports } from '../../../src/services/aggregates/export/exports.ts'
import { fakeDomains } from '../domains/fake-domains.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'

interface Asked {
  what: string
  id: string
  window: AggregateWindow
  query?: object
}

/** The site, whose files are made of these parts. */
function exportSite(parts: () => AsyncGenerator<string, void>, refusal?: Refusal) {
  const asked: Asked[] = []
  const errors: unknown[] = []
  const make = (name: string, type: string, told: Asked) => {
    asked.push(told)
    return Promise.resolve(refusal ? refused(refusal) : granted({ name, type, parts: parts() }))
  }
  const exports: Exports = {
    records: (_actor, id, window, format) =>
      make(`r.${format}`, `text/${format}; charset=utf-8`, { what: format, id, window }),
    sources: (_actor, id, window, query) =>
      make('s.csv', 'text/csv; charset=utf-8', { what: 'sources', id, window, query }),
    tls: (_actor, id, window, format) =>
      make(`t.${format}`, `text/${format}; charset=utf-8`, { what: `tls ${format}`, id, window }),
  }
  const { sessions } = fakeSessions(Object.fromEntries(ROLES.map((role) => [role, somebody({ role })])))
  const { domains } = fakeDomains([])
  const log = { info() {}, warn() {}, error: (...told: unknown[]) => void errors.push(told) }
  const site = siteUnderTest({ people: peopleWith(sessions), domains, dmarc: { exports }, log })
  const ask = (path: string, who = 'viewer') =>
    site.ask(`/domains/d1/dmarc/${path}`, { headers: { cookie: `mailgauge=${who}` } })
  return { ask, asked, errors }
}

async function* whole() {
  yield 'a,b\r\n'
  yield "1,'=2\r\n"
}

describe('files of DMARC reports', () => {
  test.each([
    ['records.csv', 'csv', 'r.csv', 'text/csv'],
    ['records.json', 'json', 'r.json', 'text/json'],
    ['sources.csv', 'sources', 's.csv', 'text/csv'],
    ['../tls/reports.csv', 'tls csv', 't.csv', 'text/csv'],
    ['../tls/reports.json', 'tls json', 't.json', 'text/json'],
  ])('%s is sent as a file to keep', async (path, what, name, type) => {
    const { ask, asked } = exportSite(whole)
    const response = await ask(`${path}?from=2026-11-01&to=2026-11-03&authenticated=true`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toBe("a,b\r\n1,'=2\r\n")
    const window = { from: 20_758, to: 20_760, authenticated: true }
    expect(asked).toMatchObject([{ what, id: 'd1', window }])
  })

  test('sources are grouped, filtered and ordered as on their page', async () => {
    const { ask, asked } = exportSite(whole)
    await ask('sources.csv?group_by=reporter&sort=last_seen&result=fail&offset=7')
    await ask('sources.csv?group_by=x&sort=y')
    expect(asked.map(({ query }) => query)).toEqual([
      { groupBy: 'reporter', sort: 'last_seen', result: 'fail' },
      { groupBy: 'ip', sort: 'messages' },
    ])
  })

  test('a window that is none is told, and no file of other days is sent', async () => {
    const { ask, asked } = exportSite(whole)
    for (const window of ['from=2026-11-03&to=2026-11-01', 'days=9999', 'to=x']) {
      const response = await ask(`records.csv?${window}`)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        422,
        'text/html; charset=utf-8',
      ])
    }
    expect(asked).toEqual([])
  })

  test('a domain of others is no page, and what took too long is 503', async () => {
    const gone = await exportSite(whole, { kind: 'not_found', what: 'domain' }).ask('records.json')
    expect(gone.status).toBe(404)
    const busy = await exportSite(whole, { kind: 'busy' }).ask('sources.csv')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '60'])
  })

  test('whoever is not signed in is led to the sign-in', async () => {
    const { ask, asked } = exportSite(whole)
    expect((await ask('records.csv', 'nobody')).status).toBe(303)
    expect(asked).toEqual([])
  })
})

/** What a client sees on the wire: the octets, and whether the connection was broken off. */
async function onTheWire(response: Response): Promise<{ text: string; isBroken: boolean }> {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => response })
  const { promise, resolve } = Promise.withResolvers<void>()
  let text = ''
  let isBroken = false
  const socket = connect(server.port ?? 0, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  )
  socket.on('data', (octets: Buffer) => {
    text += octets.toString('latin1')
  })
  socket.on('error', () => {
    isBroken = true
  })
  socket.on('close', () => resolve())
  await promise
  await server.stop(true)
  return { text, isBroken }
}

describe('on the wire', () => {
  test('a file that was sent to its end has an end', async () => {
    const sent = await onTheWire(await exportSite(whole).ask('records.csv'))
    expect(sent.text).toEndWith("1,'=2\r\n")
    expect(sent.isBroken).toBe(false)
  })

  test('one that broke off has none, so that no client takes it for whole; the log says why', async () => {
    const { ask, errors } = exportSite(async function* () {
      yield 'a,b\r\n'
      await Bun.sleep(20)
      throw new Error('busy')
    })
    const sent = await onTheWire(await ask('records.csv'))
    expect(sent.text).toContain('a,b')
    expect(sent.isBroken).toBe(true)
    expect(errors).toHaveLength(1)
  })

  test('whoever does not read is not written for: the pages that follow are not made', async () => {
    let made = 0
    let isOver = false
    const endless = async function* () {
      try {
        for (;;) {
          made += 1
          yield 'x'.repeat(100_000)
        }
      } finally {
        isOver = true
      }
    }
    const reader = (await exportSite(endless).ask('records.csv')).body?.getReader()
    await reader?.read()
    expect(made).toBeLessThan(5)
    await reader?.cancel()
    expect(isOver).toBe(true)
  })
})
