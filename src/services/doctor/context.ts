import type { SeenConsent } from '../../core/aggregate/set-up.ts'
import type { LatestBackup } from '../../core/files/backup.ts'
import type { Destination } from '../../core/watching/destination.ts'
import type { DisabledReason } from '../../core/watching/destination-kind.ts'
import type { Answer, Clock, FailedAnswer, ListState, MxRecord, Resolver } from '../../net/ports.ts'
import type { Probe, SmtpSeen, WebSeen } from '../../net/probe-ports.ts'
import type { Delivery } from '../outgoing/relay.ts'
import type { RandomBytes } from '../ports.ts'
import type { Obstacle } from '../readiness.ts'
import type { SecretKey } from '../secrets/sealing.ts'
import type { Host } from './host.ts'
import type { FrontFacts } from './proof.ts'

export type { Host }

/** The database of `store.url`, which several hosts share. */
export interface SharedSetting {
  /** The name of this host. */
  host: string
  /** Whether what goes to it and comes from it is encrypted, and whether its server shows who it is. */
  tls: 'verify-full' | 'verify-ca' | 'require' | 'disable'
  /** Whether it is on this machine. */
  isHere: boolean
}

/** What that database says of itself and of the hosts. */
export interface SharedSeen {
  bytes: number
  hosts: readonly { name: string; program: string; seenAt: Date }[]
  /** The database's time. */
  now: Date
  /** Milliseconds by which the clock of this host is ahead of it. */
  ahead: number
  /** The key that secrets are sealed with, by its id. Absent: there is none yet. */
  keyInUse?: string
}

/** That database answers, and cannot be served as it is; why, in a sentence. */
export class SharedRefused extends Error {
  /** No host was started with it yet. */
  readonly isEmpty: boolean

  constructor(sentence: string, isEmpty: boolean) {
    super(sentence)
    this.isEmpty = isEmpty
  }
}

/** What the config says, as far as it is looked after. */
export interface DoctorSettings {
  evaluation: boolean
  /** Absent: everything is kept in the data directory. */
  shared?: SharedSetting
  baseUrl: string
  trustedProxies: readonly string[]
  mailDomain: string
  hostname: string
  /** The mail domain of the reports addresses. */
  reportsHost: string
  smtpListen: readonly { host?: string; port: number }[]
  /** Load balancers and mail servers of the operator's in front of this one, as blocks. Absent: there are none. */
  inFront?: { proxies: readonly string[]; relays: readonly string[] }
  /** Whether smtp.tls_cert names a certificate. */
  ownCertificate: boolean
  dnsServers: readonly string[]
  directory: string
  keyPath: string
  minFree: number
  maxBytes: number
  /** host:port. Absent: no relay is configured. */
  relay?: string
  logLevel: string
  /** How often the service makes backups by itself. Absent: never. */
  backupEveryMs?: number
  /** Where to. Absent: never. */
  backupDirectory?: string
  maxConnections: number
  /** What all analysis processes may hold together. */
  analysisMemory: number
  /** Where figures are told. Empty: nowhere. */
  metricsListen: readonly { host?: string; port: number }[]
  /** Whether who asks for them needs a token. */
  metricsToken: boolean
  /** Where the values come from. Absent: it is not known, or there is none. */
  configFile?: ConfigFile
  /** Files with keys that the config names, by their options. */
  secretFiles: readonly { option: string; path: string }[]
  /** What is wrong with the config. */
  problems: readonly string[]
  /** Options whose value is not known, because what is given is wrong or missing. */
  doubtful: readonly string[]
}

/** The config file. */
export interface ConfigFile {
  path: string
  /** Options in it that are secrets. */
  secrets: readonly string[]
}

/** The certificate for STARTTLS as it is in the files that the config names. */
export interface TlsFilesSeen {
  /** Why it cannot be used, and what to do. */
  fault?: string
  /** What senders that verify will stumble over. */
  remarks: readonly string[]
  validTo?: Date
  /** SHA-256, hexadecimal. */
  fingerprint?: string
}

/** What the database says of itself. late: the look took longer than it may. */
export type DatabaseLook =
  | {
      kind: 'sound'
      version: number
      claimed: boolean
      alerts: readonly AlertOnDisk[]
      /** Parts of DMARC reports of which an earlier version did not count all that is counted now. Absent: none is left. */
      uncounted?: { left: number; all: number }
    }
  | { kind: 'damaged'; says: string }
  | { kind: 'late' }
  /** none: there is no database. older, newer: of another version of Mailgauge. unread: it could not be looked at. */
  | { kind: 'none' | 'empty' | 'older' | 'newer' | 'unread'; says: string }

/** A blocklist with its self-test. */
export interface TestedList extends ListState {
  /** As it may be shown. */
  name: string
}

/** A webhook or an alert channel, as far as it tells whether it works. */
export interface AlertSeen extends Pick<Destination, 'name' | 'failingSince'> {
  disabled?: { reason: DisabledReason }
}

/** The same as another process tells it; milliseconds since 1970. */
export interface AlertOnDisk {
  name: string
  failingSince: number | null
  disabled: DisabledReason | null
}

export interface DoctorDeps {
  settings: DoctorSettings
  /** here: in this process. beside: in another one, which has the data directory. none: it is not running. */
  service: 'here' | 'beside' | 'none'
  /** Absent: it does not run, or it is not known which process it is. */
  servicePid?: number
  resolver: Resolver
  probe: Probe
  host: Host
  clock: Clock
  random: RandomBytes
  /** The port that the world delivers to. */
  smtpPort?: number
  /** The port of the service's own SMTP listener, where it is known better than the config says. */
  ownSmtp?(): { host?: string; port: number } | undefined
  /** The keys in the key file. Throws the reason when they cannot be had. */
  keys(): readonly SecretKey[]
  /** The self-tests of blocklists that are done, and how many are not. */
  lists(): Promise<{ tested: readonly TestedList[]; waiting: number }>
  /** Connects to the relay, signs in and sends nothing; what it says in words. */
  tryRelay?(): Promise<{ delivery: Delivery; says: string }>
  /** Undefined: it cannot be found out. */
  hasInstanceAdmin(): Promise<boolean | undefined>
  /** The last backup that is known of. Throws the reason when it cannot be found out. */
  latestBackup(): Promise<LatestBackup | undefined>
  /** Why the folder for backups cannot be written in, and what to do. Absent: none is configured. */
  backupFolderProblem?(): string | undefined
  /** The certificate that smtp.tls_cert names. Absent: it names none. */
  ownTls?(): TlsFilesSeen
  /** Whether a host says that it takes DMARC reports about a domain of another organization. */
  consent(domain: string, host: string, resolver: Resolver): Promise<SeenConsent>
  storeBytes(): Promise<number>
  obstacle?(): Promise<Obstacle | undefined>
  /** Webhooks and alert channels of the instance. Absent, or undefined: they cannot be looked at. */
  alerts?(): Promise<readonly AlertSeen[] | undefined>
  database(): Promise<DatabaseLook>
  /** Where there is a database that hosts share. Throws the reason when it does not answer, or SharedRefused. */
  shared?(): Promise<SharedSeen>
}

/** What the address of an HTTP front led to. */
export type FrontSeen =
  | { kind: 'own'; web: WebSeen & { kind: 'response' }; facts: FrontFacts; address: string }
  | { kind: 'other'; web: WebSeen & { kind: 'response' }; address: string }
  | { kind: 'failure'; reason: string; address: string; ours: boolean }
  /** The key file cannot be read, so that no answer can be judged. */
  | { kind: 'no_key'; says: string }
  /** The name leads nowhere. */
  | { kind: 'no_address'; host: string }
  | { kind: 'dns_failure'; host: string; reason: string }

export interface Greeting {
  /** The name of the host, '' where it was given as an address. */
  host: string
  address: string
  seen: SmtpSeen
  /** Whether it greeted as this service does. */
  own: boolean
}

export type Addresses =
  | { kind: 'found'; addresses: string[]; v4: string[]; v6: string[] }
  | { kind: 'none' }
  | { kind: 'failure'; reason: string }

/** What findings look at; what several of them need is asked once. */
export interface Context extends DoctorDeps {
  /** Public addresses of this machine's interfaces. */
  own: readonly string[]
  addressesOf(name: string): Promise<Addresses>
  /** The MX records of a domain; of the mail domain where none is named. */
  mx(domain?: string): Promise<Answer<'MX'> | FailedAnswer>
  /** Its mail hosts, by preference. */
  mailHosts(domain?: string): Promise<MxRecord[]>
  /** How they greet at port 25, seen from here. */
  greetings(domain?: string): Promise<Greeting[]>
  /** The service's own listener, asked on this machine. */
  ownGreeting(): Promise<SmtpSeen>
  /** What is reached at site.base_url. */
  front(): Promise<FrontSeen>
}
