import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerOf } from '../../../src/app/hosts/refusals.ts'
import { DatabaseSilent } from '../../../src/store/postgres/sql/database.ts'
import { createDb } from '../../../src/store/postgres/sql/db.ts'
import { plain, sql } from '../../../src/store/postgres/sql/statement.ts'
import { type AddressOptions, addressOf } from '../../../src/store/postgres/wire/address.ts'
import { connect } from '../../../src/store/postgres/wire/connection.ts'
import { createWire } from '../../../src/store/postgres/wire/wire.ts'
import { type Cluster, cluster, postgresMissing } from '../../support/postgres.ts'
import { temporaryDirectory } from '../../support/store.ts'

describe.skipIf(postgresMissing !== undefined)('how a database is spoken to', () => {
  const { directory, remove } = temporaryDirectory()
  const path = (name: string) => join(directory, name)
  const pem = (name: string) => readFileSync(path(name), 'utf8')
  let server: Cluster
  let port: string

  /** A certificate for a name, of the authority unless it is one itself. */
  function certificate(name: string, subject: string, of?: string): void {
    const signed = of ? ['-CA', path(`${of}.crt`), '-CAkey', path(`${of}.key`)] : []
    const made = spawnSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '30',
        '-subj',
        `/CN=${subject}`,
        '-addext',
        `subjectAltName=DNS:${subject}`,
        ...signed,
      ].concat(['-keyout', path(`${name}.key`), '-out', path(`${name}.crt`)]),
      { encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(made.stderr)
  }

  beforeAll(async () => {
    chmodSync(directory, 0o755)
    certificate('authority', 'Authority of a test')
    certificate('stranger', 'Authority of somebody')
    certificate('server', 'localhost', 'authority')
    const [user, group] = ['-u', '-g'].map((which) =>
      Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout),
    )
    if (process.getuid?.() === 0) chownSync(path('server.key'), user ?? 0, group ?? 0)
    server = await cluster([
      'ssl=on',
      `ssl_cert_file=${path('server.crt')}`,
      `ssl_key_file=${path('server.key')}`,
    ])
    ;({ port } = new URL(server.url('postgres')))
  })
  afterAll(async () => {
    await server.stop()
    remove()
  })

  async function protectedBy(options: Partial<AddressOptions>, host = 'localhost') {
    const address = addressOf({
      url: `postgres://postgres@${host}:${port}/postgres`,
      tls: 'verify-full',
      ...options,
    })
    const connection = await connect({ address, program: 'test', statementMs: 0 })
    try {
      const { rows } = await connection.run(sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`)
      return rows[0]?.['ssl']
    } finally {
      connection.end()
    }
  }

  test('verify-full wants a certificate that is trusted and names the host', async () => {
    expect(await protectedBy({ ca: pem('authority.crt') })).toBe(true)
    await expect(protectedBy({ ca: pem('authority.crt') }, '127.0.0.1')).rejects.toThrow(
      "No connection to the database could be made: Hostname/IP does not match certificate's altnames.",
    )
    await expect(protectedBy({ ca: pem('stranger.crt') })).rejects.toBeInstanceOf(DatabaseSilent)
    await expect(protectedBy({})).rejects.toBeInstanceOf(DatabaseSilent)
  })

  test('what stands against a certificate is told with what to do', async () => {
    const says = async (more: Parameters<typeof protectedBy>[0], host?: string) =>
      answerOf(await protectedBy(more, host).catch((cause) => cause), '--to')
    expect(await says({})).toContain('--store.tls_ca=FILE for one command')
    expect(await says({ ca: pem('stranger.crt') })).toContain('--store.tls_ca=FILE for one command')
    const named = await says({ ca: pem('authority.crt') }, '127.0.0.1')
    expect(named).toStartWith('The certificate of the database server names another host than --to.')
    expect(named).toContain('--store.tls=verify-ca for one command')
  })

  test('verify-ca wants one that is trusted', async () => {
    expect(await protectedBy({ tls: 'verify-ca', ca: pem('authority.crt') }, '127.0.0.1')).toBe(true)
    await expect(protectedBy({ tls: 'verify-ca', ca: pem('stranger.crt') })).rejects.toBeInstanceOf(
      DatabaseSilent,
    )
    await expect(protectedBy({ tls: 'verify-ca' })).rejects.toBeInstanceOf(DatabaseSilent)
  })

  test('require takes any, and never goes on in the clear', async () => {
    expect(await protectedBy({ tls: 'require' }, '127.0.0.1')).toBe(true)
    expect(await protectedBy({ tls: 'disable' })).toBe(false)
    const bare = await cluster(['ssl=off'])
    const address = addressOf({ url: bare.url('postgres'), tls: 'require' })
    await expect(connect({ address, program: 'test', statementMs: 0 })).rejects.toBeInstanceOf(DatabaseSilent)
    await bare.stop()
  })

  test('nothing is taken from the environment', async () => {
    const code = `
      import { addressOf } from ${JSON.stringify(join(import.meta.dir, '../../../src/store/postgres/wire/address.ts'))}
      import { connect } from ${JSON.stringify(join(import.meta.dir, '../../../src/store/postgres/wire/connection.ts'))}
      import { sql } from ${JSON.stringify(join(import.meta.dir, '../../../src/store/postgres/sql/statement.ts'))}
      const address = addressOf({ url: process.argv.at(-1), tls: 'disable' })
      const connection = await connect({ address, program: 'test', statementMs: 0 })
      const { rows } = await connection.run(sql\`SELECT current_database() AS d, current_user AS u\`)
      console.log(JSON.stringify(rows[0]))
      process.exit(0)`
    const strange = 'postgres://other:x@127.0.0.1:1/elsewhere?sslmode=require&options=-csearch_path%3Dx'
    const run = spawnSync(process.execPath, ['-e', code, server.url('postgres')], {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: strange,
        POSTGRES_URL: strange,
        TLS_DATABASE_URL: strange,
        PGHOST: '127.0.0.9',
        PGPORT: '1',
        PGUSER: 'other',
        PGPASSWORD: 'x',
        PGDATABASE: 'elsewhere',
        PGSSLMODE: 'require',
      },
    })
    expect(run.stdout.trim()).toBe('{"d":"postgres","u":"postgres"}')
  })

  test('behind a pooler, where nothing is prepared, values are the same', async () => {
    const address = addressOf({ url: server.url('postgres'), tls: 'disable', prepared: false })
    const wire = createWire({ address, program: 'test', connections: 6 })
    const db = createDb(wire, () => plain('0'))
    for (let at = 0; at < 2; at++) {
      const row = await db.write((tx) =>
        tx.first(
          sql`SELECT ${1_700_000_000_000}::int8 AS made_at, sum(n) AS some_sum, ${new Uint8Array([0, 1, 255])}::bytea AS bytes, ${['a', 'b"{},', '']}::text[] AS texts,
            array_agg(n) AS numbers, NULL::int8 AS nothing, true AS yes, 1.5::float8 AS part, ARRAY['\\x00ff'::bytea] AS many
            FROM unnest(${[1, 2]}::int8[]) AS n`,
        ),
      )
      expect(row).toEqual({
        madeAt: 1_700_000_000_000,
        someSum: 3,
        bytes: new Uint8Array([0, 1, 255]),
        texts: ['a', 'b"{},', ''],
        numbers: [1, 2],
        nothing: null,
        yes: true,
        part: 1.5,
        many: [new Uint8Array([0, 255])],
      })
    }
    await wire.close()
  })
})
