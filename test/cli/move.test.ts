import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyFile } from '../../src/app/secrets/key-file.ts'
import { newKey } from '../../src/services/secrets/sealing.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
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

  describe.skipIf(postgresMissing !== undefined)('without a configuration file', () => {
    let server: Cluster
    let elsewhere: ReturnType<typeof workplace>
    const from = () => join(place.folder, 'data')
    beforeAll(async () => {
      server = await cluster()
    })
    afterAll(() => server.stop())
    beforeEach(() => {
      elsewhere = workplace()
    })
    afterEach(() => elsewhere.remove())

    async function withKey(): Promise<string> {
      const key = newKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)), new Date())
      const store = await openStore({ directory: from(), migrate: false })
      await store.sealed.begin(key.id)
      await store.close()
      createKeyFile(join(from(), 'secrets.key')).make([key])
      return key.id
    }
    const move = async (database: string, more = '') =>
      elsewhere.run(`move --from ${from()} --to ${await server.create(database)} ${more}`)

    test('the key file is that of --from, and one that is not there is told', async () => {
      const id = await withKey()
      const moved = await move('with_key', '--store.tls=disable')
      expect(moved.code).toBe(0)
      expect(moved.stderr).toContain(
        `sealed with the key ${id}. Copy the key file, ${join(from(), 'secrets.key')}, to each host`,
      )
      rmSync(join(from(), 'secrets.key'))
      const { stderr } = await move('without_key', '--store.tls=disable')
      expect(stderr).toContain(`the key ${id}, which was not found in ${join(from(), 'secrets.key')}.`)
    })

    test('a server without TLS is refused with what to do, by the names of this command', async () => {
      const { code, stderr } = await move('no_tls')
      expect(code).toBe(1)
      expect(stderr).toContain('--store.tls=disable for one command')
      expect(stderr).not.toContain('store.url')
    })
  })
})
