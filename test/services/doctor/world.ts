import { askConsent } from '../../../src/mail/authentication/dmarc/reporting/consent.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { createProbe } from '../../../src/net/probe/probe.ts'
import type { Probe } from '../../../src/net/probe-ports.ts'
import type { DoctorDeps, DoctorSettings, Host } from '../../../src/services/doctor/context.ts'
import { createDoctor } from '../../../src/services/doctor/doctor.ts'
import type { Finding } from '../../../src/services/doctor/finding.ts'
import { newKey } from '../../../src/services/secrets/sealing.ts'
import { random } from '../../support/builders.ts'
import { zone } from '../../support/zone.ts'

export const KEY = newKey(random, new Date('2026-11-01T00:00:00Z'))

export const SETTINGS: DoctorSettings = {
  evaluation: false,
  baseUrl: 'https://mailgauge.example.org',
  trustedProxies: ['127.0.0.1/32'],
  mailDomain: 'in.example.org',
  hostname: 'mx.example.org',
  reportsHost: 'in.example.org',
  smtpListen: [{ port: 25 }],
  ownCertificate: true,
  dnsServers: ['127.0.0.1:53'],
  directory: '/var/lib/mailgauge',
  keyPath: '/var/lib/mailgauge/secrets.key',
  minFree: 256 * 1024 ** 2,
  maxBytes: 20 * 1024 ** 3,
  logLevel: 'info',
  maxConnections: 200,
  analysisMemory: 1024 ** 3,
  configFile: { path: '/etc/mailgauge/mailgauge.toml', secrets: [] },
  secretFiles: [],
  metricsListen: [{ host: '127.0.0.1', port: 9464 }],
  metricsToken: false,
  problems: [],
  doubtful: [],
}

export const fileWith = (mode: number, uid = 990) => ({ mode, uid, isFolder: (mode & 0o40000) !== 0 })

/** As the package sets it. */
export const UNIT = {
  name: 'mailgauge.service',
  settings: {
    LoadState: 'loaded',
    Type: 'notify',
    Restart: 'on-failure',
    OOMPolicy: 'continue',
    WatchdogUSec: '2min',
    MemoryMax: String(4 * 1024 ** 3),
    MemoryHigh: String(3 * 1024 ** 3),
  },
}

export const HOST: Host = {
  addresses: () => ['192.0.2.1'],
  freeBytes: async () => 500 * 1024 ** 3,
  fileAt: (path) => fileWith(path.includes('.') ? 0o100600 : 0o40700),
  mayRead: () => true,
  uid: () => 990,
  userName: (uid) => ({ 0: 'root', 990: 'mailgauge' })[uid] ?? String(uid),
  foreign: () => ({ paths: [], complete: true }),
  inodes: async () => ({ free: 1_000_000, total: 2_000_000 }),
  mount: () => ({ point: '/', type: 'ext4', readOnly: false }),
  memory: () => 4 * 1024 ** 3,
  process: () => ({ uid: 990, openFiles: 524_288 }),
  unit: async () => UNIT,
  maker: () => ({ vendor: 'QEMU', assetTag: '' }),
  upstreams: () => [],
  temporaryFolder: () => ({ path: '/tmp', executable: true }),
  clockSynchronised: async () => true,
}

export const ZONE: ZoneLiteral = {
  'in.example.org': { MX: [[10, 'mx.example.org']] },
  '*._report._dmarc.in.example.org': { TXT: ['v=DMARC1'] },
  'mx.example.org': { A: ['192.0.2.1'] },
  'mailgauge.example.org': { A: ['192.0.2.1'] },
  '1.2.0.192.in-addr.arpa': { PTR: ['mx.example.org'] },
  com: { SOA: [{ primary: 'a.gtld-servers.net', mailbox: 'nstld.verisign-grs.com', serial: 1 }] },
  org: { SOA: [{ primary: 'a0.org.afilias-nst.info', mailbox: 'hostmaster.donuts.email', serial: 1 }] },
}

interface Wanted {
  settings?: Partial<DoctorSettings>
  host?: Partial<Host>
  zone?: ZoneLiteral
  fail?: Parameters<typeof zone>[1]
  /** The authorities that the probe trusts. */
  ca?: string[]
  deps?: Partial<DoctorDeps>
  withinMs?: number
}

/** A real probe whose connections all go to loopback, where the test's servers are. */
export function onLoopback(ca?: string[]): Probe {
  const probe = createProbe(ca ? { ca } : {})
  return {
    smtp: (to) => probe.smtp({ ...to, address: '127.0.0.1' }),
    web: (to) => probe.web({ ...to, address: '127.0.0.1' }),
  }
}

/** Nothing listens anywhere. */
const NOBODY: Probe = {
  smtp: async () => ({ kind: 'failure', reason: 'refused' }),
  web: async () => ({ kind: 'failure', reason: 'refused' }),
}

export const logged: string[] = []

/** The doctor over an installation in which all is well, but for what is given. */
export function doctorOf(wanted: Wanted = {}) {
  const { settings, host, deps, ca } = wanted
  return createDoctor(
    {
      settings: { ...SETTINGS, ...settings },
      service: 'beside',
      servicePid: 4711,
      latestBackup: async () => ({
        madeAt: new Date(Date.now() - 3_600_000),
        bytes: 1024 ** 2,
        secrets: true,
        place: '/var/backups/mailgauge/mailgauge-scheduled-20261123T031500Z.tar.zst',
      }),
      resolver: zone(wanted.zone ?? ZONE, wanted.fail),
      probe: ca || deps?.smtpPort ? onLoopback(ca) : NOBODY,
      host: { ...HOST, ...host },
      clock: { now: () => new Date() },
      random,
      keys: () => [KEY],
      lists: async () => ({ tested: [], waiting: 0 }),
      hasInstanceAdmin: async () => true,
      consent: askConsent,
      storeBytes: async () => 1024 ** 3,
      alerts: async () => [],
      database: async () => ({ kind: 'sound', version: 14, claimed: true, alerts: [] }),
      ...deps,
    },
    {
      log: { info() {}, warn() {}, error: (_facts, sentence) => void logged.push(sentence) },
      ...(wanted.withinMs !== undefined && { withinMs: wanted.withinMs }),
    },
  )
}

/** One finding of such an installation. */
export async function findingOf(id: string, wanted: Wanted = {}): Promise<Finding | undefined> {
  return (await doctorOf(wanted).examine()).find((finding) => finding.id === id)
}
