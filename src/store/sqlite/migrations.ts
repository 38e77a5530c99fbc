import type Sqlite from '#sqlite'
import { isOlder } from '../keeping/versions.ts'
import { keepServing, type Serving, servingOf } from './backup/serving.ts'
import init from './migrations/0001_init.sql' with { type: 'text' }
import v1Contract from './migrations/0002_v1_contract.sql' with { type: 'text' }
import reportPage from './migrations/0003_report_page.sql' with { type: 'text' }
import withholdingVersion from './migrations/0004_withholding_version.sql' with { type: 'text' }
import rateBudget from './migrations/0005_rate_budget.sql' with { type: 'text' }
import anonymousShare from './migrations/0006_anonymous_share.sql' with { type: 'text' }
import claims from './migrations/0007_claims.sql' with { type: 'text' }
import packedReports from './migrations/0008_packed_reports.sql' with { type: 'text' }
import events from './migrations/0009_events.sql' with { type: 'text' }
import mailboxColumns from './migrations/0010_mailbox_columns.sql' with { type: 'text' }
import renderedChecks from './migrations/0011_rendered_checks.sql' with { type: 'text' }
import testCounts from './migrations/0012_test_counts.sql' with { type: 'text' }
import sealedSecrets from './migrations/0013_sealed_secrets.sql' with { type: 'text' }
import people from './migrations/0014_people.sql' with { type: 'text' }
import keyCreators from './migrations/0015_key_creators.sql' with { type: 'text' }
import accountTests from './migrations/0016_account_tests.sql' with { type: 'text' }
import domains from './migrations/0017_domains.sql' with { type: 'text' }
import domainHealth from './migrations/0018_domain_health.sql' with { type: 'text' }
import history from './migrations/0019_history.sql' with { type: 'text' }
import mailLog from './migrations/0020_mail_log.sql' with { type: 'text' }
import dmarc from './migrations/0021_dmarc.sql' with { type: 'text' }
import reportMail from './migrations/0022_report_mail.sql' with { type: 'text' }
import tlsReports from './migrations/0023_tls_reports.sql' with { type: 'text' }
import serving from './migrations/0024_serving.sql' with { type: 'text' }
import dmarcPieces from './migrations/0025_dmarc_pieces.sql' with { type: 'text' }
import dmarcFacts from './migrations/0026_dmarc_facts.sql' with { type: 'text' }
import dmarcWatch from './migrations/0027_dmarc_watch.sql' with { type: 'text' }
import sourceMarks from './migrations/0028_source_marks.sql' with { type: 'text' }
import monitors from './migrations/0029_monitors.sql' with { type: 'text' }
import destinations from './migrations/0030_destinations.sql' with { type: 'text' }
import recordHistory from './migrations/0031_record_history.sql' with { type: 'text' }
import digests from './migrations/0032_digests.sql' with { type: 'text' }
import sickness from './migrations/0033_sickness.sql' with { type: 'text' }
import watchedTime from './migrations/0034_watched_time.sql' with { type: 'text' }
import unverifiedMonitors from './migrations/0035_unverified_monitors.sql' with { type: 'text' }
import eventsOfAccounts from './migrations/0036_events_of_accounts.sql' with { type: 'text' }
import oneClick from './migrations/0037_one_click.sql' with { type: 'text' }
import complaints from './migrations/0038_complaints.sql' with { type: 'text' }
import shownProviders from './migrations/0039_shown_providers.sql' with { type: 'text' }
import dmarcSenders from './migrations/0040_dmarc_senders.sql' with { type: 'text' }

/** Append-only: a database at version n has had the first n of these. */
export const MIGRATIONS: readonly string[] = [
  init,
  v1Contract,
  reportPage,
  withholdingVersion,
  rateBudget,
  anonymousShare,
  claims,
  packedReports,
  events,
  mailboxColumns,
  renderedChecks,
  testCounts,
  sealedSecrets,
  people,
  keyCreators,
  accountTests,
  domains,
  domainHealth,
  history,
  mailLog,
  dmarc,
  reportMail,
  tlsReports,
  serving,
  dmarcPieces,
  dmarcFacts,
  dmarcWatch,
  sourceMarks,
  monitors,
  destinations,
  recordHistory,
  digests,
  sickness,
  watchedTime,
  unverifiedMonitors,
  eventsOfAccounts,
  oneClick,
  complaints,
  shownProviders,
  dmarcSenders,
]

export type Versioned = { kind: 'current' } | { kind: 'refused'; reason: string }

export function versionOf(driver: Sqlite.Database): number {
  return Number(driver.pragma('user_version', { simple: true }))
}

/** Who migrates. */
export interface Migrator {
  /** The version of this program. */
  program: string
  /** The backup that was made before, as a path. */
  backup?: string
}

/** Brings the database to this version, or says why it cannot be used. */
export function migrate(
  driver: Sqlite.Database,
  allowed: boolean,
  migrations: readonly string[] = MIGRATIONS,
  migrator: Migrator = { program: 'development' },
): Versioned {
  const version = versionOf(driver)
  const serving = servingOf(driver)
  const reason = tooNew(version, migrations.length, serving, migrator.program)
  if (reason !== undefined) return { kind: 'refused', reason }
  if (version < migrations.length && !allowed) {
    return {
      kind: 'refused',
      reason: `The database is of an older Mailgauge (its version is ${version}, this program needs ${migrations.length}). Start "mailgauge serve" once to bring it up to date.`,
    }
  }
  if (version < migrations.length) {
    // Rebuilding a table drops it: with foreign keys on, that would delete the rows which refer to it. The pragma does
    // nothing inside a transaction.
    driver.pragma('foreign_keys = OFF')
    try {
      for (const [index, sql] of migrations.entries()) if (index >= version) step(driver, sql, index + 1)
    } finally {
      driver.pragma('foreign_keys = ON')
    }
  }
  if (allowed) keepServing(driver, serving, version < migrations.length, migrator)
  return { kind: 'current' }
}

/** Why a program is too old for an open database. */
export const tooNewFor = (driver: Sqlite.Database, program: string): string | undefined =>
  tooNew(versionOf(driver), MIGRATIONS.length, servingOf(driver), program)

/** Why this program is too old for a database. */
function tooNew(
  version: number,
  known: number,
  serving: Serving | undefined,
  program: string,
): string | undefined {
  if (serving && isOlder(program, serving.oldestProgram)) {
    return `The database needs Mailgauge ${serving.oldestProgram} or newer, and this is ${program}. Install ${serving.oldestProgram} or newer. ${wayBack(serving)}`
  }
  if (version <= known) return undefined
  const newer = `The database is of a newer Mailgauge (its version is ${version}, this program, ${program}, knows ${known}).`
  return serving
    ? `${newer} Install Mailgauge ${serving.migratedBy}, which it is of, or newer. ${wayBack(serving)}`
    : `${newer} Run the newer program.`
}

/** What takes the data of this database away, so it is for who would rather lose what came since. */
function wayBack({ backup }: Serving): string {
  return `Or go back to the data from before the upgrade: mailgauge restore ${backup ?? 'FILE, a backup that was made before it'}`
}

/** Statements that can leave a row without the one it refers to while foreign keys are off: no other needs the look through all rows,
 * which takes as long as reading the whole database. */
const MAY_BREAK =
  /(?:^|;)[ \t]*(?:(?:DROP[ \t]+TABLE|DELETE|INSERT|REPLACE|UPDATE|WITH)\b|ALTER\b[^;]*\bREFERENCES\b[^;]*\bDEFAULT\b)/im

function step(driver: Sqlite.Database, sql: string, version: number): void {
  driver
    .transaction(() => {
      driver.exec(sql)
      const broken = MAY_BREAK.test(sql) ? driver.pragma('foreign_key_check') : []
      if (Array.isArray(broken) && broken.length > 0) {
        throw new Error(`Migration ${version} leaves ${broken.length} rows without the row they refer to.`)
      }
      driver.pragma(`user_version = ${version}`)
    })
    .exclusive()
}
