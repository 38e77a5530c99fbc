import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { openDoor } from '../http/health/door.ts'
import { discreetText } from '../mail/discretion/discreet-text.ts'
import { withholdingVersion } from '../mail/discretion/withholding-version.ts'
import { createAnnouncer } from '../services/announcer.ts'
import { createSenderDomains } from '../services/domains/sender-domains.ts'
import { createLiveness } from '../services/liveness.ts'
import { createReportGate } from '../services/mail-tests/report-gate.ts'
import { countedStore } from '../services/metrics/counted-store.ts'
import { openSources } from './aggregates/open-sources.ts'
import { openAlerts } from './alerts/open-alerts.ts'
import { openBackups } from './backups/open-backups.ts'
import { loadDemo } from './demo/load-demo.ts'
import { openServiceDoctor } from './doctor/open-doctor.ts'
import { openDomainHealth } from './domains/open-domain-health.ts'
import { openDomains } from './domains/open-domains.ts'
import { enterHosts } from './hosts/host-life.ts'
import { openAdministrationPages, type Start } from './instance.ts'
import type { OpenApp } from './life/open-app.ts'
import { openMeters } from './monitoring/open-meters.ts'
import { openMonitoring } from './monitoring/open-monitoring.ts'
import { lockStore, openLockedStore } from './open-store.ts'
import type { Later } from './parts.ts'
import { makeFirstAdmin } from './people/first-admin.ts'
import { openPeople } from './people/open-people.ts'
import { openAnalysis } from './queue/open-analysis.ts'
import { openReadiness } from './readiness.ts'
import { openOutgoing } from './relay/open-outgoing.ts'
import { openReports } from './reports/open-reports.ts'
import { keyIdsIn } from './secrets/key-file.ts'
import { beginSecrets } from './secrets/open-secrets.ts'
import { openAdministration, systemClock, systemLimits, systemRandom } from './services.ts'
import { openSmtp } from './smtp.ts'
import { openUpkeep } from './upkeep/open-upkeep.ts'
import { openMonitorWatching } from './watching/open-monitor-watching.ts'
import { openMonitorMail } from './watching/open-monitors.ts'
import { openHttp } from './web/open-http.ts'

/** No restart brings back a database that hosts share: of such a host only the process itself is looked at. */
const AWAY_IS_NO_FAULT = { answers: async () => {} }

/** Opens everything in order. `start.demandGoing` throws when it was asked to stop meanwhile. */
export async function openApp(
  config: Config,
  log: Logger,
  start: Start & { demandGoing(): void },
  later: Later,
): Promise<OpenApp> {
  start.demandGoing()
  lockStore(config.store.directory, later)
  const door = openDoor(config.http.listen)
  later(() => Promise.all(door.servers.map((server) => server.stop(true))))
  const meters = openMeters(config)
  const { store: opened, shared: hosts } = await openLockedStore(config, log, later)
  const store = countedStore(opened, meters)
  const among = hosts && { hosts }
  start.demandGoing()
  await beginSecrets(config, store, log)
  if (hosts) await enterHosts(hosts, () => keyIdsIn(config.secrets.keyPath), log, later)
  await makeFirstAdmin(config, store, log)
  start.demandGoing()
  const announcer = createAnnouncer(hosts?.changes)
  const { accounts, apiKeys } = openAdministration(config, store)
  const gate = createReportGate({
    store,
    accounts,
    clock: systemClock,
    anonymousPerDay: config.anonymous.fullReportsPerDay,
  })
  const rules = { version: withholdingVersion(), discreet: discreetText }
  const system = { clock: systemClock, limits: systemLimits, random: systemRandom, log }
  const base = { ...system, store, announcer, apiKeys, gate, rules, meters }
  const readiness = openReadiness(config, base, later)
  later.drained('readiness', async () => {
    readiness.drain()
    return undefined
  })
  const shared = { ...base, readiness, liveness: createLiveness(hosts ? AWAY_IS_NO_FAULT : store) }
  const demo = config.evaluation ? await loadDemo(config.store.directory) : undefined

  const { queue, health, deciding, pool, ...analysis } = openAnalysis(config, shared, demo, later)
  const reports = openReports(config, { ...shared, accounts, pool }, later)
  // The row is the queue: the announcement only saves the wait until it is looked at again.
  const announce = (change: Parameters<typeof announcer.announce>[0]) => {
    announcer.announce(change)
    if (change.change === 'received') queue.poke()
  }
  const smtp = await openSmtp(
    config,
    {
      ...shared,
      announcer: { announce },
      reportsWait: reports.queue.poke,
      monitors: openMonitorMail(config, { store, accounts }),
    },
    later,
  )
  const backups = openBackups(config, base, later)
  const doctor = openServiceDoctor(
    config,
    { ...shared, ...among, health, smtpListener: smtp.smtpListener },
    later,
  )
  const outgoing = openOutgoing(config, later, meters)
  const { people, ...offer } = await openPeople(config, { ...base, accounts, outgoing }, later)
  const senderDomains = createSenderDomains(store)
  const dns = openDomainHealth(config, { ...base, seats: analysis.seats }, later)
  const verified = () => dns.looking.begin()
  const { domains, looking, reportsSetUp } = openDomains(config, {
    store,
    accounts,
    verified,
    meter: meters.dns.meter,
  })
  const sources = openSources(config, { ...base, domains: senderDomains }, demo)
  const alerts = openAlerts(config, { ...shared, ...among, ...smtp, accounts, health, outgoing }, later)
  const http = openHttp(
    config,
    {
      ...shared,
      ...analysis,
      door,
      doctor,
      people,
      domains,
      reportsSetUp,
      ...dns.health,
      accounts,
      queue,
      destinations: alerts.destinations,
      reportFiles: reports.files,
      importing: reports.importing,
      senderDomains,
      sources,
      administration: openAdministrationPages(
        config,
        { ...shared, ...among, accounts, health, backups },
        start,
        later,
      ),
    },
    {
      ...smtp,
      ...(demo && {
        demo: { samples: demo.samples(smtp.smtpListener), year: demo.year(store, sources.reading) },
      }),
    },
    later,
  )

  const metrics = openMonitoring(config, shared, { pool, health, backups }, later)
  // It looks through all that is stored.
  later.opened(deciding.start)
  later.opened(alerts.start)
  const storeWorks = () => {
    queue.storeWorks()
    reports.queue.storeWorks()
    alerts.storeWorks()
  }
  await openMonitorWatching(config, shared, { seats: analysis.seats, health, demo }, later)
  const counted = hosts && { counted: hosts.limits }
  const kept = { accounts, looking, backups, demo, sources, storeWorks, ...counted }
  openUpkeep(config, shared, kept, later)
  return {
    http,
    smtp: smtp.addresses,
    metrics,
    answers: hosts ? AWAY_IS_NO_FAULT.answers : store.answers,
    ...offer,
  }
}
