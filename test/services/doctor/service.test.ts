import { describe, expect, test } from 'bun:test'
import type { AlertSeen } from '../../../src/services/doctor/context.ts'
import { fileWith, findingOf, UNIT } from './world.ts'

const [MB, GB] = [1024 ** 2, 1024 ** 3]
const DAY_MS = 86_400_000

describe('configuration', () => {
  test('names what is wrong with it, and how to go on', async () => {
    const problems = ['smtp.domain: must be set.', 'http.listen: expected an address.']
    expect(await findingOf('configuration', { settings: { problems } })).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('2 things are wrong'),
      steps: [{ lines: ['mailgauge config check'] }],
    })
    expect(await findingOf('configuration')).toMatchObject({ state: 'ok' })
  })

  test('what rests on an option that is wrong is unknown, and nothing else', async () => {
    const settings = { doubtful: ['smtp.domain'] }
    for (const id of ['mail-domain', 'mx', 'port-25', 'dmarc-mx', 'dmarc-consent'])
      expect([id, await findingOf(id, { settings })]).toMatchObject([id, { state: 'unknown' }])
    for (const id of ['resolver', 'disk', 'clock'])
      expect([id, await findingOf(id, { settings })]).toMatchObject([id, { state: 'ok' }])
  })
})

describe('config-file', () => {
  const path = '/etc/mailgauge/mailgauge.toml'
  const withMode = (mode: number, secrets: string[] = [], key = 0o100600) => ({
    settings: {
      configFile: { path, secrets },
      secretFiles: [{ option: 'smtp.tls_key', path: '/etc/mailgauge/tls/privkey.pem' }],
    },
    host: { fileAt: (asked: string) => fileWith(asked === path ? mode : key, 0) },
  })

  test.each([
    ['no secret is in it, and all may read it', withMode(0o100644), 'ok'],
    ['a secret is in it, for root and the group', withMode(0o100640, ['relay.password']), 'ok'],
    ['a secret is in it, and all may read it', withMode(0o100644, ['relay.password']), 'attention'],
    ['everybody may change it', withMode(0o100666), 'problem'],
    ['its group may change it', withMode(0o100664), 'attention'],
    ['the key of the certificate is open', withMode(0o100640, [], 0o100644), 'attention'],
  ])('%s', async (_, wanted, state) => {
    expect(await findingOf('config-file', wanted)).toMatchObject({ state })
  })

  test('the very command closes it', async () => {
    expect(await findingOf('config-file', withMode(0o100644, ['relay.password']))).toMatchObject({
      seen: expect.stringContaining('relay.password'),
      steps: [{ kind: 'command', lines: [`chmod o-rwx ${path}`] }],
    })
  })

  test('variables alone are no file', async () => {
    const settings = { configFile: undefined } as never
    expect(await findingOf('config-file', { settings })).toBeUndefined()
  })
})

describe('user', () => {
  const as = (uid: number) => ({ host: { uid: () => uid, process: () => ({ uid: 990 }) } })

  test.each([
    ["the service's own", as(990), 'ok', undefined],
    ['root beside a service of another user', as(0), 'attention', ['sudo -u mailgauge mailgauge doctor']],
    ['somebody else', as(1000), 'unknown', ['sudo -u mailgauge mailgauge doctor']],
  ])('%s', async (_, wanted, state, lines) => {
    const seen = await findingOf('user', wanted)
    expect([seen?.state, seen?.steps?.[0]?.lines]).toEqual([state, lines] as never)
  })

  test('a service that is root is told to be another', async () => {
    const host = { uid: () => 0, process: () => ({ uid: 0 }) }
    expect(await findingOf('user', { host })).toMatchObject({
      state: 'attention',
      seen: expect.stringContaining('The service runs as root'),
      steps: [
        { lines: ['[Service]', 'User=mailgauge', expect.stringContaining('CAP_NET_BIND_SERVICE')] },
        {},
      ],
    })
  })
})

describe('unit', () => {
  const set = (settings: Partial<typeof UNIT.settings>) => ({
    host: { unit: async () => ({ ...UNIT, settings: { ...UNIT.settings, ...settings } }) },
  })
  test.each([
    ['as the package has it', set({}), 'ok', []],
    ['without bounds of memory', set({ MemoryMax: 'infinity', MemoryHigh: 'infinity' }), 'ok', []],
    [
      'MemoryMax below what analyses may take',
      set({ MemoryMax: String(GB) }),
      'problem',
      ['MemoryMax=1408M'],
    ],
    ['MemoryHigh', set({ MemoryHigh: String(GB) }), 'attention', ['MemoryHigh=1408M']],
    ['OOMPolicy', set({ OOMPolicy: 'stop' }), 'attention', ['OOMPolicy=continue']],
    ['no watchdog', set({ WatchdogUSec: '0' }), 'attention', ['WatchdogSec=60']],
    ['no restart', set({ Restart: 'no' }), 'attention', ['Restart=on-failure']],
  ])('%s', async (_, wanted, state, lines) => {
    const seen = await findingOf('unit', wanted)
    expect(seen?.state).toBe(state as never)
    expect(seen?.steps?.[0]?.lines ?? ['[Service]']).toEqual(['[Service]', ...lines])
  })

  test('without systemd there is nothing to say, and of one that does not answer it is unknown', async () => {
    expect(await findingOf('unit', { host: { unit: async () => undefined } })).toBeUndefined()
    const unit = async () => ({ name: 'mailgauge.service', settings: {} })
    expect(await findingOf('unit', { host: { unit } })).toMatchObject({ state: 'unknown' })
  })
})

describe('memory', () => {
  test.each([
    [4 * GB, GB, 'ok'],
    [1.2 * GB, GB, 'attention'],
    [300 * MB, 150 * MB, 'problem'],
  ])('%p, of which analyses may take %p', async (memory, analysisMemory, state) => {
    expect(
      await findingOf('memory', { host: { memory: () => memory }, settings: { analysisMemory } }),
    ).toMatchObject({ state })
  })
})

test.each([
  [524_288, 'ok'],
  [Number.POSITIVE_INFINITY, 'ok'],
  [256, 'attention'],
  [undefined, 'unknown'],
])('open-files: %p', async (openFiles, state) => {
  const process = () => ({ uid: 990, ...(openFiles !== undefined && { openFiles }) })
  expect(await findingOf('open-files', { host: { process } })).toMatchObject({ state })
})

test.each([
  ['info', 'ok'],
  ['debug', 'attention'],
  ['error', 'attention'],
])('log-level %s', async (logLevel, state) => {
  expect(await findingOf('log-level', { settings: { logLevel } })).toMatchObject({ state })
})

describe('ownership', () => {
  const foreign = (paths: string[], complete = true) => ({ host: { foreign: () => ({ paths, complete }) } })
  test('what root left behind is named, with the command that gives it back', async () => {
    expect(await findingOf('ownership', foreign(['/var/lib/mailgauge/mailgauge.db-wal']))).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('/var/lib/mailgauge/mailgauge.db-wal belongs to others'),
      steps: [{ lines: ['chown -R mailgauge: /var/lib/mailgauge', 'sudo -u mailgauge mailgauge doctor'] }],
    })
  })

  test('many are named by a few, and of what was not looked at nothing is said', async () => {
    const many = Array.from({ length: 50 }, (_, at) => `/var/lib/mailgauge/${at}`)
    expect((await findingOf('ownership', foreign(many, false)))?.seen).toContain('and at least 45 more')
    expect(await findingOf('ownership', foreign([], false))).toMatchObject({ state: 'unknown' })
    expect(await findingOf('ownership', foreign([]))).toMatchObject({ state: 'ok' })
  })

  test('a folder that may not be looked into is unknown', async () => {
    const fileAt = () => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    }
    expect(await findingOf('ownership', { host: { fileAt } })).toMatchObject({ state: 'unknown' })
    expect(await findingOf('data-directory', { host: { fileAt } })).toMatchObject({ state: 'unknown' })
  })
})

describe('disk-writes', () => {
  const mount = (type: string, readOnly = false) => ({ mount: () => ({ point: '/data', type, readOnly }) })
  test.each([
    ['can be written', mount('ext4'), 'ok'],
    ['is read-only', mount('ext4', true), 'problem'],
    ['is of the network', mount('nfs4'), 'attention'],
    ['is fast', { ...mount('ext4'), writeMs: async () => 2 }, 'ok'],
    ['is slow', { ...mount('ext4'), writeMs: async () => 80 }, 'attention'],
    ['is as good as dead', { ...mount('ext4'), writeMs: async () => 900 }, 'problem'],
    ['fails', { ...mount('ext4'), writeMs: () => Promise.reject(new Error('EIO')) }, 'unknown'],
  ])('%s', async (_, host, state) => {
    expect(await findingOf('disk-writes', { host })).toMatchObject({ state })
  })
})

describe('backup', () => {
  const made = (daysAgo: number, more: object = {}) => ({
    latestBackup: async () => ({
      madeAt: new Date(Date.now() - daysAgo * DAY_MS),
      bytes: GB,
      secrets: true,
      place: '/backup/mailgauge.tar.zst',
      ...more,
    }),
  })
  const EVERY = { backupEveryMs: DAY_MS }

  test.each([
    ['by hand, lately', { deps: made(2) }, 'ok'],
    ['by hand, long ago', { deps: made(30) }, 'attention'],
    ['by the schedule', { deps: made(1), settings: EVERY }, 'ok'],
    ['by the schedule, which stopped', { deps: made(3), settings: EVERY }, 'attention'],
    ['none at all', { deps: { latestBackup: async () => undefined } }, 'attention'],
    ['in the future', { deps: made(-3) }, 'unknown'],
    [
      'on the disk of the data',
      { deps: made(1, { place: '/var/lib/mailgauge/backups/a.tar.zst' }) },
      'attention',
    ],
    [
      'that cannot be found out',
      { deps: { latestBackup: () => Promise.reject(new Error('EACCES')) } },
      'unknown',
    ],
    ['of an evaluation', { settings: { evaluation: true }, deps: made(99) }, 'ok'],
  ])('%s', async (_, wanted, state) => {
    expect(await findingOf('backup', wanted)).toMatchObject({ state })
  })

  test('a folder that cannot be written in is a problem, whatever was made elsewhere', async () => {
    const deps = { ...made(0), backupFolderProblem: () => 'backup.directory: /backup cannot be written in.' }
    expect(
      await findingOf('backup', { deps, settings: { ...EVERY, backupDirectory: '/backup' } }),
    ).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('/backup cannot be written in'),
    })
  })

  test.each([
    ['-/var/backups/mailgauge', '/var/backups/mailgauge', 'ok'],
    ['/mnt /srv', '/srv/backups', 'ok'],
    ['-/var/backups/mailgauge', '/mnt/backups', 'problem'],
    ['/mnt/back', '/mnt/backups', 'problem'],
    ['', '/var/lib/mailgauge-backups', 'problem'],
  ])('a unit that opens "%s" and backups in %s: %s', async (ReadWritePaths, backupDirectory, state) => {
    const settings = {
      ...UNIT.settings,
      ProtectSystem: 'strict',
      StateDirectory: 'mailgauge',
      ReadWritePaths,
    }
    const wanted = {
      deps: made(0),
      host: { unit: async () => ({ ...UNIT, settings }) },
      settings: { ...EVERY, backupDirectory },
    }
    expect(await findingOf('backup', wanted)).toMatchObject({ state })
  })

  test('the next step is the command, and a schedule where there is none', async () => {
    const deps = { latestBackup: async () => undefined }
    expect(await findingOf('backup', { deps })).toMatchObject({
      steps: [
        { lines: ['mailgauge backup /backup/'] },
        { kind: 'config', lines: ['[backup]', expect.any(String)] },
      ],
    })
    expect(await findingOf('backup', { deps, settings: EVERY })).toMatchObject({
      steps: [{ lines: ['mailgauge backup'] }],
    })
  })
})

describe('smtp-certificate, by its files', () => {
  const files = (seen: object, service: 'beside' | 'none' = 'none') => ({
    deps: { service, ownTls: () => ({ remarks: [], ...seen }) },
  })
  const inDays = (days: number) => ({ validTo: new Date(Date.now() + days * DAY_MS) })

  test.each([
    ['cannot be used', { fault: 'smtp.tls_key: /k.pem is encrypted.' }, 'problem'],
    [
      'is for another name',
      { remarks: ['the certificate is not for mx.example.org.'], ...inDays(90) },
      'attention',
    ],
    ['expires soon', inDays(5), 'attention'],
    ['is in order, and nobody shows it', inDays(90), 'unknown'],
  ])('%s', async (_, seen, state) => {
    expect(await findingOf('smtp-certificate', files(seen))).toMatchObject({ state })
  })
})

test('instance-admin: a database that tells nothing', async () => {
  expect(
    await findingOf('instance-admin', { deps: { hasInstanceAdmin: async () => undefined } }),
  ).toMatchObject({
    state: 'unknown',
  })
})

describe('metrics', () => {
  const at = (host: string | undefined, metricsToken = false) => ({
    settings: { metricsListen: [{ ...(host !== undefined && { host }), port: 9464 }], metricsToken },
  })
  test.each([
    ['on this machine', at('127.0.0.1'), 'ok'],
    ['in a network', at('10.0.0.5'), 'ok'],
    ['everywhere', at(undefined), 'attention'],
    ['on every address', at('::'), 'attention'],
    ['outside', at('192.0.2.1'), 'attention'],
    ['everywhere, with a token', at(undefined, true), 'ok'],
  ])('%s', async (_, wanted, state) => {
    expect(await findingOf('metrics', wanted)).toMatchObject({ state })
  })

  test('nowhere is nothing to say', async () => {
    expect(await findingOf('metrics', { settings: { metricsListen: [] } })).toBeUndefined()
  })
})

describe('alerts', () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const seen = (alerts: AlertSeen[]) => findingOf('alerts', { deps: { alerts: async () => alerts } })
  const one = (more: Partial<AlertSeen> = {}) => ({ name: 'Pager', ...more })

  test('all take what they are sent, or there is none', async () => {
    expect(await findingOf('alerts', { deps: { alerts: undefined } as never })).toBeUndefined()
    expect(await seen([])).toMatchObject({ state: 'ok', seen: expect.stringContaining('nobody is told') })
    expect(await seen([one()])).toMatchObject({ state: 'ok', seen: expect.stringContaining('are used: 1') })
  })

  test.each([
    [{ disabled: { at: at(1), reason: 'failing' as const } }, 'attention', 'five days'],
    [{ disabled: { at: at(1), reason: 'gone' as const } }, 'attention', '410'],
    [{ disabled: { at: at(1), reason: 'person' as const } }, 'ok', 'nobody is told'],
    [{ failingSince: at(61) }, 'attention', '“Pager” has taken nothing since'],
    [{ failingSince: at(30) }, 'ok', 'are used: 1'],
  ])('one with %j: %s', async (more, state, says) => {
    expect(await seen([one(more)])).toMatchObject({ state, seen: expect.stringContaining(says) })
  })
})
