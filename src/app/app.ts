import type { Logger } from 'pino'
import { catalogue } from '../analysis/catalogue/catalogue.ts'
import { CHECK_WORDS } from '../analysis/telling/check-words.ts'
import { formatListen } from '../config/addresses.ts'
import type { Config } from '../config/config.ts'
import { type Door, openDoor } from '../http/health/door.ts'
import { createHttpServer } from '../http/server.ts'
import type { Queue } from '../jobs/queue.ts'
import { discreetText } from '../mail/discretion/discreet-text.ts'
import { withholdingVersion } from '../mail/discretion/withholding-version.ts'
import type { Accounts } from '../services/access/accounts.ts'
import { createQuota } from '../services/access/quota.ts'
import { createExports } from '../services/aggregates/export/exports.ts'
import type { Importing } from '../services/aggregates/importing.ts'
import { createAggregates } from '../services/aggregates/read-aggregates.ts'
import type { ReportFiles } from '../services/aggregates/report-files.ts'
import { createAnnouncer } from '../services/announcer.ts'
import { createReportedMail } from '../services/answers/reported-mail.ts'
import { createWatchTelling } from '../services/answers/watching/telling.ts'
import { createComparing } from '../services/comparing/comparing.ts'
import type { Doctor } from '../services/doctor/doctor.ts'
import { createSenderDomains, type SenderDomains } from '../services/domains/sender-domains.ts'
import { createHistory } from '../services/history/history.ts'
import type { Inspections } from '../services/inspections/inspections.ts'
import type { Intake } from '../services/intake/intake.ts'
import { createUploads } from '../services/intake/uploads.ts'
import { createLiveness } from '../services/liveness.ts'
import { createAccountTests } from '../services/mail-tests/account-tests.ts'
import type { Hinting } from '../services/mail-tests/hinting.ts'
import { createMailTests } from '../services/mail-tests/mail-tests.ts'
import { createReportGate } from '../services/mail-tests/report-gate.ts'
import { countedStore } from '../services/metrics/counted-store.ts'
import { createTlsReports } from '../services/tls-reports/tls-reports.ts'
import { VERSION } from '../version.ts'
import type { AdministrationDeps, DomainDeps, PeopleDeps, WebDeps } from '../web/deps.ts'
import { createWeb } from '../web/server.ts'
import { openAnswers } from './aggregates/open-answers.ts'
import { type OpenSources, openSources } from './aggregates/open-sources.ts'
import { openAlerts } from './alerts/open-alerts.ts'
import { configuredScanners } from './analysis.ts'
import { openBackups } from './backups/open-backups.ts'
import { loadDemo } from './demo/load-demo.ts'
import { openProof, openServiceDoctor } from './doctor/open-doctor.ts'
import { openDomainHealth } from './domains/open-domain-health.ts'
import { openDomains } from './domains/open-domains.ts'
import { openFile } from './file-message.ts'
import { openAdministrationPages, type Start } from './instance.ts'
import type { OpenApp } from './life/open-app.ts'
import { openMcp } from './mcp/open-mcp.ts'
import { openMeters } from './monitoring/open-meters.ts'
import { openMonitoring } from './monitoring/open-monitoring.ts'
import { lockStore, openLockedStore } from './open-store.ts'
import type { Later, Shared } from './parts.ts'
import { makeFirstAdmin } from './people/first-admin.ts'
import { openPeople } from './people/open-people.ts'
import { openAnalysis } from './queue/open-analysis.ts'
import { openReadiness, sharesOf } from './readiness.ts'
import { openOutgoing } from './relay/open-outgoing.ts'
import { openReports } from './reports/open-reports.ts'
import { beginSecrets } from './secrets/open-secrets.ts'
import { daysOf, openAdministration, systemClock, systemRandom } from './services.ts'
import { openSmtp } from './smtp.ts'
import { openUpkeep } from './upkeep/open-upkeep.ts'
import { openLooking } from './watching/open-looking.ts'
import { openMonitorPages } from './watching/open-monitor-pages.ts'
import { openMonitorMail } from './watching/open-monitors.ts'
import { commandAnywhere, placeOfThisProcess } from './welcome.ts'

const MAX_REQUEST_BODY = 64 * 1024

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
  const store = countedStore(await openLockedStore(config, log, later), meters)
  start.demandGoing()
  await beginSecrets(config, store, log)
  await makeFirstAdmin(config, store, log)
  start.demandGoing()
  const announcer = createAnnouncer()
  const { accounts, apiKeys } = openAdministration(config, store)
  const gate = createReportGate({
    store,
    accounts,
    clock: systemClock,
    anonymousPerDay: config.anonymous.fullReportsPerDay,
  })
  const rules = { version: withholdingVersion(), discreet: discreetText }
  const system = { clock: systemClock, random: systemRandom, log }
  const base = { ...system, store, announcer, apiKeys, gate, rules, meters }
  const readiness = openReadiness(config, base, later)
  later.drained('readiness', async () => {
    readiness.drain()
    return undefined
  })
  const shared = { ...base, readiness, liveness: createLiveness(store) }
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
  const doctor = openServiceDoctor(config, { ...shared, health, smtpListener: smtp.smtpListener }, later)
  const outgoing = openOutgoing(config, later, meters)
  const { people, ...offer } = await openPeople(config, { ...base, accounts, outgoing }, later)
  const senderDomains = createSenderDomains(store)
  const dns = openDomainHealth({ ...base, seats: analysis.seats }, later)
  const verified = () => dns.looking.begin()
  const { domains, looking, reportsSetUp } = openDomains(config, {
    store,
    accounts,
    verified,
    meter: meters.dns.meter,
  })
  const sources = openSources(config, { ...base, domains: senderDomains }, demo)
  const alerts = openAlerts(config, { ...shared, ...smtp, accounts, health, outgoing }, later)
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
      reportFiles: reports.files,
      importing: reports.importing,
      senderDomains,
      sources,
      administration: openAdministrationPages(config, { ...shared, accounts, health, backups }, start, later),
    },
    { ...smtp, ...(demo && { demo: { samples: demo.samples(smtp.smtpListener), year: demo.year(store) } }) },
    later,
  )

  const metrics = openMonitoring(config, shared, { pool, health, backups }, later)
  // It looks through all that is stored, which nobody who asks for an answer waits for.
  deciding.start()
  alerts.start()
  const storeWorks = () => {
    queue.storeWorks()
    reports.queue.storeWorks()
    alerts.storeWorks()
  }
  openLooking(config, shared, { seats: analysis.seats, health, demo }, later)
  openUpkeep(
    config,
    shared,
    { accounts, looking, backups, demo, sources: sources.reading, storeWorks },
    later,
  )
  return { http, smtp: smtp.addresses, metrics, answers: store.answers, ...offer }
}

function openHttp(
  config: Config,
  shared: Shared &
    DomainDeps & {
      hinting: Hinting
      inspections: Inspections
      door: Door
      doctor: Doctor
      people: PeopleDeps
      administration: AdministrationDeps
      accounts: Accounts
      queue: Pick<Queue, 'poke'>
      reportFiles: ReportFiles
      importing: Importing
      senderDomains: SenderDomains
      sources: OpenSources
    },
  mail: {
    intake: Intake
    addresses: string[]
    demo?: Pick<NonNullable<WebDeps['evaluation']>, 'samples' | 'year'>
  },
  later: Later,
): string[] {
  const quota = createQuota(shared)
  const mailTests = createMailTests({
    ...shared,
    checkWords: CHECK_WORDS,
    mailDomain: config.smtp.domain,
    lifetimeDays: daysOf(config.tests.lifetime),
    anonymous: {
      enabled: config.anonymous.enabled,
      lifetimeDays: daysOf(config.anonymous.lifetime),
      testsPerHour: config.anonymous.testsPerHour,
      shares: sharesOf(config),
    },
  })
  const files = {
    intake: mail.intake,
    open: openFile,
    clock: shared.clock,
    maxBytes: config.smtp.maxMessage,
  }
  const uploads = createUploads({ ...files, mailTests })
  const accountTests = createAccountTests({
    ...shared,
    files,
    mailDomain: config.smtp.domain,
    lifetimeDays: daysOf(config.tests.lifetime),
    poke: shared.queue.poke,
  })
  const scanners = configuredScanners(config)
  const { senderDomains } = shared
  const aggregates = createAggregates({ ...shared, domains: senderDomains })
  const tlsReports = createTlsReports({ ...shared, domains: senderDomains })
  const server = createHttpServer({
    ...shared,
    quota,
    mailTests,
    aggregates,
    checkWords: CHECK_WORDS,
    listen: config.http.listen,
    trustedProxies: config.http.trustedProxies,
    baseUrl: config.site.baseUrl,
    maxBody: MAX_REQUEST_BODY,
    prove: openProof(config),
    meter: shared.meters.http.of,
    sessions: shared.people.sessions,
    ...openMcp(config),
    web: (seam) =>
      createWeb({
        ...shared,
        ...seam,
        streams: shared.meters.http.streams,
        mailTests,
        comparing: createComparing({ ...shared, mailTests, checkWords: CHECK_WORDS }),
        uploads,
        accountTests,
        history: createHistory(shared),
        ...openMonitorPages(config, shared),
        dmarc: {
          aggregates,
          files: shared.reportFiles,
          tls: tlsReports,
          exports: createExports({ aggregates, tlsReports, domains: senderDomains }),
          importing: shared.importing,
          ...openAnswers({
            store: shared.store,
            clock: shared.clock,
            domains: senderDomains,
            readiness: shared.sources.readiness,
          }),
          answers: shared.sources.answers,
          reportedMail: createReportedMail({
            ...shared,
            domains: shared.store.domains,
            sources: shared.sources.answers,
          }),
          watch: createWatchTelling({ ...shared, domains: senderDomains }),
        },
        checkWords: CHECK_WORDS,
        siteName: config.site.name,
        baseUrl: config.site.baseUrl,
        mailDomain: config.smtp.domain,
        version: VERSION,
        anonymousTests: config.anonymous.enabled,
        checks: catalogue(scanners),
        ...(mail.demo && {
          evaluation: {
            smtpServer: mail.addresses[0] ?? '',
            program: commandAnywhere(placeOfThisProcess()),
            ...mail.demo,
          },
        }),
      }),
  })
  const addresses = server.start().map(formatListen)
  later.drainedLast('requests', server.stop)
  return addresses
}
