/** What `readDatabaseUrl` reads, for people. */
export const DATABASE_EXAMPLES =
  'an address such as "postgres://mailgauge:password@db.example.com:5432/mailgauge", or "postgres://mailgauge@/mailgauge?host=/run/postgresql" for a socket'

/** Reads the address of a PostgreSQL database: a user, a host or the folder of a socket, a database, and nothing else. How TLS is used is
 * an option of its own. */
export function readDatabaseUrl(text: string): string | undefined {
  // URL reads no empty host beside a user.
  const [, scheme, user = '', host = '', rest = ''] =
    /^(postgres|postgresql):\/\/([^@/?#]*)@([^/?#]*)(\/[^#]*)$/.exec(text) ?? []
  if (scheme === undefined || user === '' || user.startsWith(':')) return undefined
  const url = URL.parse(`postgres://${user}@${host === '' ? 'localhost' : host}${rest}`)
  if (!url || !isName(url.username) || !isName(url.pathname.slice(1))) return undefined
  const keys = [...url.searchParams.keys()]
  if (host !== '') return keys.length === 0 ? url.href : undefined
  const isSocket = keys.length === 1 && url.searchParams.get('host')?.startsWith('/') === true
  return isSocket ? url.href : undefined
}

/** A user or a database, percent-encoded; PostgreSQL cuts names at 63 bytes. */
function isName(encoded: string): boolean {
  try {
    const name = decodeURIComponent(encoded)
    return name !== '' && Buffer.byteLength(name) <= 63 && !/[\p{Cc}/]/u.test(name)
  } catch {
    return false
  }
}
