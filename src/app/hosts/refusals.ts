import { DatabaseBusy, DatabaseSilent } from '../../store/postgres/sql/database.ts'
import { StatementFailed } from '../../store/postgres/wire/failures.ts'
import { StartRefused } from '../parts.ts'

/** What the server says no to, by its SQLSTATE: https://www.postgresql.org/docs/15/errcodes-appendix.html */
const REFUSALS: Readonly<Record<string, (says: string) => string>> = {
  '28P01': (says) =>
    `The database server refuses the password of store.url (${says}). Write the right one there, with all but letters and digits percent-encoded (@ is %40), or set it on the server: ALTER ROLE mailgauge PASSWORD '…'.`,
  '28000': (says) =>
    says.includes('no encryption')
      ? `The database server lets the user of store.url in from here with TLS alone, or not at all (${says}). Set store.tls to "verify-full", or --store.tls=verify-full for one command (docs/several-hosts.md#tls-to-the-database); or let pg_hba.conf allow this host, that user and that database.`
      : `The database server lets the user of store.url not in from here (${says}). Make the user where there is none, and let pg_hba.conf allow this host, that user and that database.`,
  '3D000': (says) =>
    `The database of store.url is not there (${says}). Make it on the server: CREATE DATABASE mailgauge OWNER mailgauge TEMPLATE template0 ENCODING 'UTF8'. Or let store.url name another one.`,
  '42501': (says) =>
    `The user of store.url may not do on the server what Mailgauge needs (${says}). Let the user own the database and what is in it. To make the tables it needs at least, as a superuser in that database: GRANT CREATE ON SCHEMA public TO mailgauge.`,
  '42704': (says) =>
    `The database server does not know a setting that Mailgauge begins with (${says}). Mailgauge needs PostgreSQL 15 or newer. Upgrade the server.`,
}

/** How TLS is chosen, in the configuration or for one command. */
const NO_TLS =
  'store.tls = "disable" in the configuration, or --store.tls=disable for one command (docs/several-hosts.md#tls-to-the-database)'

const TLS_REFUSED = `The database server speaks no TLS, or not with this host, and store.tls demands it. Turn TLS on there (ssl = on). Where the server is on this machine, or on a network that nobody else is on: ${NO_TLS}.`

const UNTRUSTED =
  'The certificate of the database server is of an authority that is not known here. Name the file with the certificate of that authority (of a self-signed certificate, itself): store.tls_ca = "/etc/mailgauge/postgres-ca.pem" in the configuration, or --store.tls_ca=FILE for one command (docs/several-hosts.md#tls-to-the-database).'

/** What ends a connection before anything was asked, by the code of the server or the driver. */
const NOT_MADE: Readonly<Record<string, string>> = {
  ERR_POSTGRES_TLS_NOT_AVAILABLE: TLS_REFUSED,
  ERR_POSTGRES_TLS_UPGRADE_FAILED: TLS_REFUSED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  CERT_HAS_EXPIRED:
    'The certificate of the database server has expired. Renew it on the server, and have the server read it (SELECT pg_reload_conf()).',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate of the database server names another host than store.url. Let store.url have a name that is in the certificate. Where the certificate is of an authority of your own and names no host: store.tls = "verify-ca" in the configuration, or --store.tls=verify-ca for one command (docs/several-hosts.md#tls-to-the-database).',
  '08P01':
    'What store.url leads to does not take the way in which Mailgauge begins a session (08P01). Where it is a pooler such as PgBouncer, set store.prepared to false, and store.listen_url to the address of the database itself.',
}

/** What a database that hosts share answers in place of serving, as StartRefused; whatever else rejects stays as it is. */
export async function answeredBy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const says = answerOf(cause)
    if (says !== undefined) throw new StartRefused(says)
    if (!(cause instanceof DatabaseSilent || cause instanceof DatabaseBusy)) throw cause
    throw new StartRefused(
      `The PostgreSQL database of store.url is not reached: ${cause.message} Look whether it runs, and whether this host may connect to it.`,
      'may pass',
    )
  }
}

/** What the server or the driver says no to, with what to do. `named`: where the address is from. Undefined: it is another failure. */
export function answerOf(cause: unknown, named = 'store.url'): string | undefined {
  const says =
    cause instanceof StatementFailed
      ? REFUSALS[cause.code]?.(cause.message)
      : cause instanceof DatabaseSilent
        ? NOT_MADE[cause.code ?? '']
        : undefined
  return says?.replaceAll('store.url', named)
}
