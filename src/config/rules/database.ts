import { formatListen, isLoopback } from '../addresses.ts'
import type { Config } from '../config.ts'
import type { Rule } from './rule.ts'

/** What is wrong about the database. */
export const DATABASE_RULES: readonly Rule[] = [
  {
    about: ['store.url'],
    broken: ({ store, evaluation }) =>
      store.url !== undefined && evaluation
        ? 'store.url: an evaluation keeps everything on this machine. Make a config file for a PostgreSQL database: mailgauge config init.'
        : '',
  },
  {
    about: ['store.url', 'store.listen_url'],
    broken: ({ store }) =>
      store.listenUrl !== undefined && store.url === undefined
        ? 'store.url: must be set, because store.listen_url is.'
        : '',
  },
  {
    about: ['store.url', 'backup.directory'],
    broken: ({ store, backup }) =>
      store.url !== undefined && backup.directory !== undefined
        ? 'backup.directory: no backup would be made, as everything is in the PostgreSQL database of store.url. Leave it away, and have pg_dump or the server make them.'
        : '',
  },
]

/** Sentences on what is allowed of a database and costs something. */
export function remarksOnDatabase({ store }: Pick<Config, 'store'>): string[] {
  const { url, tls, prepared, listenUrl } = store
  if (url === undefined) return []
  const away = tls === 'disable' ? farHost(url) : undefined
  return [
    ...(away === undefined
      ? []
      : [
          `store.tls: "disable" sends all mail in the clear to ${away}. Use "verify-full", unless nobody else is on that net.`,
        ]),
    ...(prepared || listenUrl !== undefined
      ? []
      : [
          'store.listen_url: is not set, and store.prepared is false. Past most poolers nothing is heard of changes on other hosts, and a new version may not be able to change the tables. Name the database itself.',
        ]),
  ]
}

/** A server on another machine. */
function farHost(url: string): string | undefined {
  const { hostname, port, searchParams } = new URL(url)
  if (searchParams.has('host')) return undefined
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 5432 : Number(port) }
  return isLoopback(address) ? undefined : formatListen(address)
}
