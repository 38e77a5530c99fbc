import { type Command, EXIT, fail, withConfig } from '../../command.ts'

export const migrateUp: Command = {
  name: 'migrate up',
  summary: 'Brings the database to this version',
  about:
    'What the next start of the service does anyway, at a time of your choice: a backup first, then the changes. Refuses while the service runs. With store.url it runs beside hosts of the version before, and what they still need is left for later; no backup is made: make one with pg_dump first.',
  configured: true,
  run: withConfig(async ({ io, deps }, config) => {
    const done = await deps.migrateUp(config)
    if ('refused' in done) return fail(io, done.refused)
    const { from, to, backup, waits } = done
    const before = backup === undefined ? '' : ` The backup from before: ${backup}`
    io.say(
      from === to
        ? `The database has version ${to}${waits === undefined ? ': nothing is due' : ''}.\n`
        : `The database had version ${from} and has version ${to}.${before}\n`,
    )
    if (waits !== undefined)
      io.say(`One change has to wait. ${waits} A host of this version makes it then.\n`)
    return EXIT.done
  }),
}
