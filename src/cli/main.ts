import { StoreAway } from '../core/trouble/store-away.ts'
import { StoreDamaged } from '../core/trouble/store-damaged.ts'
import { systemSentence } from '../core/trouble/system-reason.ts'
import { KeyUnusable } from '../services/secrets/key-ring.ts'
import { type Command, EXIT, type Invocation, misuse } from './command.ts'
import { serve } from './commands/serve.ts'
import type { CliDeps } from './deps.ts'
import { helpOn } from './help.ts'
import { type Io, processIo } from './io.ts'
import { type Call, parseCommandLine } from './parse.ts'
import { notWritten } from './standard-output.ts'

/** Runs the command that the arguments ask for. Gives the exit code; throws only what is a bug. */
export async function runCli(
  argv: readonly string[],
  io: Io,
  deps: CliDeps,
  those?: readonly Command[],
): Promise<number> {
  const commands = those ?? (await commandsFor(argv))
  const parsed = parseCommandLine(argv, commands)
  switch (parsed.kind) {
    case 'help':
      io.out(helpOn(parsed.topic, commands) ?? '')
      return argv.length === 0 ? EXIT.usage : EXIT.done
    case 'version':
      io.out(`mailgauge ${deps.version}\n`)
      return EXIT.done
    case 'wrong':
      return misuse(
        io,
        `${parsed.reason}\nSee: mailgauge help${parsed.topic === '' ? '' : ` ${parsed.topic}`}`,
      )
    case 'run':
      return runCommand(parsed.command, invocationOf(parsed.call, io, deps, commands))
  }
}

/** All of them; the service, whose start is waited for, loads no other. */
async function commandsFor(argv: readonly string[]): Promise<readonly Command[]> {
  if (argv[0] === serve.name && parseCommandLine(argv, [serve]).kind === 'run') return [serve]
  const { COMMANDS } = await import('./commands.ts')
  return COMMANDS
}

function invocationOf(call: Call, io: Io, deps: CliDeps, commands: readonly Command[]): Invocation {
  return {
    ...call,
    value: (option) => call.options.get(option),
    isSet: (option) => call.options.has(option),
    io,
    deps,
    commands,
  }
}

/** What the operating system refuses (no such file, no permission, disk full) is told in one line; the rest is a bug. */
async function runCommand(command: Command, invocation: Invocation): Promise<number> {
  try {
    return await command.run(invocation)
  } catch (cause) {
    const sentence =
      cause instanceof StoreDamaged || cause instanceof StoreAway || cause instanceof KeyUnusable
        ? cause.message
        : systemSentence(cause)
    if (sentence === undefined) throw cause
    invocation.io.say(`${sentence}\n`)
    return EXIT.failed
  }
}

/** The command line of this process. */
export async function main(argv: readonly string[]): Promise<number> {
  process.stdout.on('error', notWritten)
  // Words that nobody reads end nothing: there is no place left to say so.
  process.stderr.on('error', () => {})
  const { VERSION } = await import('../version.ts')
  return runCli(argv, processIo(), {
    version: VERSION,
    problemsOf: async (config) => [
      ...(await import('../app/blocklist-health.ts')).rosterProblems(config),
      ...(await import('../app/bimi/own-roots.ts')).rootProblems(config),
    ],
    openAdmin: async (config, make) => (await import('../app/admin.ts')).openAdmin(config, make),
    checkStart: async (nearly) => (await import('../app/start-check/start-check.ts')).checkStart(nearly),
    serve: async (config, output) => (await import('../app/serve.ts')).serve(config, output),
    openFileAnalysis: async (config, options) =>
      (await import('../app/analyze-file.ts')).openFileAnalysis(config, options),
    oneClickOfFile: async (config, file) =>
      (await import('../app/unsubscribing/one-click-of-file.ts')).oneClickOfFile(config, file),
    openReportReader: async (config, options) =>
      (await import('../app/aggregates/report-reader.ts')).openReportReader(config, options),
    inspectName: async (config, typed, progress) =>
      (await import('../app/inspect-name.ts')).inspectName(config, typed, progress),
    openRescoring: async (config, write, say) =>
      (await import('../app/rescore.ts')).openRescoring(config, write, say),
    sendSample: async (config, kind, address) =>
      (await import('../app/demo/send-sample.ts')).sendSample(config, kind, address),
    examine: async (config, source, say) =>
      (await import('../app/doctor/doctor-command.ts')).examine(config, source, say),
    makeBackup: async (config, request) =>
      (await import('../app/backups/backup-command.ts')).backupByCommand(config, request),
    restore: async (config, request) =>
      (await import('../app/backups/restore.ts')).restoreByCommand(config, request),
    migrationStatus: async (config) =>
      (await import('../app/backups/migrate-command.ts')).migrationStatus(config),
    migrateUp: async (config) => (await import('../app/backups/migrate-command.ts')).migrateUp(config),
    move: async (config, request) =>
      (await import('../app/move/move-command.ts')).moveByCommand(config, request),
    askHealth: async (url) => (await import('../app/health/ask-health.ts')).askHealth(url),
    sendTestMail: async (config, name, to) =>
      (await import('../app/relay/send-test-mail.ts')).sendTestMail(config, name, to),
  })
}
