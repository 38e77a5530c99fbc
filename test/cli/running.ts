import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAdmin } from '../../src/app/admin.ts'
import { openReportReader } from '../../src/app/aggregates/report-reader.ts'
import { openFileAnalysis } from '../../src/app/analyze-file.ts'
import { backupByCommand } from '../../src/app/backups/backup-command.ts'
import { migrateUp, migrationStatus } from '../../src/app/backups/migrate-command.ts'
import { restoreByCommand } from '../../src/app/backups/restore.ts'
import { rootProblems } from '../../src/app/bimi/own-roots.ts'
import { rosterProblems } from '../../src/app/blocklist-health.ts'
import { examine } from '../../src/app/doctor/doctor-command.ts'
import { askHealth } from '../../src/app/health/ask-health.ts'
import { inspectName } from '../../src/app/inspect-name.ts'
import { moveByCommand } from '../../src/app/move/move-command.ts'
import { sendTestMail } from '../../src/app/relay/send-test-mail.ts'
import { openRescoring } from '../../src/app/rescore.ts'
import { oneClickOfFile } from '../../src/app/unsubscribing/one-click-of-file.ts'
import type { CliDeps } from '../../src/cli/deps.ts'
import { processIo } from '../../src/cli/io.ts'
import { runCli } from '../../src/cli/main.ts'

const elsewhere = () => Promise.reject(new Error('this command has tests of its own'))

const DEPS: CliDeps = {
  version: '1.2.3',
  problemsOf: async (config) => [...rosterProblems(config), ...rootProblems(config)],
  openAdmin,
  checkStart: async () => ({ problems: [], remarks: [], runs: false }),
  serve: elsewhere,
  openFileAnalysis,
  oneClickOfFile: async (config, file) => oneClickOfFile(config, file),
  openReportReader,
  inspectName,
  openRescoring,
  sendSample: elsewhere,
  sendTestMail,
  examine,
  makeBackup: backupByCommand,
  restore: restoreByCommand,
  migrationStatus: async (config) => migrationStatus(config),
  migrateUp,
  move: moveByCommand,
  askHealth,
}

/** What whoever runs a command gives it. */
interface Person {
  /** On standard input. */
  input?: string
  /** At the terminal. Absent: there is none. */
  askSecret?(question: string): Promise<string | undefined>
}

/** A folder of its own in which commands are run as a person would run them, `deps` in place of what they stand on. */
export function workplace(deps: Partial<CliDeps> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-cli-'))
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    /** Runs a command over the real store; `line` is split at blanks, a list is taken as it is. */
    async run(
      line: string | readonly string[],
      environment: Record<string, string> = {},
      now = new Date(),
      person: Person = {},
    ) {
      let stdout = ''
      let stderr = ''
      const io = {
        ...processIo(),
        terminal: false,
        attended: false,
        environment,
        cwd: folder,
        async *readInput() {
          yield Buffer.from(person.input ?? '')
        },
        askSecret: person.askSecret ?? (async () => undefined),
        now: () => now,
        out: (text: string) => {
          stdout += text
        },
        outInPace: async (text: string) => {
          stdout += text
          return true
        },
        say: (text: string) => {
          stderr += text
        },
      }
      const argv = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line
      const code = await runCli(argv, io, { ...DEPS, ...deps })
      return { code, stdout, stderr }
    },
  }
}
