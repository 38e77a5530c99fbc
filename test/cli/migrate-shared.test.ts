import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MigrationStatus } from '../../src/app/backups/migrate-command.ts'
import { workplace } from './running.ts'

const SHARED: MigrationStatus = {
  engine: 'postgres',
  version: 4,
  known: 4,
  bytes: 1,
  program: '1.8.0',
  oldestProgram: '0.1.0',
  isServed: true,
  serving: { oldestProgram: '1.8.0', migratedBy: '1.9.0' },
  hosts: [
    { name: 'mx1', program: '1.8.0' },
    { name: 'mx2', program: '1.9.0' },
  ],
}

/** The command asks what is given here, once there is a configuration. */
function configured(deps: Parameters<typeof workplace>[0]) {
  const place = workplace(deps)
  writeFileSync(join(place.folder, 'mailgauge.toml'), '[smtp]\ndomain = "test.example"\n')
  return place
}

async function told(status: Partial<MigrationStatus>) {
  const place = configured({ migrationStatus: async () => ({ ...SHARED, ...status }) })
  const words = await place.run('migrate status')
  const asJson = await place.run('migrate status --json')
  place.remove()
  return { ...words, json: JSON.parse(asJson.stdout) }
}

test('status names the hosts, and who serves the database', async () => {
  const { code, stdout, json } = await told({})
  expect(code).toBe(0)
  expect(stdout).toBe(
    `The database has version 4; this program, 1.8.0, needs 4. Nothing is due.
Mailgauge 1.9.0 gave it this form. It is served by 1.8.0 and newer.
Host mx1 runs Mailgauge 1.8.0.
Host mx2 runs Mailgauge 1.9.0.
`,
  )
  expect(json).toMatchObject({ state: 'current', served: true, oldest_program: '1.8.0', hosts: SHARED.hosts })
  expect((await told({ hosts: [] })).stdout).toEndWith('No host runs.\n')
})

test('a newer form is served as long as it says so', async () => {
  const served = await told({ version: 6 })
  expect(served).toMatchObject({ code: 0, json: { state: 'ahead', served: true } })
  expect(served.stdout).toContain('and this program serves it as well')
  const not = await told({ version: 6, isServed: false })
  expect(not).toMatchObject({ code: 1, json: { state: 'newer', served: false } })
  expect(not.stdout).toContain('which this program does not serve')
})

test('what is due says how it is made, with no backup', async () => {
  const { stdout } = await told({ version: 3 })
  expect(stdout).toContain('1 change is due: the next start of a host makes them')
  expect(stdout).not.toContain('after a backup')
})

test('up says who is waited for', async () => {
  const place = configured({ migrateUp: async () => ({ from: 3, to: 4, waits: 'Host mx1 still runs.' }) })
  const { code, stderr } = await place.run('migrate up')
  expect(code).toBe(0)
  expect(stderr).toBe(
    'The database had version 3 and has version 4.\nOne change has to wait. Host mx1 still runs. A host of this version makes it then.\n',
  )
  place.remove()
  const again = configured({ migrateUp: async () => ({ from: 4, to: 4, waits: 'Host mx1 still runs.' }) })
  expect((await again.run('migrate up')).stderr).toStartWith('The database has version 4.\nOne change has to')
  again.remove()
})
