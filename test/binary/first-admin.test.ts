import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPasswords } from '../../src/services/people/sign-in/passwords.ts'
import { hasStore } from '../../src/store/sqlite/files.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { BINARY, temporaryFolder, writeConfig } from '../support/binary.ts'
import { until } from '../support/until.ts'

const EMAIL = 'ann@example.org'
const PASSWORD = 'a password from a file'

let folder: string
let remove: () => void
beforeEach(() => {
  ;({ folder, remove } = temporaryFolder())
  writeConfig(folder)
  writeFileSync(join(folder, 'password'), `${PASSWORD}\n`, { mode: 0o600 })
})
afterEach(() => remove())

const VARIABLES = { MAILGAUGE_PEOPLE_ADMIN_EMAIL: EMAIL }

function start(env: Record<string, string>) {
  const child = Bun.spawn([BINARY, 'serve'], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', TMPDIR: join(folder, 'tmp'), ...VARIABLES, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let output = ''
  const follow = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) output += new TextDecoder().decode(chunk)
  }
  void follow(child.stdout)
  void follow(child.stderr)
  return {
    child,
    output: () => output,
    listens: () => until(() => output.includes('"Listening"') || output.includes('Listening')),
  }
}

async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ directory: join(folder, 'data'), migrate: true })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const fromFile = () => ({ MAILGAUGE_PEOPLE_ADMIN_PASSWORD_FILE: join(folder, 'password') })

describe('a start without a person in front', () => {
  test('makes the first admin, once, and offers no set-up link', async () => {
    for (const _ of ['first', 'second']) {
      const service = start(fromFile())
      await service.listens()
      service.child.kill('SIGTERM')
      await service.child.exited
      expect(service.output()).not.toContain(PASSWORD)
      expect(service.output()).not.toContain('/setup#')
    }
    await inStore(async (store) => {
      const { items } = await store.people.list({ limit: 10 })
      expect(items).toMatchObject([{ email: EMAIL, isInstanceAdmin: true }])
      const person = await store.people.byEmail(EMAIL)
      expect(await createPasswords().compare(PASSWORD, person?.credentials.passwordHash)).toBe('right')
      const claims = await store.audit.list({ limit: 10, action: 'instance.claimed' })
      expect(claims.map(({ actor }) => actor.kind)).toEqual(['operator'])
    })
  })

  test('changes nothing where there is an admin already', async () => {
    const service = start(fromFile())
    await service.listens()
    service.child.kill('SIGTERM')
    await service.child.exited
    writeFileSync(join(folder, 'password'), 'quite another password')
    const again = start({ ...fromFile(), MAILGAUGE_PEOPLE_ADMIN_EMAIL: 'bob@example.org' })
    await again.listens()
    again.child.kill('SIGTERM')
    await again.child.exited
    await inStore(async (store) => {
      expect((await store.people.list({ limit: 10 })).items.map(({ email }) => email)).toEqual([EMAIL])
      const person = await store.people.byEmail(EMAIL)
      expect(await createPasswords().compare(PASSWORD, person?.credentials.passwordHash)).toBe('right')
    })
  })

  test.each([
    ['MAILGAUGE_PEOPLE_ADMIN_PASSWORD', 'short', 'at least 10 characters'],
    ['MAILGAUGE_PEOPLE_ADMIN_PASSWORD', EMAIL, 'neither your address'],
    ['MAILGAUGE_PEOPLE_ADMIN_PASSWORD_FILE', '/nonexistent/password', 'there is no file'],
  ])('%s = %s stops it with a sentence', async (variable, value, says) => {
    const service = start({ [variable]: value })
    expect(await service.child.exited).not.toBe(0)
    await until(() => service.output().includes(says))
    if (value === 'short') expect(service.output()).not.toContain('"short"')
  })

  test('killed at any moment it is done or not done, and the next start ends it', async () => {
    for (const wait of [120, 200, 280, 360, 440]) {
      const service = start(fromFile())
      await Bun.sleep(wait)
      service.child.kill('SIGKILL')
      await service.child.exited
      if (!hasStore(join(folder, 'data'))) continue
      await inStore(async (store) => {
        const [people, accounts, claims] = await Promise.all([
          store.people.list({ limit: 10 }),
          store.accounts.list(),
          store.audit.list({ limit: 10, action: 'instance.claimed' }),
        ])
        const counts = [people.items.length, accounts.length, claims.length]
        expect([
          [0, 0, 0],
          [1, 1, 1],
        ]).toContainEqual(counts)
      })
    }
    const service = start(fromFile())
    await service.listens()
    service.child.kill('SIGTERM')
    await service.child.exited
    expect(await inStore((store) => store.people.isClaimed())).toBe(true)
  })
})
