import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditEntry } from '../../src/core/access/audit.ts'
import { createPasswords } from '../../src/services/people/sign-in/passwords.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace()
  writeFileSync(
    join(place.folder, 'mailgauge.toml'),
    '[smtp]\ndomain = "in.example.com"\n[site]\nbase_url = "https://mailgauge.example.org"\n',
  )
})
afterEach(() => place.remove())

async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ directory: join(place.folder, 'data'), migrate: true })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const EMAIL = 'ann@example.org'
const PASSWORD = 'correct horse battery'
const run = (line: string, input = '') => place.run(line, {}, new Date(), { input })
const create = (email = EMAIL, more = '') =>
  run(`admin create --email ${email} --password-stdin${more}`, `${PASSWORD}\n`)
const entries = () => inStore((store) => store.audit.list({ limit: 50 }))
const actions = (all: AuditEntry[]) => all.map(({ action, actor }) => `${actor.kind} ${action}`)

describe('admin create', () => {
  test('makes the first admin, who owns an account', async () => {
    expect(await create()).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining(
        'ann@example.org is an instance admin. They own the account "default", which is new.',
      ),
    })
    await inStore(async (store) => {
      const person = await store.people.byEmail(EMAIL)
      expect(person).toMatchObject({ email: EMAIL, isInstanceAdmin: true })
      expect(await createPasswords().compare(PASSWORD, person?.credentials.passwordHash)).toBe('right')
      const memberships = await store.memberships.ofPerson(person?.id ?? '')
      expect(memberships).toMatchObject([{ role: 'owner', account: { name: 'default' } }])
    })
    expect(actions(await entries())).toEqual(['operator instance.claimed'])
    expect(JSON.stringify(await entries())).not.toContain(PASSWORD)
  })

  test('takes over the account that exists', async () => {
    await run('account create shop')
    expect(await create()).toMatchObject({
      stderr: 'ann@example.org is an instance admin. They own the account "shop".\n',
    })
  })

  test('asks which account where there are several', async () => {
    await run('account create shop')
    await run('account create office')
    expect(await create()).toMatchObject({ code: 2, stderr: expect.stringContaining('office, shop') })
    expect(await create(EMAIL, ' --account office')).toMatchObject({ code: 0 })
  })

  test('makes another admin without an account, or with one', async () => {
    await create()
    expect(await create('bob@example.org')).toMatchObject({
      code: 0,
      stderr: 'bob@example.org is an instance admin.\n',
    })
    expect(await create('eve@example.org', ' --account new')).toMatchObject({
      stderr: 'eve@example.org is an instance admin. They own the account "new", which is new.\n',
    })
    expect(await create('Bob@Example.org')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('admin grant'),
    })
    expect(actions(await entries()).toSorted()).toEqual([
      'operator instance.claimed',
      'operator person.created',
      'operator person.created',
    ])
  })

  test('generates a password where nobody can be asked, and prints it once, alone', async () => {
    const { code, stdout, stderr } = await run(`admin create --email ${EMAIL}`)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^[\w-]{24}\n$/)
    expect(stderr).not.toContain(stdout.trim())
    const person = await inStore((store) => store.people.byEmail(EMAIL))
    expect(await createPasswords().compare(stdout.trim(), person?.credentials.passwordHash)).toBe('right')
  })

  test('asks twice on a terminal', async () => {
    const typed = ['typed by a person', 'typed by a person']
    const asked = await place.run(`admin create --email ${EMAIL}`, {}, new Date(), {
      askSecret: async () => typed.shift(),
    })
    expect(asked).toMatchObject({ code: 0, stdout: '' })
    const other = ['typed by a person', 'typed otherwise']
    expect(
      await place.run('admin create --email bob@example.org', {}, new Date(), {
        askSecret: async () => other.shift(),
      }),
    ).toMatchObject({ code: 1, stderr: 'The two do not match. Nothing was changed.\n' })
  })

  test.each([
    ['nobody', PASSWORD, 'is no address to sign in with'],
    ['zoë@example.org', PASSWORD, 'is no address to sign in with'],
    [EMAIL, 'short', 'at least 10 characters'],
    [EMAIL, EMAIL, 'neither your address'],
  ])('%s %s', async (email, password, says) => {
    const made = await run(`admin create --email ${email} --password-stdin`, password)
    expect(made).toMatchObject({ code: 2, stderr: expect.stringContaining(says) })
    expect(await inStore((store) => store.people.isClaimed())).toBe(false)
  })

  test('needs an address and a password', async () => {
    expect(await run('admin create')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--email is missing'),
    })
    expect(await run(`admin create --email ${EMAIL} --password-stdin`)).toMatchObject({ code: 1 })
    expect(await run(`admin create --email ${EMAIL} --password-stdin`, 'x'.repeat(5000))).toMatchObject({
      code: 1,
    })
  })

  test('of many at once one claims the instance', async () => {
    await run('account create shop')
    const made = await Promise.all([
      create('a@example.org'),
      create('b@example.org'),
      create('c@example.org'),
    ])
    expect(made.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(actions(await entries()).filter((one) => one.endsWith('claimed'))).toHaveLength(1)
  })
})

describe('admin list', () => {
  test('shows everybody', async () => {
    expect(await run('admin list')).toMatchObject({ code: 1 })
    await create()
    await create('bob@example.org')
    const { stdout } = await run('admin list')
    expect(stdout.split('\n')[0]).toMatch(/^EMAIL +NAME +INSTANCE ADMIN +CREATED +ID$/)
    expect(stdout).toContain('bob@example.org')
    await run('admin revoke bob@example.org')
    const listed = JSON.parse((await run('admin list --admins --json')).stdout)
    expect(listed).toMatchObject([{ email: EMAIL, instance_admin: true }])
    expect((await run('admin list --json')).stdout).not.toContain('argon2')
  })
})

describe('admin reset-password', () => {
  test('prints a link that works once', async () => {
    await create()
    const { code, stdout, stderr } = await run(`admin reset-password ${EMAIL.toUpperCase()}`)
    expect(code).toBe(0)
    const [, token = ''] = /^https:\/\/mailgauge\.example\.org\/reset\/([\w-]{43})\n$/.exec(stdout) ?? []
    expect(stderr).toContain('It works once')
    const hash = new Uint8Array(new Bun.CryptoHasher('sha256').update(token).digest())
    expect(await inStore((store) => store.oneTimeLinks.byHash(hash))).toMatchObject({ purpose: 'reset' })
    expect(actions(await entries())).toContain('operator password.reset_requested')
    expect(JSON.stringify(await entries())).not.toContain(token)
  })

  test('sets the password at once', async () => {
    await create()
    expect(
      await run(`admin reset-password ${EMAIL} --password-stdin`, 'another long password'),
    ).toMatchObject({
      code: 0,
    })
    const person = await inStore((store) => store.people.byEmail(EMAIL))
    expect(await createPasswords().compare('another long password', person?.credentials.passwordHash)).toBe(
      'right',
    )
    expect(actions(await entries())).toContain('operator password.set')
    expect(await run(`admin reset-password ${EMAIL} --password-stdin`, 'short')).toMatchObject({ code: 2 })
  })
})

describe('admin grant and revoke', () => {
  test('the last admin stays', async () => {
    await create()
    expect(await run(`admin revoke ${EMAIL}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is the only instance admin'),
    })
    await create('bob@example.org')
    expect(await run(`admin revoke ${EMAIL}`)).toMatchObject({ code: 0 })
    expect(await run(`admin grant ${EMAIL}`)).toMatchObject({
      code: 0,
      stderr: `${EMAIL} is an instance admin\n`.replace('\n', '.\n'),
    })
    expect(await run(`admin grant ${EMAIL}`)).toMatchObject({
      stderr: `${EMAIL} is an instance admin already.\n`,
    })
    expect(actions(await entries())).toEqual(
      expect.arrayContaining(['operator person.admin_granted', 'operator person.admin_revoked']),
    )
  })
})

describe('admin disable-2fa', () => {
  test('takes the second factor away', async () => {
    await create()
    expect(await run(`admin disable-2fa ${EMAIL}`)).toMatchObject({
      code: 1,
      stderr: `${EMAIL} has no two-step sign-in.\n`,
    })
    await inStore(async (store) => {
      const person = await store.people.byEmail(EMAIL)
      const actor = { kind: 'person', id: person?.id ?? '' } as const
      const entry = { at: new Date(), actor, action: 'totp.enabled' } as const
      await store.people.factors.enable(
        person?.id ?? '',
        { secretId: 'sec_1', lastStep: 1 },
        [new Uint8Array(32)],
        entry,
      )
    })
    expect(await run(`admin disable-2fa ${EMAIL}`)).toMatchObject({
      code: 0,
      stderr: `${EMAIL} signs in with the password alone.\n`,
    })
    const person = await inStore((store) => store.people.byEmail(EMAIL))
    expect(person?.credentials).toMatchObject({ recoveryCodes: 0 })
    expect(person?.credentials.totp).toBeUndefined()
    expect(actions(await entries())).toContain('operator totp.disabled')
  })
})

describe('admin change', () => {
  test('gives somebody another name and address', async () => {
    await create()
    expect(await run(`admin change ${EMAIL} --name Ann --email Ann@Example.com`)).toMatchObject({
      code: 0,
      stderr: 'Changed.\n',
    })
    await inStore(async (store) => {
      expect(await store.people.byEmail(EMAIL)).toBeUndefined()
      expect(await store.people.byEmail('ann@example.com')).toMatchObject({ name: 'Ann' })
    })
    expect(actions(await entries())).toContain('operator person.changed')
  })

  test('says what stands against it', async () => {
    await create()
    await create('bob@example.org')
    expect(await run(`admin change ${EMAIL}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--name or --email'),
    })
    expect(await run(`admin change ${EMAIL} --email bob@example.org`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already'),
    })
    expect(await run(`admin change ${EMAIL} --email nonsense`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"nonsense" is no address'),
    })
  })
})

describe('admin delete', () => {
  test('deletes somebody whom nothing needs, and says what stands against it', async () => {
    await create()
    await create('bob@example.org')
    expect(await run('admin delete bob@example.org')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    })
    expect(await run('admin delete bob@example.org --yes')).toMatchObject({
      code: 0,
      stderr: 'Deleted bob@example.org.\n',
    })
    const kept = await run(`admin delete ${EMAIL} --yes`)
    expect(kept).toMatchObject({ code: 1 })
    expect(kept.stderr).toContain('alone in the account "default"')
    expect(kept.stderr).toContain('the only instance admin')
    await inStore(async (store) => {
      expect(await store.people.byEmail('bob@example.org')).toBeUndefined()
      expect(await store.people.byEmail(EMAIL)).toMatchObject({ email: EMAIL })
    })
    expect(actions(await entries())).toContain('operator person.deleted')
  })
})

describe('admin end-sessions', () => {
  test('ends them, and says how many', async () => {
    await create()
    await inStore(async (store) => {
      const person = await store.people.byEmail(EMAIL)
      const at = new Date()
      for (const id of ['ses_1', 'ses_2']) {
        const session = {
          id,
          personId: person?.id ?? '',
          method: 'password',
          stage: 'whole',
          createdAt: at,
          seenAt: at,
          expiresAt: new Date(at.getTime() + 1e6),
          client: '',
          agent: '',
        } as const
        await store.sessions.begin(session, crypto.getRandomValues(new Uint8Array(32)))
      }
    })
    expect(await run(`admin end-sessions ${EMAIL}`)).toMatchObject({ stderr: '2 sessions have ended.\n' })
    expect(await run(`admin end-sessions ${EMAIL}`)).toMatchObject({ stderr: '0 sessions have ended.\n' })
    expect(actions(await entries())).toContain('operator session.revoked')
  })
})

describe('admin setup-url', () => {
  test('prints a link while nobody has claimed, and each makes the one before worthless', async () => {
    const hashes: Uint8Array[] = []
    for (const _ of [1, 2]) {
      const { code, stdout } = await run('admin setup-url')
      expect(code).toBe(0)
      const [, token = ''] =
        /^https:\/\/mailgauge\.example\.org\/setup#t=st_([\w-]{43})\n$/.exec(stdout) ?? []
      hashes.push(new Uint8Array(new Bun.CryptoHasher('sha256').update(token).digest()))
    }
    await inStore(async (store) => {
      const links = await Promise.all(hashes.map((hash) => store.oneTimeLinks.byHash(hash)))
      expect(links).toMatchObject([undefined, { purpose: 'setup' }] as never)
    })
    expect(actions(await entries())).toEqual([
      'operator instance.setup_link_made',
      'operator instance.setup_link_made',
    ])
    await create()
    expect(await run('admin setup-url')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('There is an instance admin already'),
    })
  })
})

test.each([
  'reset-password',
  'disable-2fa',
  'grant',
  'revoke',
  'end-sessions',
  'delete --yes',
  'change --name Bob',
])('admin %s of nobody', async (line) => {
  await create()
  for (const email of ['bob@example.org', 'no address', "' OR 1=1 --"]) {
    expect(await place.run(['admin', ...line.split(' '), '--', email])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nobody here has the address'),
    })
  }
})
