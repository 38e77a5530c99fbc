import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, cluster, postgresMissing } from '../support/postgres.ts'
import { workplace } from './running.ts'

const CONFIG =
  '[smtp]\ndomain = "test.example"\n[store]\ndirectory = "data"\nmin_free = "0B"\ntls = "disable"\n'

let place: ReturnType<typeof workplace>
beforeEach(async () => {
  place = workplace()
  writeFileSync(join(place.folder, 'mailgauge.toml'), CONFIG)
  await place.run('account create shop')
})
afterEach(() => place.remove())

describe('move', () => {
  test('without a database says how it is named', async () => {
    const { code, stderr } = await place.run('move')
    expect(code).toBe(1)
    expect(stderr).toContain('Name the database with --to')
  })

  test('to what is no address is refused', async () => {
    expect(await place.run('move --to elsewhere')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--to is no address'),
    })
  })

  test('of nothing is refused', async () => {
    const { code, stderr } = await place.run('move --from elsewhere --to postgres://a@127.0.0.1/b')
    expect(code).toBe(1)
    expect(stderr).toStartWith(`There is no Mailgauge database in ${join(place.folder, 'elsewhere')}.`)
  })

  test('to a database that is not reached says so', async () => {
    const { code, stderr } = await place.run('move --to postgres://a@127.0.0.1:1/b')
    expect(code).toBe(1)
    expect(stderr).toContain('The PostgreSQL database is not reached')
    expect(stderr).toContain('run the command again')
  })

  test.skipIf(postgresMissing !== undefined)(
    'says how much it moved, and which key file is to be copied',
    async () => {
      const server: Cluster = await cluster()
      try {
        const url = await server.create(`cli_${process.pid}`)
        const { code, stdout, stderr } = await place.run(`move --to ${url} --json`)
        expect({ code, stderr }).toMatchObject({
          code: 0,
          stderr: expect.stringMatching(/^Moved \d+ rows of \d+ tables\./),
        })
        expect(stderr).toContain('Set store.url, and start the service.')
        const { tables } = JSON.parse(stdout)
        expect(tables).toContainEqual({
          table: 'accounts',
          rows: 1,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        })
      } finally {
        await server.stop()
      }
    },
  )
})
