import type { Admin } from '../app/admin.ts'
import type { OpenReportReader, ReportReaderOptions } from '../app/aggregates/report-reader.ts'
import type { FileAnalysis, FileAnalysisOptions } from '../app/analyze-file.ts'
import type { BackupRequest, CommandBackup } from '../app/backups/backup-command.ts'
import type { Migrated, MigrationStatus } from '../app/backups/migrate-command.ts'
import type { Restored, RestoreRequest } from '../app/backups/restore.ts'
import type { Examination } from '../app/doctor/doctor-command.ts'
import type { ConfigSource } from '../app/doctor/settings.ts'
import type { Health } from '../app/health/ask-health.ts'
import type { Moved, MoveRequest } from '../app/move/move-command.ts'
import type { TestMailOutcome } from '../app/relay/send-test-mail.ts'
import type { OpenRescoring } from '../app/rescore.ts'
import type { NotStarted, ServeOutput } from '../app/serve.ts'
import type { NearlyConfig, StartCheck } from '../app/start-check/start-check.ts'
import type { OneClickOfFile } from '../app/unsubscribing/one-click-of-file.ts'
import type { Config } from '../config/config.ts'
import type { Inspection } from '../core/inspection.ts'
import type { Mailbox } from '../core/mailbox.ts'
import type { MessageName } from '../services/outgoing/messages.ts'

/** What commands get from the composition root, loaded only when one of them asks. */
export interface CliDeps {
  version: string
  /** What is wrong with a config beyond the form of its values: sentences. */
  problemsOf(config: Config): Promise<string[]>
  /** `make` brings a missing database into being. Gives the sentence that says why when the store cannot be used. */
  openAdmin(config: Config, make: boolean): Promise<Admin | { refused: string }>
  /** What a start would be refused for, beyond what the config says. */
  checkStart(nearly: NearlyConfig): Promise<StartCheck>
  /** Serves until a signal ends it, or says why it cannot start. */
  serve(config: Config, output: ServeOutput): Promise<NotStarted | undefined>
  openFileAnalysis(config: Config, options: FileAnalysisOptions): Promise<FileAnalysis>
  /** Reads the one-click request of a message; it is sent when that is asked for. */
  oneClickOfFile(config: Config, file: Uint8Array): Promise<OneClickOfFile>
  openReportReader(config: Config, options: ReportReaderOptions): Promise<OpenReportReader>
  /** Gives the sentence that says why there is nothing to tell. */
  inspectName(
    config: Config,
    typed: string,
    progress: (sentence: string) => void,
  ): Promise<Inspection | { refused: string }>
  openRescoring(
    config: Config,
    write: boolean,
    say: (sentence: string) => void,
  ): Promise<OpenRescoring | { refused: string }>
  /** Gives the sentence that says why the sample was not delivered. */
  sendSample(config: Config, kind: 'clean' | 'bad', address: string): Promise<string | undefined>
  /** Looks at the installation, also where its config is wrong. */
  examine(config: Config, source: ConfigSource, say: (sentence: string) => void): Promise<Examination>
  /** Makes a backup, beside the service or without it. */
  makeBackup(config: Config, request: BackupRequest): Promise<CommandBackup>
  /** Restores a backup, or looks at it. Gives the sentence that says why it cannot. */
  restore(config: Config, request: RestoreRequest): Promise<Restored | { refused: string }>
  migrationStatus(config: Config): Promise<MigrationStatus | { refused: string }>
  /** Brings the database to the version of this program. */
  migrateUp(config: Config): Promise<Migrated | { refused: string }>
  /** Moves all of a data directory to a PostgreSQL database. Gives the sentence that says why it could not be. */
  move(config: Config, request: MoveRequest): Promise<Moved | { refused: string }>
  /** Asks a service how it is. */
  askHealth(url: URL): Promise<Health>
  /** Sends one of our own messages through the configured relay. */
  sendTestMail(config: Config, name: MessageName, to: Mailbox): Promise<TestMailOutcome>
}
