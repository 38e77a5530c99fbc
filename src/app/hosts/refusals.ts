import { DatabaseBusy, DatabaseSilent } from '../../store/postgres/sql/database.ts'
import { StatementFailed } from '../../store/postgres/wire/failures.ts'
import { StartRefused } from '../parts.ts'

/** What the server says no to, by its SQLSTATE: https://www.postgresql.org/docs/15/errcodes-appendix.html */
const REFUSALS: Readonly<Record<string, (says: string) => string>> = {
  '28P01': (says) =>
    `The database server refuses the password of store.url (${says}). Write the right one there, with all but letters and digits percent-encoded (@ is %40), or set it on the server: ALTER ROLE mailgauge PASSWORD '…'.`,
  '28000': (says) =>
    `The database server lets the user of store.url not in from here (${says}). Make the user where there is none, and let pg_hba.conf allow this host, that user and that database.`,
  '3D000': (says) =>
    `The database of store.url is not there (${says}). Make it on the server: CREATE DATABASE mailgauge OWNER mailgauge TEMPLATE template0 ENCODING 'UTF8'. Or let store.url name another one.`,
  '42501': (says) =>
    `The user of store.url may not do on the server what Mailgauge needs (${says}). Let the user own the database and what is in it. To make the tables it needs at least, as a superuser in that database: GRANT CREATE ON SCHEMA public TO mailgauge.`,
  '42704': (says) =>
    `The database server does not know a setting that Mailgauge begins with (${says}). Mailgauge needs PostgreSQL 15 or newer. Upgrade the server.`,
}

const TLS_REFUSED =
  'The database server speaks no TLS, or not with this host, and store.tls demands it. Turn TLS on there (ssl = on), or set store.tls to "disable" where the server is on this machine.'

/** What ends a connection before anything was asked, by the code of the server or the driver. */
const NOT_MADE: Readonly<Record<string, string>> = {
  ERR_POSTGRES_TLS_NOT_AVAILABLE: TLS_REFUSED,
  ERR_POSTGRES_TLS_UPGRADE_FAILED: TLS_REFUSED,
  '08P01':
    'What store.url leads to does not take the way in which Mailgauge begins a session (08P01). Where it is a pooler such as PgBouncer, set store.prepared to false, and store.listen_url to the address of the database itself.',
}

/** What a database that hosts share answers in place of serving, as StartRefused; whatever else rejects stays as it is. */
export async function answeredBy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof StatementFailed) throw refusalOf(cause) ?? cause
    if (cause instanceof DatabaseSilent || cause instanceof DatabaseBusy) throw awayOf(cause)
    throw cause
  }
}

function refusalOf({ code, message }: StatementFailed): StartRefused | undefined {
  const sentence = REFUSALS[code]
  return sentence && new StartRefused(sentence(message))
}

function awayOf(cause: DatabaseSilent | DatabaseBusy): StartRefused {
  const known = cause instanceof DatabaseSilent ? NOT_MADE[cause.code ?? ''] : undefined
  if (known !== undefined) return new StartRefused(known)
  return new StartRefused(
    `The PostgreSQL database of store.url is not reached: ${cause.message} Look whether it runs, and whether this host may connect to it.`,
    'may pass',
  )
}
