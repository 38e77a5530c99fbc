import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAdmin } from '../../src/app/admin.ts'
import { loadConfig } from '../../src/config/load.ts'
import { lockDirectory } from '../../src/store/sqlite/lock.ts'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace()
  writeFileSync(
    join(place.folder, 'mailgauge.toml'),
    '[smtp]\ndomain = "in.example.com"\n[plans.free]\napi = false\n[plans.pro]\napi = true\n',
  )
})
afterEach(() => place.remove())

const SECRET = /^mg_[0-9A-Za-z]{39}\n$/

/** What the API says to a key. */
async function answerTo(secret: string) {
  const loaded = loadConfig({
    flags: [
      { name: 'data', value: join(place.folder, 'data') },
      { name: 'domain', value: 'x.example' },
    ],
    environment: {},
    cwd: '/',
    readFile: () => undefined,
  })
  if (!loaded.ok) throw new Error(loaded.problems.join())
  const admin = await openAdmin(loaded.config, false)
  if ('refused' in admin) throw new Error(admin.refused)
  const answer = await admin.apiKeys.authenticate(`Bearer ${secret.trim()}`)
  await admin.close()
  return answer
}

const listed = async (line = 'key list --json') => JSON.parse((await place.run(line)).stdout)

describe('keys', () => {
  test('one is made for the default account, shown once, and works', async () => {
    const made = await place.run('key create --name ci')
    expect(made.code).toBe(0)
    expect(made.stdout).toMatch(SECRET)
    expect(made.stderr).toContain('not shown again')
    expect(made.stderr).not.toContain(made.stdout.trim())
    expect(await answerTo(made.stdout)).toMatchObject({
      ok: true,
      value: {
        account: { name: 'default', plan: 'self-hosted' },
        key: { name: 'ci', scopes: ['tests:write', 'tests:read'] },
      },
    })
    const list = await place.run('key list')
    expect(list.stdout).toContain('ci')
    expect(list.stdout).not.toContain(made.stdout.trim())
  })

  test('that a key is the first thing in a new database is said: the service may have another', async () => {
    const note = `There was no data in ${join(place.folder, 'data')}`
    expect((await place.run('key create')).stderr).toContain(note)
    expect((await place.run('key create')).stderr).not.toContain(note)
  })

  test('account, scopes and expiry as asked', async () => {
    await place.run('account create shop')
    const now = new Date()
    const made = await place.run(
      [
        'key',
        'create',
        '--account',
        'shop',
        '--scopes',
        'tests:read, dmarc:read',
        '--expires=90 days',
        '--json',
      ],
      {},
      now,
    )
    const facts = JSON.parse(made.stdout)
    expect(facts).toMatchObject({ account: 'shop', name: 'key', scopes: ['tests:read', 'dmarc:read'] })
    expect(facts.expires_at).toBe(new Date(now.getTime() + 90 * 86_400_000).toISOString())
    expect(facts.key).toMatch(/^mg_/)
    expect((await place.run('key create --expires 2001-01-01')).stderr).toContain('lies in the future')
    expect(JSON.parse((await place.run('key create --expires 2199-12-31 --json')).stdout).expires_at).toBe(
      '2199-12-31T00:00:00.000Z',
    )
  })

  test('rotation kills the old secret at once and keeps id, name and scopes', async () => {
    const old = (await place.run('key create --name ci --scopes tests:read')).stdout
    const [{ id, prefix }] = await listed()
    const rotated = await place.run(`key rotate ${prefix}`)
    expect(rotated.stdout).toMatch(SECRET)
    expect(await answerTo(old)).toMatchObject({ ok: false, refusal: { kind: 'unauthenticated' } })
    expect(await answerTo(rotated.stdout)).toMatchObject({
      ok: true,
      value: { key: { id, name: 'ci', scopes: ['tests:read'] } },
    })
  })

  test('a revoked key no longer works, is shown as such, and cannot be rotated', async () => {
    const secret = (await place.run('key create')).stdout.trim()
    const revoked = await place.run(`key revoke ${secret}`)
    expect(revoked.code).toBe(0)
    expect(revoked.stderr).not.toContain(secret)
    expect(await answerTo(secret)).toMatchObject({ ok: false })
    const [key] = await listed()
    expect(key).toMatchObject({ state: 'revoked', revoked_at: expect.any(String) })
    expect(await place.run(`key rotate ${key.id}`)).toMatchObject({ code: 1, stdout: '' })
  })

  test('an unknown key or account is told without repeating a secret', async () => {
    await place.run('account create shop')
    const unknown = await place.run(`key revoke mg_${'a'.repeat(39)}`)
    expect(unknown).toMatchObject({
      code: 1,
      stderr: 'There is no key mg_aaaaaaa…. mailgauge key list shows them.\n',
    })
    expect((await place.run('key create --account shp')).stderr).toStartWith(
      'There is no account "shp", did you mean "shop"?',
    )
    expect((await place.run('key list --account nobody')).code).toBe(1)
  })

  test('it works beside a service that holds the data directory', async () => {
    await place.run('key create --name first')
    const locking = lockDirectory(join(place.folder, 'data'))
    if (locking.kind !== 'locked') throw new Error('the directory was not free')
    const beside = await place.run('key create --name second')
    expect(beside.stdout).toMatch(SECRET)
    expect((await listed()).map(({ name }: { name: string }) => name)).toEqual(['second', 'first'])
    locking.lock.release()
  })

  test('listing makes no database', async () => {
    const { code, stderr } = await place.run('key list')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `There is no Mailgauge database in ${place.folder}/data. Name the config of the service with --config, or start the service, which makes one.\n`,
    })
  })
})

describe('accounts', () => {
  test('are made, listed and moved to another plan; a plan without API refuses keys', async () => {
    expect((await place.run('account create shop --plan pro')).stdout).toMatch(/^[0-9a-f-]{36}\n$/)
    expect(await place.run('account create shop')).toMatchObject({
      code: 1,
      stderr: 'There is an account "shop" already.\n',
    })
    expect((await place.run('account create x --plan gold')).stderr).toContain(
      'The plans: self-hosted, free, pro.',
    )
    expect((await place.run('key create --account shop')).code).toBe(0)
    expect((await place.run('account plan shop free')).code).toBe(0)
    expect(await place.run('key create --account shop')).toMatchObject({
      code: 1,
      stderr: 'The plan "free" of the account "shop" has no API access, so it can have no keys.\n',
    })
    const [{ id }] = await listed()
    expect((await place.run(`key rotate ${id}`)).stderr).toContain('"free"')
    expect(await listed('account list --json')).toMatchObject([{ name: 'shop', plan: 'free' }])
    expect((await place.run('account list')).stdout).toMatch(
      /^NAME +PLAN +PEOPLE +CREATED +ID\nshop +free +0 +\d{4}-/,
    )
    expect((await place.run('account plan nobody free')).code).toBe(1)
    expect((await place.run('account plan shop gold')).code).toBe(2)
  })

  test('a plan that the config no longer has counts as the default plan, and says so', async () => {
    await place.run('account create shop --plan pro')
    writeFileSync(join(place.folder, 'mailgauge.toml'), '[smtp]\ndomain = "in.example.com"\n')
    expect((await place.run('account list')).stdout).toContain(
      'self-hosted (its plan "pro" is not in the config)',
    )
  })
})
