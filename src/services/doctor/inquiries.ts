import type { Context } from './context.ts'
import type { Inquiry } from './finding.ts'
import { backup } from './findings/host/backup.ts'
import { systemClock } from './findings/host/clock.ts'
import { dataDirectory } from './findings/host/data-directory.ts'
import { database } from './findings/host/database.ts'
import { databaseLink } from './findings/host/database-link.ts'
import { disk } from './findings/host/disk.ts'
import { diskWrites } from './findings/host/disk-writes.ts'
import { hosts } from './findings/host/hosts.ts'
import { ownership } from './findings/host/ownership.ts'
import { temporaryFolder } from './findings/host/temporary-folder.ts'
import { hostAddress } from './findings/mail/host-address.ts'
import { mailDomain } from './findings/mail/mail-domain.ts'
import { mx } from './findings/mail/mx.ts'
import { port25 } from './findings/mail/port-25.ts'
import { reverseDns } from './findings/mail/reverse-dns.ts'
import { smtpCertificate } from './findings/mail/smtp-certificate.ts'
import { blocklists } from './findings/names/blocklists.ts'
import { dnssec } from './findings/names/dnssec.ts'
import { resolver } from './findings/names/resolver.ts'
import { reportsConsent } from './findings/reports/consent.ts'
import { reportsMx } from './findings/reports/mx.ts'
import { alerts } from './findings/service/alerts.ts'
import { configFile } from './findings/service/config-file.ts'
import { configuration } from './findings/service/configuration.ts'
import { logLevel } from './findings/service/log-level.ts'
import { memory } from './findings/service/memory.ts'
import { metrics } from './findings/service/metrics.ts'
import { openFiles } from './findings/service/open-files.ts'
import { unit } from './findings/service/unit.ts'
import { user } from './findings/service/user.ts'
import { baseUrl } from './findings/site/base-url.ts'
import { instanceAdmin } from './findings/site/instance-admin.ts'
import { proxy } from './findings/site/proxy.ts'
import { relay } from './findings/site/relay.ts'
import { siteCertificate } from './findings/site/site-certificate.ts'

/** Every finding, in the order they are shown: adding one is one file and one line here. */
export const INQUIRIES: readonly Inquiry<Context>[] = [
  configuration,
  instanceAdmin,
  baseUrl,
  siteCertificate,
  proxy,
  mailDomain,
  mx,
  hostAddress,
  port25,
  smtpCertificate,
  reverseDns,
  reportsMx,
  reportsConsent,
  resolver,
  blocklists,
  dnssec,
  relay,
  alerts,
  disk,
  diskWrites,
  database,
  databaseLink,
  hosts,
  dataDirectory,
  ownership,
  configFile,
  user,
  unit,
  memory,
  openFiles,
  temporaryFolder,
  systemClock,
  backup,
  metrics,
  logLevel,
]
