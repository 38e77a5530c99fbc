import { type Command, EXIT, fail, withConfig } from '../../command.ts'

export const migrateUp: Command = {
  name: 'migrate up',
  summary: 'Brings the database to this version',
  about:
    'What the next start of the service does anyway, at a time of your choice: a backup first, then the changes. Refuses while the service runs. A PostgreSQL database is changed beside the hosts that run, and without a backup: make one with pg_dump first.',
  configured: true,
  run: withConfig(async ({ io, deps }, config) => {
    const done = await deps.migrateUp(config)
    if ('refused' in done) return fail(io, done.refused)
    const { from, to, backup, waits } = done
    const before = backup === undefined ? '' : ` The backup from before: ${backup}`
    io.say(
      from === to
        ? `The database has version ${to}: nothing is due.\n`
        : `The database had version ${from} and has version ${to}.${before}\n`,
    )
    if (waits !== undefined) io.say(`${waits} Then run it again, or start a host.\n`)
    return EXIT.done
  }),
}
