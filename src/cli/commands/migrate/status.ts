import type { MigrationStatus } from '../../../app/backups/migrate-command.ts'
import { type Command, EXIT, fail, withConfig } from '../../command.ts'
import { json } from '../../table.ts'

export const migrateStatus: Command = {
  name: 'migrate status',
  summary: 'Says which version the database has',
  about:
    'Works beside the service. Of a database that hosts share it also names those that run, and their versions. The exit code is 1 when this program cannot serve the database: it is of a newer one.',
  options: { json: { sentence: 'Prints it as JSON.' } },
  configured: true,
  run: withConfig(async ({ io, deps, isSet }, config) => {
    const status = await deps.migrationStatus(config)
    if ('refused' in status) return fail(io, status.refused)
    io.out(isSet('json') ? asJson(status) : inWords(status))
    return status.isServed ? EXIT.done : EXIT.failed
  }),
}

function stateOf({ version, known, isServed }: MigrationStatus): keyof typeof STATES {
  if (!isServed) return 'newer'
  if (version === known) return 'current'
  return version < known ? 'due' : 'ahead'
}

function asJson(status: MigrationStatus): string {
  const { program, version, known, serving, isServed, hosts } = status
  return json({
    state: stateOf(status),
    program,
    database_version: version,
    known_version: known,
    served: isServed,
    oldest_program: serving?.oldestProgram,
    migrated_by: serving?.migratedBy,
    backup: serving?.backup,
    hosts,
  })
}

const STATES = {
  current: () => 'Nothing is due.',
  due: ({ engine, known, version }: MigrationStatus) => {
    const changes = `${known - version} ${known - version === 1 ? 'change is' : 'changes are'} due:`
    if (engine === 'sqlite')
      return `${changes} the next start makes them, after a backup; or mailgauge migrate up.`
    return version === 0
      ? 'It is empty: the next start makes its tables; or mailgauge migrate up.'
      : `${changes} the next start of a host makes them, without a backup; or mailgauge migrate up. Make a backup with pg_dump first. What hosts of an older version still need is left for later.`
  },
  ahead: () => 'It was changed for a newer Mailgauge, and this program serves it as well.',
  newer: () => 'It is of a newer Mailgauge, which this program does not serve.',
} as const

function inWords(status: MigrationStatus): string {
  const { program, version, known, serving, hosts } = status
  const lines = [
    `The database has version ${version}; this program, ${program}, needs ${known}. ${STATES[stateOf(status)](status)}`,
  ]
  if (serving)
    lines.push(
      `Mailgauge ${serving.migratedBy} gave it this form. It is served by ${serving.oldestProgram} and newer.`,
    )
  if (serving?.backup !== undefined) lines.push(`The backup from before: ${serving.backup}`)
  if (hosts?.length === 0) lines.push('No host runs.')
  for (const host of hosts ?? []) lines.push(`Host ${host.name} runs Mailgauge ${host.program}.`)
  return lines.map((line) => `${line}\n`).join('')
}
