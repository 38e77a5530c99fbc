import type { Config } from '../../config/config.ts'
import type { Prove } from '../../http/health/proof.ts'
import { askConsent } from '../../mail/authentication/dmarc/reporting/consent.ts'
import type { ListSetting } from '../../mail/server/blocklists/roster.ts'
import { createStubResolver } from '../../net/dns/stub.ts'
import { createProbe } from '../../net/probe/probe.ts'
import { latestIn } from '../../services/backups/backups.ts'
import type { BlocklistHealth } from '../../services/blocklist-health.ts'
import type { DoctorDeps } from '../../services/doctor/context.ts'
import { createDoctor, type Doctor } from '../../services/doctor/doctor.ts'
import { INQUIRIES } from '../../services/doctor/inquiries.ts'
import { sealProof } from '../../services/doctor/proof.ts'
import type { Log } from '../../services/ports.ts'
import type { Readiness } from '../../services/readiness.ts'
import { KeyUnusable, newestOf } from '../../services/secrets/key-ring.ts'
import type { SharedStore } from '../../store/postgres/open.ts'
import type { Store } from '../../store/store.ts'
import { dnsSettings } from '../analysis.ts'
import { backupFolderAt } from '../backups/folder.ts'
import { backupFolder } from '../backups/plan.ts'
import type { Later } from '../life/closing.ts'
import { openRelayTrial } from '../relay/open-relay.ts'
import { createKeyFile } from '../secrets/key-file.ts'
import { systemClock, systemRandom } from '../services.ts'
import { backupFolderProblem } from '../start-check/backup-folder.ts'
import { checkDatabase } from './check-database.ts'
import { thisHost } from './host.ts'
import { type ConfigSource, doctorSettings } from './settings.ts'
import { sharedLook } from './shared-database.ts'
import { tlsFilesSeen } from './tls-files.ts'

/** Less than the doctor waits for all of it. */
const RELAY_WITHIN_MS = 8000
export const DATABASE_WITHIN_MS = 8000
const ONE_QUESTION_MS = 2000

/** What the composition knows that the config does not. */
export type DoctorParts = Pick<
  DoctorDeps,
  | 'service'
  | 'servicePid'
  | 'lists'
  | 'hasInstanceAdmin'
  | 'storeBytes'
  | 'obstacle'
  | 'ownSmtp'
  | 'alerts'
  | 'shared'
> &
  Partial<Pick<DoctorDeps, 'database'>>

/** The doctor over the real world. */
export function openDoctor(
  config: Config,
  parts: DoctorParts,
  log: Log,
  source: ConfigSource = {},
  inquiries = INQUIRIES,
): Doctor {
  const settings = doctorSettings(config, source)
  const { servers, timeoutMs, tries } = dnsSettings(config)
  const keyFile = createKeyFile(settings.keyPath)
  const tryRelay = relayTrial(config)
  return createDoctor(
    {
      database: () => checkDatabase(settings.directory, DATABASE_WITHIN_MS),
      ...parts,
      settings,
      resolver: createStubResolver({ servers, timeoutMs: Math.min(timeoutMs, ONE_QUESTION_MS), tries }),
      consent: askConsent,
      probe: createProbe(),
      host: thisHost(settings.directory, parts.service === 'here'),
      clock: systemClock,
      random: systemRandom,
      keys: () => keyFile.read() ?? [],
      ...(tryRelay && { tryRelay }),
      ...(settings.ownCertificate && { ownTls: () => tlsFilesSeen(config.smtp, systemClock.now()) }),
      backupFolderProblem: () => backupFolderProblem(config),
      latestBackup: () => latestIn(backupFolderAt(backupFolder(config), settings.directory)),
    },
    { log, inquiries },
  )
}

/** Of a config that is wrong there may be none. */
function relayTrial(config: Config) {
  try {
    return openRelayTrial(config, RELAY_WITHIN_MS)
  } catch {
    return undefined
  }
}

/** What of the running service the doctor looks at. */
export interface ServiceParts {
  store: Store
  /** The same, where several hosts share it. */
  hosts?: SharedStore
  readiness: Pick<Readiness, 'obstacle'>
  health: Parameters<typeof testedLists>[0]
  smtpListener: { host: string; port: number }
  log: Log
}

/** The doctor of the running service. `inquiries`: what it looks at. */
export function openServiceDoctor(
  config: Config,
  parts: ServiceParts,
  later: Later,
  inquiries = INQUIRIES,
): Doctor {
  const { store, hosts, readiness, health, smtpListener, log } = parts
  const open = () =>
    openDoctor(
      config,
      {
        service: 'here',
        servicePid: process.pid,
        lists: async () => testedLists(health),
        hasInstanceAdmin: () => store.people.isClaimed(),
        storeBytes: () => store.bytes(),
        obstacle: () => readiness.obstacle(),
        ownSmtp: () => smtpListener,
        alerts: () => store.destinations.list('instance'),
        ...(hosts && { shared: sharedLook(hosts) }),
      },
      log,
      {},
      inquiries,
    )
  let doctor = open()
  later.reloaded(() => () => {
    doctor = open()
  })
  return { examine: (anew) => doctor.examine(anew) }
}

/** The lists with their self-tests, and how many have none yet. */
export function testedLists(
  health: Pick<BlocklistHealth, 'states'> & { lists: readonly ListSetting[] },
): Awaited<ReturnType<DoctorDeps['lists']>> {
  const asked = health.lists.filter(({ skipped }) => skipped === undefined)
  const names = new Map(asked.map(({ id, name }) => [id, name]))
  const tested = health.states().map((state) => ({ ...state, name: names.get(state.id) ?? state.id }))
  return { tested, waiting: asked.length - tested.length }
}

/** Answers who asks an address whether it leads here, with the key that only this service and its operator have. */
export function openProof(config: Pick<Config, 'secrets'>): Prove {
  const keyFile = createKeyFile(config.secrets.keyPath)
  return (nonce, facts) => {
    try {
      return sealProof(newestOf(keyFile.read() ?? []), nonce, facts, systemRandom)
    } catch (cause) {
      if (cause instanceof KeyUnusable) return undefined
      throw cause
    }
  }
}
