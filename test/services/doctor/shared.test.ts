import { describe, expect, test } from 'bun:test'
import { SharedRefused, type SharedSeen } from '../../../src/services/doctor/context.ts'
import { doctorOf, findingOf, KEY } from './world.ts'

const NOW = new Date('2026-11-20T09:30:00Z')
const host = (name: string, program = '1.2.0', seconds = 3) => ({
  name,
  program,
  seenAt: new Date(NOW.getTime() - seconds * 1000),
})
const SEEN: SharedSeen = {
  bytes: 5 * 1024 ** 3,
  hosts: [host('mx1'), host('mx2', '1.2.0', 12)],
  now: NOW,
  ahead: 0,
}

type Shared = NonNullable<NonNullable<Parameters<typeof findingOf>[1]>['settings']>['shared']
const SHARED: NonNullable<Shared> = { host: 'mx1', tls: 'verify-full', isHere: false }

const of = (id: string, seen: Partial<SharedSeen> | Error = {}, shared: Partial<NonNullable<Shared>> = {}) =>
  findingOf(id, {
    settings: { shared: { ...SHARED, ...shared } },
    deps: {
      async shared() {
        if (seen instanceof Error) throw seen
        return { ...SEEN, ...seen }
      },
      database: () => Promise.reject(new Error('there is no file')),
    },
  })

describe('over a database that hosts share', () => {
  test('what is of a host names it, and what is of all names none', async () => {
    const doctor = doctorOf({ settings: { shared: SHARED }, deps: { shared: async () => SEEN } })
    const hosts = Object.fromEntries((await doctor.examine()).map(({ id, host: of }) => [id, of]))
    for (const id of ['resolver', 'smtp-certificate', 'clock', 'memory', 'hosts', 'database-link'])
      expect([id, hosts[id]]).toEqual([id, 'mx1'])
    for (const id of ['database', 'disk', 'alerts', 'backup', 'mx', 'instance-admin']) {
      expect(Object.keys(hosts)).toContain(id)
      expect([id, hosts[id]]).toEqual([id, undefined])
    }
  })

  test('hosts are listed with their versions, when they were seen, and this one’s clock', async () => {
    const all = await of('hosts')
    expect(all).toMatchObject({ state: 'ok' })
    expect(all?.seen).toBe(
      '2 hosts serve this instance: mx1 (version 1.2.0, seen 3 s ago), mx2 (version 1.2.0, seen 12 s ago). The clock of mx1 agrees with that of the database.',
    )
  })

  test.each([
    [
      'of different versions',
      { hosts: [host('mx1'), host('mx2', '1.3.0')] },
      'attention',
      /different versions/,
    ],
    ['with a clock that is ahead', { ahead: 30_000 }, 'attention', /30 s ahead of/],
    ['with a clock that is far behind', { ahead: -600_000 }, 'problem', /600 s behind/],
    ['of which none is there', { hosts: [] }, 'ok', /No host serves/],
    [
      'that are many',
      { hosts: Array.from({ length: 25 }, (_, at) => host(`mx${at}`)) },
      'ok',
      /25 hosts serve .* and 5 more\./,
    ],
  ] as const)('hosts %s', async (_, seen, state, says) => {
    const found = await of('hosts', seen)
    expect(found?.state).toBe(state)
    expect(found?.seen).toMatch(says)
  })

  test('a database that does not answer is a problem once, and hosts are not known then', async () => {
    const away = new Error('The database did not answer within 2000 ms.')
    expect(await of('database', away)).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('did not answer within 2000 ms.'),
    })
    expect(await of('hosts', away)).toMatchObject({ state: 'unknown' })
    expect((await of('database'))?.seen).toContain('5 GB')
  })

  test('a database that answers is not said to be away', async () => {
    const empty = await of('database', new SharedRefused('The database is empty.', true))
    expect(empty).toMatchObject({ state: 'attention', seen: expect.stringContaining('and is empty') })
    expect(empty?.steps?.[0]?.lines).toEqual(['systemctl start mailgauge'])
    const older = await of('database', new SharedRefused('The database is of an older Mailgauge.', false))
    expect(older).toMatchObject({ state: 'problem', seen: expect.stringContaining('of an older Mailgauge.') })
    for (const seen of [empty, older]) expect(JSON.stringify(seen)).not.toMatch(/not answer|pg_hba|firewall/)
  })

  test('a host that has not the key of the others is told so, and one that has it is not', async () => {
    const lacks = await of('data-directory', { keyInUse: '0123456789abcdef' })
    expect(lacks).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('does not hold the key in use, and the hosts that share the database'),
    })
    const none = await findingOf('data-directory', {
      settings: { shared: SHARED },
      host: { fileAt: () => undefined },
      deps: {
        shared: async () => ({ ...SEEN, keyInUse: '0123456789abcdef' }),
        keys: () => [],
        service: 'none',
      },
    })
    expect(none?.seen).toStartWith('There is no key file ')
    expect(none?.seen).toContain('Copy the key file of a host that has it')
    expect((await of('data-directory', { keyInUse: KEY.id }))?.seen).not.toContain('share the database')
  })

  test.each([
    ['disable', false, 'attention'],
    ['disable', true, 'ok'],
    ['require', false, 'attention'],
    ['require', true, 'ok'],
    ['verify-ca', false, 'ok'],
    ['verify-full', false, 'ok'],
  ] as const)('a connection by %s, to this machine: %p', async (tls, isHere, state) => {
    expect(await of('database-link', {}, { tls, isHere })).toMatchObject({ state })
  })

  test('room is that of the database, whatever the disk of this host has', async () => {
    const shared = SHARED
    const full = { host: { freeBytes: async () => 0 }, settings: { shared } }
    expect(await findingOf('disk', { ...full, deps: { storeBytes: async () => 1024 ** 3 } })).toMatchObject({
      state: 'ok',
    })
    expect(
      await findingOf('disk', { ...full, deps: { obstacle: async () => 'database_full' as const } }),
    ).toMatchObject({ state: 'problem' })
    expect(
      await findingOf('disk', { ...full, deps: { storeBytes: async () => 30 * 1024 ** 3 } }),
    ).toMatchObject({ state: 'problem' })
  })

  test('room of a database that does not answer is what stands against taking mail, or not known', async () => {
    const away = { storeBytes: () => Promise.reject(new Error('silent')) }
    const settings = { shared: SHARED }
    const stands = { ...away, obstacle: async () => 'database_silent' as const }
    expect(await findingOf('disk', { settings, deps: stands })).toMatchObject({ state: 'problem' })
    expect(await findingOf('disk', { settings, deps: away })).toMatchObject({ state: 'unknown' })
  })

  test('backups of it are not seen from here', async () => {
    expect(await of('backup')).toMatchObject({ state: 'unknown' })
  })
})
