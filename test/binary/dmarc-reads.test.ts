import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../src/store/sqlite/open.ts'
import { type MadeReport, madeReport } from '../store/contract/aggregates/random-reports.ts'
import { mailgauge, type Running, serve, temporaryFolder } from '../support/binary.ts'
import { chance } from '../support/chance.ts'

const NO_DNS = ['--dns.servers=127.0.0.1:1', '--dns.timeout=200ms']
const DEMO = 'mailgauge-sample.example'
const DAY_MS = 86_400_000
const today = Math.floor(Date.now() / DAY_MS)

const { folder, remove } = temporaryFolder()
let running: Running
let ask: (path: string) => Promise<{ status: number; body: Record<string, unknown> }>
let id = ''

beforeAll(async () => {
  running = await serve(folder, ['--http.listen=127.0.0.1:0', '--smtp.listen=127.0.0.1:0', ...NO_DNS])
  const scopes = ['key', 'create', '--scopes', 'domains:read,dmarc:read']
  const authorization = `Bearer ${(await mailgauge(scopes, { cwd: folder })).stdout.trim()}`
  await mailgauge(['domains', 'add', DEMO, '--verify', ...NO_DNS], { cwd: folder })
  ask = async (path) => {
    const response = await fetch(`http://${running.http}/v1/domains${path}`, { headers: { authorization } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const { domains } = (await ask('')).body as { domains: { id: string }[] }
  id = domains[0]?.id ?? ''
})
afterAll(async () => {
  await running.kill()
  remove()
})

/** Connections of the service to its database. */
function connections(): number {
  const fds = `/proc/${running.process.pid}/fd`
  return readdirSync(fds).filter((fd) => {
    try {
      return readlinkSync(join(fds, fd)).endsWith('/mailgauge.db')
    } catch {
      return false
    }
  }).length
}

async function put(count: number): Promise<MadeReport[]> {
  const directory = dataFolder()
  const store = await openStore({ directory, migrate: false })
  const [account] = await store.accounts.list()
  const accountId = account?.id ?? ''
  const dice = chance(11)
  const made = Array.from({ length: count }, () =>
    madeReport(dice, { accountId, policyDomain: DEMO, day: today - 3 }),
  )
  for (const { report } of made) expect((await store.aggregates.put(report)).outcome).toBe('stored')
  await store.close()
  return made
}

function dataFolder(): string {
  const found = [...new Bun.Glob('**/mailgauge.db').scanSync(folder)][0] ?? ''
  return join(folder, found, '..')
}

test('what reports say is answered by threads of the binary, which are there from the first question on', async () => {
  expect(await ask(`/${id}/dmarc/summary`)).toMatchObject({ status: 200, body: { totals: { messages: 0 } } })
  const before = connections()
  const made = await put(20)
  const messages = made.flatMap(({ records }) => records).reduce((all, { count }) => all + count, 0)
  expect(await ask(`/${id}/dmarc/summary`)).toMatchObject({
    status: 200,
    body: { totals: { reports: 20, messages } },
  })
  expect(await ask(`/${id}/dmarc/reports?limit=5`)).toMatchObject({ status: 200, body: { total: 20 } })
  for (const group of ['ip', 'organization', 'header_from', 'reporter']) {
    const { status, body } = await ask(`/${id}/dmarc/sources?group_by=${group}`)
    const sources = body['sources'] as { messages: number }[]
    expect([status, sources.reduce((all, source) => all + source.messages, 0)]).toEqual([200, messages])
  }
  expect(connections()).toBeGreaterThan(before)
})
