import { afterEach, beforeEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../src/store/sqlite/open.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
let server: DnsServer
beforeEach(async () => {
  place = workplace()
  server = await dnsServer({})
  writeFileSync(
    join(place.folder, 'mailgauge.toml'),
    `[smtp]\ndomain = "in.example.net"\nhostname = "mx.example.net"\n[dns]\nservers = ["${server.address}"]\ntimeout = "1s"\ntries = 1\n`,
  )
})
afterEach(() => {
  server.close()
  place.remove()
})

async function verified() {
  const { stdout } = await place.run('domains add example.org')
  const token = /mailgauge-verify=([a-z2-7]{26})/.exec(stdout)?.[1] ?? ''
  server.publish({ '_mailgauge.example.org': { TXT: [`mailgauge-verify=${token}`] } })
  await place.run('domains verify example.org')
}

/** As the running service would have kept it. */
async function looked(...values: string[][]) {
  const store = await openStore({ directory: join(place.folder, 'data'), migrate: false })
  const [account] = await store.accounts.list()
  const [domain] = await store.domains.list(account?.id ?? '')
  for (const [at, said] of values.entries()) {
    const when = new Date(Date.UTC(2026, 10, 20 + at, 12))
    await store.recordHistory.keep(
      { domainId: domain?.id ?? '' },
      {
        at: when,
        domain: 'example.org',
        seen: [{ record: 'dmarc', name: '_dmarc.example.org', values: said }],
        state: '{}',
        dueAt: when,
        tells: true,
      },
    )
  }
  await store.close()
}

test('says that nobody has looked, or that it is not verified', async () => {
  await place.run('domains add example.org')
  const unverified = await place.run('domains records example.org')
  expect(unverified.stderr).toContain('is not verified')
  await verified()
  const { code, stderr } = await place.run('domains records example.org')
  expect(code).toBe(0)
  expect(stderr).toContain('The records of example.org have not been checked yet.')
})

test('prints what changed and what is published now', async () => {
  await verified()
  await looked(['v=DMARC1; p=none'], ['v=DMARC1; p=reject; x=\u001b[31m'], [])
  const { code, stdout } = await place.run('domains records Example.ORG.')
  expect(code).toBe(0)
  expect(stdout).not.toContain('\u001b')
  expect(stdout).toContain(
    '2026-11-21 12:00 UTC  DMARC _dmarc.example.org  (before: last seen 2026-11-20 12:00 UTC)',
  )
  expect(stdout).toContain('  - v=DMARC1; p=none\n')
  expect(stdout).toContain('  + no record\n')
  expect(stdout.indexOf('2026-11-22')).toBeLessThan(stdout.indexOf('2026-11-21 12:00 UTC  DMARC'))
  const told = JSON.parse((await place.run('domains records example.org --json')).stdout)
  expect(told).toMatchObject({
    domain: 'example.org',
    changes: [
      { before: ['v=DMARC1; p=reject; x=\u001b[31m'], after: [] },
      { after: ['v=DMARC1; p=reject; x=\u001b[31m'] },
    ],
    records: [{ record: 'dmarc', values: [] }],
  })
})

test('of no domain of the account', async () => {
  await verified()
  const { code, stderr } = await place.run('domains records other.example')
  expect(code).toBe(1)
  expect(stderr).toContain('other.example is no domain of the account.')
})
