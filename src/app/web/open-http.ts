import { catalogue } from '../../analysis/catalogue/catalogue.ts'
import { CHECK_WORDS } from '../../analysis/telling/check-words.ts'
import { formatListen } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import type { Door } from '../../http/health/door.ts'
import { createHttpServer } from '../../http/server.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createQuota } from '../../services/access/quota.ts'
import { createExports } from '../../services/aggregates/export/exports.ts'
import type { Importing } from '../../services/aggregates/importing.ts'
import { createAggregates } from '../../services/aggregates/read-aggregates.ts'
import type { ReportFiles } from '../../services/aggregates/report-files.ts'
import { createReportedMail } from '../../services/answers/reported-mail.ts'
import { createWatchTelling } from '../../services/answers/watching/telling.ts'
import type { Bounces } from '../../services/bounces/bounces.ts'
import { createComparing } from '../../services/comparing/comparing.ts'
import type { Doctor } from '../../services/doctor/doctor.ts'
import type { SenderDomains } from '../../services/domains/sender-domains.ts'
import { createHistory } from '../../services/history/history.ts'
import type { Inspections } from '../../services/inspections/inspections.ts'
import type { Intake } from '../../services/intake/intake.ts'
import { createUploads } from '../../services/intake/uploads.ts'
import { createAccountTests } from '../../services/mail-tests/account-tests.ts'
import type { Hinting } from '../../services/mail-tests/hinting.ts'
import { createMailTests } from '../../services/mail-tests/mail-tests.ts'
import { createProviderColumns } from '../../services/provider-columns/provider-columns.ts'
import { createTlsReports } from '../../services/tls-reports/tls-reports.ts'
import { VERSION } from '../../version.ts'
import type { AdministrationDeps, DomainDeps, PeopleDeps, WebDeps } from '../../web/deps.ts'
import { createWeb } from '../../web/server.ts'
import { openAnswers } from '../aggregates/open-answers.ts'
import type { OpenSources } from '../aggregates/open-sources.ts'
import { configuredScanners } from '../analysis.ts'
import { openComplaints } from '../complaints/open-complaints.ts'
import { openProof } from '../doctor/open-doctor.ts'
import { openFile } from '../file-message.ts'
import { openMcp } from '../mcp/open-mcp.ts'
import type { Later, Shared } from '../parts.ts'
import { sharesOf } from '../readiness.ts'
import { daysOf } from '../services.ts'
import { openUnsubscribing } from '../unsubscribing/open-unsubscribing.ts'
import { openMonitorPages } from '../watching/open-monitor-pages.ts'
import { commandAnywhere, placeOfThisProcess } from '../welcome.ts'

const MAX_REQUEST_BODY = 64 * 1024

/** The API, the site and what else is answered over HTTP; gives where. */
export function openHttp(
  config: Config,
  shared: Shared &
    DomainDeps &
    Pick<WebDeps, 'destinations'> & {
      hinting: Hinting
      inspections: Inspections
      bounces: Bounces
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
        unsubscribing: openUnsubscribing(config, shared, mailTests),
        history: createHistory(shared),
        providerColumns: createProviderColumns(shared.store.accounts),
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
            limits: shared.limits,
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
          complaints: openComplaints(config, { ...shared, domains: senderDomains }),
        },
        checkWords: CHECK_WORDS,
        siteName: config.site.name,
        baseUrl: config.site.baseUrl,
        mailDomain: config.smtp.domain,
        version: VERSION,
        anonymousTests: config.anonymous.enabled,
        checks: catalogue([...scanners, ...(config.rdap.enabled ? (['rdap'] as const) : [])]),
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
