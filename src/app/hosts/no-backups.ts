import type { Config } from '../../config/config.ts'

/** Whether the database is one that others look after, and of which Mailgauge makes no backup. */
export const isShared = ({ store }: Pick<Config, 'store'>): boolean => store.url !== undefined

/** Why no backup is made of a database that hosts share. */
export const BACKED_UP_ELSEWHERE =
  'Everything is kept in the PostgreSQL database of store.url, of which Mailgauge makes no backup. Use pg_dump (pg_dump --format=custom --file=mailgauge.dump mailgauge), or the backups of the server, and keep a copy of the key file (secrets.key_path) and of the config beside it: docs/several-hosts.md#backups.'

/** Why none takes its place. */
export const RESTORED_ELSEWHERE =
  'Everything is kept in the PostgreSQL database of store.url, whose place no backup of Mailgauge takes. What pg_dump wrote goes into an empty database by pg_restore (pg_restore --dbname=mailgauge mailgauge.dump), with every host stopped. To look at a backup of a data directory: --check, or --to. More: docs/several-hosts.md#backups.'
