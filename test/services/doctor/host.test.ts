import { describe, expect, test } from 'bun:test'
import { parse as parseToml } from 'smol-toml'
import { listChoiceProblems, ROSTER } from '../../../src/mail/server/blocklists/roster.ts'
import type { TestedList } from '../../../src/services/doctor/context.ts'
import { publicResolverOf } from '../../../src/services/doctor/public-resolvers.ts'
import { fileWith, findingOf, ZONE } from './world.ts'

const GB = 1024 ** 3

describe('disk', () => {
  test.each([
    ['has room', {}, 'ok'],
    ['is full', { host: { freeBytes: async () => 100 * 1024 ** 2 } }, 'problem'],
    ['is nearly full', { host: { freeBytes: async () => 400 * 1024 ** 2 } }, 'attention'],
    ['holds all that it may', { deps: { storeBytes: async () => 21 * GB } }, 'problem'],
    ['holds nearly all', { deps: { storeBytes: async () => 19 * GB } }, 'attention'],
    ['takes no write', { deps: { obstacle: async () => 'disk_unwritable' as const } }, 'problem'],
    ['has no inode left', { host: { inodes: async () => ({ free: 3, total: 1000 }) } }, 'problem'],
    ['has few inodes left', { host: { inodes: async () => ({ free: 900, total: 10_000 }) } }, 'attention'],
    ['keeps no count of inodes', { host: { inodes: async () => undefined } }, 'ok'],
    ['cannot be asked', { host: { freeBytes: () => Promise.reject(new Error('EIO')) } }, 'unknown'],
  ])('%s', async (_, wanted, state) => {
    expect(await findingOf('disk', wanted)).toMatchObject({ state })
  })
})

describe('data-directory', () => {
  const mode = (folder: number | undefined, key: number | undefined) => ({
    host: {
      fileAt: (path: string) => {
        const own = path.endsWith('.key') ? key : folder
        return own === undefined ? undefined : fileWith(own)
      },
    },
  })

  test('names what is open to others', async () => {
    expect(await findingOf('data-directory', mode(0o40755, 0o100640))).toMatchObject({
      state: 'attention',
      steps: [{ lines: ['chmod 700 /var/lib/mailgauge', 'chmod 600 /var/lib/mailgauge/secrets.key'] }],
    })
  })

  test.each([
    [0o40700, 0o100600, 'ok'],
    [0o40700, undefined, 'problem'],
    [undefined, undefined, 'problem'],
  ])('%p %p', async (folder, key, state) => {
    expect(await findingOf('data-directory', mode(folder, key))).toMatchObject({ state })
  })
})

test('temporary-folder: it is none, or it is that of the service', async () => {
  expect(await findingOf('temporary-folder', { host: { fileAt: () => undefined } })).toMatchObject({
    state: 'problem',
  })
  const temporaryFolder = (path = '/tmp') => ({ path, executable: path === '/tmp' })
  const process = () => ({ uid: 990, temporary: '/mnt/noexec' })
  expect(await findingOf('temporary-folder', { host: { temporaryFolder, process } })).toMatchObject({
    state: 'problem',
    seen: expect.stringContaining('/mnt/noexec'),
  })
})

test.each([
  [true, 'ok'],
  [false, 'problem'],
  [undefined, 'unknown'],
])('temporary-folder %p', async (executable, state) => {
  const host = { temporaryFolder: () => ({ path: '/tmp', executable }) }
  expect(await findingOf('temporary-folder', { host })).toMatchObject({ state })
})

test.each([
  [{ kind: 'sound', version: 14, claimed: true, alerts: [] } as const, 'ok'],
  [{ kind: 'damaged', says: 'Tree 7 page 9: btreeInitPage() returns error code 11' } as const, 'problem'],
  [{ kind: 'late' } as const, 'unknown'],
  [{ kind: 'unread', says: 'unable to open database file' } as const, 'unknown'],
  [{ kind: 'none', says: 'There is no database.' } as const, 'problem'],
  [{ kind: 'empty', says: 'It is empty.' } as const, 'problem'],
  [{ kind: 'older', says: 'The database is of version 3.' } as const, 'attention'],
  [{ kind: 'newer', says: 'The database is of version 99.' } as const, 'problem'],
])('database %#', async (look, state) => {
  expect(await findingOf('database', { deps: { database: async () => look } })).toMatchObject({ state })
})

test('database: what is counted after an upgrade is told, with how far it is', async () => {
  const look = {
    kind: 'sound',
    version: 14,
    claimed: true,
    alerts: [],
    uncounted: { left: 250, all: 1_000 },
  } as const
  const seen = async (service: 'none' | 'beside') =>
    (await findingOf('database', { deps: { database: async () => look, service } }))?.seen
  expect(await seen('none')).toContain(
    'counted after the upgrade: 75 % is done. It goes on when the service runs.',
  )
  expect(await seen('beside')).toContain('The service goes on with it.')
})

test.each([
  [true, 'ok'],
  [false, 'attention'],
  [undefined, 'unknown'],
])('clock, synchronised: %p', async (synchronised, state) => {
  expect(await findingOf('clock', { host: { clockSynchronised: async () => synchronised } })).toMatchObject({
    state,
  })
})

test.each([
  [2, 'ok'],
  [-90, 'attention'],
  [3600, 'problem'],
])('clock, %i seconds from that of the proxy', async (seconds, state) => {
  const date = new Date(Date.now() + seconds * 1000)
  const zone = { ...ZONE, 'mailgauge.example.org': { A: ['198.51.100.9'] } }
  const probe = {
    smtp: async () => ({ kind: 'failure', reason: 'refused' }) as const,
    web: async () => ({ kind: 'response', status: 404, body: '', date }) as const,
  }
  expect(await findingOf('clock', { zone, deps: { probe } })).toMatchObject({ state })
})

test('data-directory: the key is made at the first start', async () => {
  const host = { fileAt: (path: string) => (path.endsWith('.key') ? undefined : fileWith(0o40700)) }
  const seen = await findingOf('data-directory', { host, deps: { service: 'none' } })
  expect(seen).toMatchObject({ state: 'attention' })
})

describe('resolver', () => {
  test.each([
    ['answers', {}, 'ok'],
    ['is public', { settings: { dnsServers: ['127.0.0.1:53', '8.8.8.8:53'] } }, 'problem'],
    ['does not answer', { fail: { 'SOA com': 'timeout', 'SOA org': 'timeout' } as const }, 'problem'],
    ['knows a network of its own alone', { zone: {} }, 'attention'],
    ['hands on to a public one', { host: { upstreams: () => ['8.8.8.8'] } }, 'problem'],
    ['hands on to that of the network', { host: { upstreams: () => ['192.0.2.53'] } }, 'ok'],
    [
      'is not on this machine',
      { settings: { dnsServers: ['192.0.2.53:53'] }, host: { upstreams: () => ['8.8.8.8'] } },
      'ok',
    ],
    ['answers some', { fail: { 'SOA com': 'timeout' } as const }, 'unknown'],
  ])('%s', async (_, wanted, state) => {
    expect(await findingOf('resolver', wanted)).toMatchObject({ state })
  })

  test.each([
    ['8.8.8.8', 'Google'],
    ['1.0.0.1:53', 'Cloudflare'],
    ['[2620:fe::9]:53', 'Quad9'],
    ['2001:4860:4860::8844', 'Google'],
    ['192.168.1.1:53', undefined],
    ['127.0.0.1:53', undefined],
    ['[::1]:5353', undefined],
  ])('%s is of %p', (server, name) => {
    expect(publicResolverOf(server)?.name).toBe(name as never)
  })
})

test.each([
  [['127.0.0.1:53'], 'attention'],
  [['[::1]:53'], 'attention'],
  [['192.0.2.53:53'], 'unknown'],
])('dnssec of %p without the AD bit', async (dnsServers, state) => {
  expect(await findingOf('dnssec', { settings: { dnsServers } })).toMatchObject({ state })
})

test.each([
  ['168.63.129.16', 'Microsoft Azure'],
  ['108.61.10.10:53', 'Vultr'],
  ['67.207.67.3', 'DigitalOcean'],
  ['169.254.169.253', 'Amazon Web Services'],
])('the resolver %s is that of a cloud', async (server, cloud) => {
  const asked = await findingOf('resolver', { settings: { dnsServers: [server] } })
  expect(asked).toMatchObject({
    state: 'attention',
    steps: [{ kind: 'config' }, { lines: ['[blocklists]', expect.stringContaining('your-dqs-key')] }],
  })
  expect(asked?.seen).toContain(` is the resolver of ${cloud} for all its customers.`)
  const behind = await findingOf('resolver', { host: { upstreams: () => [server] } })
  expect(behind?.seen).toContain(cloud)
  expect(behind?.state).toBe('problem')
})

describe('blocklists', () => {
  const good = (id: string) => ({ id, name: `${id}.example`, usable: true })
  const bad = (id: string, reason: string) => ({ id, name: `${id}.example`, usable: false, reason })
  const REFUSED = 'the list refuses questions from your DNS server: public resolver'
  const SILENT = 'its self-test got no answer: timeout'

  test.each([
    ['all passed', [good('a'), good('b')], 0, 'ok'],
    ['none is enabled', [], 0, 'ok'],
    ['some are not tested', [good('a')], 3, 'unknown'],
    ['one refuses', [good('a'), bad('b', REFUSED)], 0, 'attention'],
    ['all refuse', [bad('a', REFUSED), bad('b', REFUSED)], 0, 'problem'],
    ['none answered', [bad('a', SILENT), bad('b', SILENT)], 0, 'unknown'],
    ['none can be asked', [bad('a', 'no DNS server can be reached')], 0, 'unknown'],
  ])('%s', async (_, tested, waiting, state) => {
    expect(
      await findingOf('blocklists', { deps: { lists: async () => ({ tested, waiting }) } }),
    ).toMatchObject({
      state,
    })
  })

  describe('of Spamhaus that cannot tell who asks', () => {
    const UNATTRIBUTED =
      'the list refuses questions from your DNS server: asked through a public or unattributable resolver (127.255.255.254)'
    const spamhaus = ['spamhaus-zen', 'spamhaus-dbl'].map((id) => bad(id, UNATTRIBUTED))
    const seenWith = (tested: TestedList[], maker = { vendor: 'QEMU', assetTag: '' }) =>
      findingOf('blocklists', {
        deps: { lists: async () => ({ tested, waiting: 0 }) },
        host: { maker: () => maker },
      })
    const DQS = {
      kind: 'config',
      lines: ['[blocklists]', 'keys = { "spamhaus-zen" = "your-dqs-key", "spamhaus-dbl" = "your-dqs-key" }'],
    }

    test.each([
      [{ vendor: 'DigitalOcean', assetTag: '' }, 'DigitalOcean'],
      [{ vendor: 'Vultr', assetTag: '' }, 'Vultr'],
      [{ vendor: 'Microsoft Corporation', assetTag: '7783-7084-3265-9085-8269-3286-77' }, 'Microsoft Azure'],
    ])('in a cloud: %p', async (maker, name) => {
      const seen = await seenWith([good('a'), ...spamhaus], maker)
      expect(seen).toMatchObject({ state: 'attention', steps: [DQS] })
      expect(seen?.seen).toEndWith(` This machine runs at ${name}.`)
    })

    test('anywhere else, and with others that refuse', async () => {
      const seen = await seenWith([...spamhaus, bad('b', REFUSED)], {
        vendor: 'Microsoft Corporation',
        assetTag: '',
      })
      expect(seen).toMatchObject({ state: 'problem', steps: [{ kind: 'config' }, DQS] })
      expect(seen?.seen).toContain('Spamhaus refuses questions')
      expect(seen?.seen).not.toContain('This machine runs at')
    })

    test('but that was asked too often, or is another list', async () => {
      const often = bad('spamhaus-zen', 'the list refuses: over the query limit (127.255.255.255)')
      const other = bad('dronebl', UNATTRIBUTED)
      for (const list of [often, other]) {
        const seen = await seenWith([good('a'), list], { vendor: 'DigitalOcean', assetTag: '' })
        expect(seen?.seen).not.toContain('Spamhaus refuses')
        expect(seen?.steps).toHaveLength(1)
      }
    })

    test('the lines for the config are read as the keys of these lists', () => {
      const { blocklists } = parseToml(DQS.lines.join('\n')) as {
        blocklists: { keys: Record<string, string> }
      }
      expect(listChoiceProblems(ROSTER, { keys: blocklists.keys })).toEqual([])
    })
  })

  test('that refuse are named with their reasons', async () => {
    const lists = async () => ({ tested: [good('a'), bad('b', REFUSED)], waiting: 0 })
    const seen = await findingOf('blocklists', { deps: { lists } })
    expect(seen?.seen).toBe(
      `1 of 2 blocklists did not pass their self-test and are not asked. b.example: ${REFUSED}.`,
    )
  })
})
