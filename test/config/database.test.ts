import { describe, expect, test } from 'bun:test'
import type { Config } from '../../src/config/config.ts'
import { remarksOnDatabase } from '../../src/config/rules/database.ts'
import { readDatabaseUrl } from '../../src/config/sections/data/database-url.ts'
import { hostNameOf } from '../../src/config/sections/service/host.ts'
import { configOf, problemsOf } from './loading.ts'

const DOMAIN = '[smtp]\ndomain = "in.example.com"\n'
const ADDRESS = 'postgres://mailgauge:hunter2@db.example.com/mailgauge'

describe('the address of a database', () => {
  test.each([
    [ADDRESS, ADDRESS],
    ['postgresql://a@db.example.com:6432/b', 'postgres://a@db.example.com:6432/b'],
    ['postgres://a:p%40ss@[2001:db8::1]/b', 'postgres://a:p%40ss@[2001:db8::1]/b'],
    ['postgres://a@/b?host=/run/postgresql', 'postgres://a@localhost/b?host=/run/postgresql'],
  ])('%s', (text, read) => expect(readDatabaseUrl(text)).toBe(read))

  test.each([
    'mysql://a@b/c',
    'postgres://db.example.com/mailgauge',
    'postgres://:p@db.example.com/mailgauge',
    'postgres://a@db.example.com',
    'postgres://a@db.example.com/',
    'postgres://a@db.example.com/b/c',
    `postgres://a@db.example.com/${'b'.repeat(64)}`,
    'postgres://a@db.example.com/b?sslmode=disable',
    'postgres://a@db.example.com/b?host=/tmp',
    'postgres://a@/b',
    'postgres://a@/b?host=relative',
    'postgres://a@db.example.com/b#c',
    'postgres://a@db.example.com:70000/b',
    'postgres://a%zz@db.example.com/b',
  ])('%s is none', (text) => expect(readDatabaseUrl(text)).toBeUndefined())
})

test('an address is taken; of one that is none the password is not told', () => {
  expect(configOf(`${DOMAIN}[store]\nurl = "${ADDRESS}"`).store.url).toBe(ADDRESS)
  const wrong = problemsOf({ file: `${DOMAIN}[store]\nurl = "mysql://a:hunter2@b/c"` })
  expect(wrong).toHaveLength(1)
  expect(wrong.join()).not.toContain('hunter2')
})

test('an evaluation has no database of others', () => {
  expect(problemsOf({ flags: [`store.url=${ADDRESS}`] })).toEqual([
    'store.url: an evaluation keeps everything on this machine. Make a config file for a PostgreSQL database: mailgauge config init.',
  ])
})

test('what goes with a database is asked for, and what does not is refused', () => {
  expect(problemsOf({ file: `${DOMAIN}[store]\nlisten_url = "${ADDRESS}"` })).toEqual([
    'store.url: must be set, because store.listen_url is.',
  ])
  const backups = problemsOf({
    file: `${DOMAIN}[store]\nurl = "${ADDRESS}"\n[backup]\ndirectory = "/backup"`,
  })
  expect(backups).toEqual([
    'backup.directory: no backup would be made, as everything is in the PostgreSQL database of store.url. Leave it away, and have pg_dump or the server make them.',
  ])
})

test('what a database costs is remarked', () => {
  const remarks = (store: Partial<Config['store']>) =>
    remarksOnDatabase({ store: { ...configOf(DOMAIN).store, url: ADDRESS, ...store } })
  expect(remarks({})).toEqual([])
  expect(remarks({ tls: 'disable' })).toEqual([
    'store.tls: "disable" sends all mail in the clear to db.example.com:5432. Use "verify-full", unless nobody else is on that net.',
  ])
  for (const url of [
    'postgres://a@127.0.0.1/b',
    'postgres://a@[::1]/b',
    'postgres://a@localhost/b?host=/run/postgresql',
  ])
    expect(remarks({ url, tls: 'disable' })).toEqual([])
  expect(remarks({ prepared: false })).toEqual([expect.stringContaining('store.listen_url: is not set')])
  expect(remarks({ prepared: false, listenUrl: ADDRESS })).toEqual([])
})

test('a host is named after its machine', () => {
  expect(hostNameOf('MX1.Example.com')).toBe('mx1.example.com')
  expect(hostNameOf('a_b/c')).toBe('a-b-c')
  expect(hostNameOf('-'.repeat(70))).toBe('local')
  expect(configOf(`${DOMAIN}[host]\nname = "mx2"`).host.name).toBe('mx2')
  expect(configOf(DOMAIN).host.name).toMatch(/^[a-z0-9]/)
  expect(problemsOf({ file: `${DOMAIN}[host]\nname = "a/b"` })).toHaveLength(1)
})

test('a certificate goes with its key', () => {
  expect(problemsOf({ file: `${DOMAIN}[store]\ntls_cert = "/c.pem"` })).toEqual([
    'store.tls_key: must be set, because store.tls_cert is.',
  ])
})
