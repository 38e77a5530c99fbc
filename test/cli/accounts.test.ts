import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAdmin } from '../../src/app/admin.ts'
import { table } from '../../src/cli/table.ts'
import { loadConfig } from '../../src/config/load.ts'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
beforeEach(async () => {
  place = workplace()
  writeFileSync(join(place.folder, 'mailgauge.toml'), '[smtp]\ndomain = "in.example.com"\n')
  await place.run('account create shop')
})
afterEach(() => place.remove())

/** The services of the commands' own database. */
async function admin() {
  const loaded = loadConfig({
    flags: [
      { name: 'data', value: join(place.folder, 'data') },
      { name: 'domain', value: 'in.example.com' },
    ],
    environment: {},
    cwd: '/',
    readFile: () => undefined,
  })
  if (!loaded.ok) throw new Error(loaded.problems.join())
  const opened = await openAdmin(loaded.config, false)
  if ('refused' in opened) throw new Error(opened.refused)
  return opened
}

/** Invites somebody by the command, and has them join by the link. */
async function letIn(email: string, role = 'member', account = 'shop') {
  const invited = await place.run(['account', 'invite', account, '--role', role])
  expect([invited.code, invited.stderr]).toEqual([0, expect.stringContaining(`as ${role}`)])
  const services = await admin()
  const token = invited.stdout.trim().slice(-43)
  const joined = await services.invitations.join(token, { email, name: '', password: 'correct horse' })
  await services.close()
  expect(joined.kind).toBe('joined')
}

const people = async (account = 'shop') =>
  JSON.parse((await place.run(['account', 'people', account, '--json'])).stdout)
const rolesOf = async () =>
  Object.fromEntries(
    (await people()).people.map(({ email, role }: { email: string; role: string }) => [email, role]),
  )

describe('people of an account', () => {
  test('an account that a command made has no owner, which is said with what to do', async () => {
    const listed = await place.run('account list')
    const says =
      'The account "shop" has no owner. To give it one: mailgauge account invite shop --role owner\n'
    expect([listed.code, listed.stderr]).toEqual([0, says])
    expect((await place.run('account people shop')).stderr).toBe(says)
    await letIn('ann@example.com', 'owner')
    expect((await place.run('account list')).stderr).toBe('')
    expect(JSON.parse((await place.run('account list --json')).stdout)).toMatchObject([
      { name: 'shop', plan: 'self-hosted', people: 1, owners: 1 },
    ])
  })

  test('the link goes to standard output alone, and works once', async () => {
    const invited = await place.run('account invite shop --role viewer --email bob@example.com')
    expect(invited.stdout).toMatch(/^https?:\/\/\S+\/join\/[\w-]{43}\n$/)
    expect(invited.stderr).toContain('bob@example.com')
    expect(invited.stderr).not.toContain(invited.stdout.trim().slice(-43))
    expect((await people()).invitations).toMatchObject([{ email: 'bob@example.com', role: 'viewer' }])
    expect((await place.run('account people shop')).stdout).toContain('invited until')
    expect((await place.run('account uninvite shop Bob@example.com')).code).toBe(0)
    expect((await people()).invitations).toEqual([])
    expect((await place.run('account uninvite shop bob@example.com')).code).toBe(1)
  })

  test.each([
    ['account invite nobody', 1, 'There is no account "nobody"'],
    ['account invite shop --role boss', 2, 'The roles: viewer, member, admin, owner.'],
    ['account invite shop --email nobody', 2, 'no address'],
    ['account role shop ann@example.com boss', 2, 'There is no role "boss"'],
    ['account role shop ann@example.con admin', 1, 'did you mean'],
    ['account remove shop eve@example.com', 1, 'mailgauge account people shop lists who is.'],
    ['account role shop ann@example.com viewer', 1, 'is the only owner'],
    ['account remove shop ann@example.com', 1, 'is the only owner'],
    ['account transfer shop ann@example.com', 1, 'owns the account "shop" already'],
    ['account rename shop shop2', 1, 'There is an account "shop2" already.'],
    ['account export shop', 2, '--to shop.tar.gz'],
    ['account delete shop', 2, 'Nothing was deleted.'],
  ])('%s', async (line, code, says) => {
    await place.run('account create shop2')
    await letIn('ann@example.com', 'owner')
    const done = await place.run(line)
    expect([done.code, done.stdout, done.stderr]).toEqual([code, '', expect.stringContaining(says)])
    expect(await rolesOf()).toEqual({ 'ann@example.com': 'owner' })
  })

  test('roles change, an account is handed over, people are removed', async () => {
    await letIn('ann@example.com', 'owner')
    await letIn('bob@example.com')
    expect((await place.run('account role shop BOB@example.com admin')).code).toBe(0)
    expect(await rolesOf()).toEqual({ 'ann@example.com': 'owner', 'bob@example.com': 'admin' })
    expect((await place.run('account transfer shop bob@example.com')).stderr).toBe(
      'bob@example.com now owns the account "shop". ann@example.com is admin.\n',
    )
    expect(await rolesOf()).toEqual({ 'ann@example.com': 'admin', 'bob@example.com': 'owner' })
    await place.run('account role shop ann@example.com owner')
    await letIn('carl@example.com')
    expect((await place.run('account transfer shop carl@example.com')).stderr).toContain('--from')
    expect((await place.run('account transfer shop carl@example.com --from ann@example.com')).code).toBe(0)
    expect((await place.run('account remove shop bob@example.com')).code).toBe(0)
    expect(await rolesOf()).toEqual({ 'ann@example.com': 'admin', 'carl@example.com': 'owner' })
  })
})

describe('whole accounts', () => {
  test('are renamed, also to names that a shell would read', async () => {
    expect((await place.run(['account', 'rename', 'shop', "Ann's <b>shop</b>"])).code).toBe(0)
    expect((await place.run('account list')).stderr).toContain(
      `mailgauge account invite 'Ann'\\''s <b>shop</b>' --role owner`,
    )
    expect((await place.run(['account', 'rename', "Ann's <b>shop</b>", ' '])).code).toBe(2)
  })

  test('are exported to a new file that only this user reads', async () => {
    const path = join(place.folder, 'shop.tar.gz')
    const done = await place.run(['account', 'export', 'shop', '--to', path])
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining(path)])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const listed = Bun.spawnSync(['tar', '-tzf', path]).stdout.toString()
    expect(listed).toContain('/README.txt\n')
    expect(listed).toContain('/audit-log/00001.jsonl\n')
    const size = statSync(path).size
    expect((await place.run(['account', 'export', 'shop', '--to', path])).code).toBe(1)
    expect(statSync(path).size).toBe(size)
    const nowhere = await place.run(['account', 'export', 'shop', '--to', join(place.folder, 'none', 'a')])
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('there is no such folder')])
  })

  test('are deleted only when that is said', async () => {
    await place.run('key create --account shop')
    expect((await place.run('account delete shop')).code).toBe(2)
    expect((await place.run('account delete shop --yes')).code).toBe(0)
    expect((await place.run('account list')).stderr).toContain('There are no accounts.')
    expect((await place.run('key list')).stdout).not.toContain('shop')
    expect((await place.run('account delete shop --yes')).code).toBe(1)
    expect((await place.run('account create shop')).code).toBe(0)
  })
})

test('names that others chose command no terminal, and make no row of their own', () => {
  const text = table(['NAME', 'ID'], [['Eve\u202E\u001b[2J\nroot', '1']])
  expect(text).toBe('NAME           ID\nEve??[2J?root  1\n')
})
