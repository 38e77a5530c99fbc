import { resolve } from 'node:path'
import type { MoveProgress } from '../../app/move/move.ts'
import type { Moved } from '../../app/move/move-command.ts'
import type { Config } from '../../config/config.ts'
import { readDatabaseUrl } from '../../config/sections/data/database-url.ts'
import { type Command, EXIT, fail, misuse, withConfig } from '../command.ts'
import { withoutControl } from '../io.ts'
import { json } from '../table.ts'

export const move: Command = {
  name: 'move',
  summary: 'Moves all data to a PostgreSQL database',
  about:
    'Refuses while the service runs. The data directory stays as it is; the database must be empty. Every row is compared on both sides before the database can be served. Interrupted at any moment, the same command goes on where it was. How the connection is protected is said by store.tls and the options beside it.',
  options: {
    from: { value: 'folder', sentence: 'The data directory.', default: 'store.directory' },
    to: {
      value: 'database',
      sentence:
        'The address of the database, postgres://… Better in a file that MAILGAUGE_STORE_URL_FILE names: a command line can be read by others.',
      default: 'store.url',
    },
    json: { sentence: 'Prints the rows and the checksum of each table as JSON.' },
  },
  configured: true,
  examples: [
    [
      'mailgauge move --from /var/lib/mailgauge --to postgres://mailgauge@db.example.com/mailgauge',
      'All of a stopped service.',
    ],
  ],
  run: withConfig(async ({ io, deps, value, isSet }, config) => {
    const typed = value('to')
    const to = typed === undefined ? undefined : readDatabaseUrl(typed)
    if (typed !== undefined && to === undefined)
      return misuse(
        io,
        '--to is no address such as "postgres://mailgauge:password@db.example.com:5432/mailgauge".',
      )
    const from = value('from')
    const ending = new AbortController()
    const unheard = io.onInterrupt(() => ending.abort())
    try {
      const moved = await deps.move(config, {
        from: from === undefined ? config.store.directory : resolve(io.cwd, from),
        ...(to !== undefined && { to }),
        signal: ending.signal,
        status: (line) => io.status(line),
        progress: (progress) => io.status(told(progress)),
      })
      io.status('')
      if ('refused' in moved) return fail(io, withoutControl(moved.refused))
      if (isSet('json')) io.out(asJson(moved))
      io.say(inWords(moved, config))
      return EXIT.done
    } finally {
      unheard()
    }
  }),
}

const DOING = { moving: 'Moving', comparing: 'Comparing' } as const

const told = ({ doing, table, rows, of }: MoveProgress): string =>
  `${DOING[doing]} ${table}: ${Math.min(100, Math.floor((100 * rows) / Math.max(of, 1)))} % of ${of} rows`

const asJson = ({ tables, key }: Moved): string =>
  json({
    tables: tables.map(({ table, rows, sha256 }) => ({ table, rows, sha256 })),
    ...(key && { key_id: key.id, ...(key.isThere && { key_file: key.path }) }),
  })

function inWords({ tables, wentOn, key }: Moved, { store }: Config): string {
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  const lines = [
    `Moved ${rows} rows of ${tables.length} tables${wentOn ? ', some of them before' : ''}. All are the same on both sides, by their number and SHA-256.`,
    ...(key ? [keyInWords(key)] : []),
    store.url === undefined
      ? 'Set store.url, and start the service. Keep the data directory until you are sure; what is done from now on is not in it.'
      : 'Start the service. Keep the data directory until you are sure; what is done from now on is not in it.',
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const keyInWords = ({ id, path, isThere }: NonNullable<Moved['key']>): string =>
  isThere
    ? `Secrets in it are sealed with the key ${id}. Copy the key file, ${path}, to each host: without it none of them starts.`
    : `Secrets in it are sealed with the key ${id}, which was not found in ${path}. Copy the key file that has it to each host: without it none of them starts.`
