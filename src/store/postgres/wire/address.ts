import type { SQL } from 'bun'

export type TlsMode = 'verify-full' | 'verify-ca' | 'require' | 'disable'

/** Where the database is and how it is spoken to. */
export interface Address {
  options: SQL.PostgresOrMySQLOptions
  /** False behind a pooler that gives each transaction another connection. */
  prepared: boolean
}

export interface AddressOptions {
  /** postgres://user:password@host:port/database */
  url: string
  tls: TlsMode
  /** PEM of the authority that the server's certificate is checked against. */
  ca?: string
  /** PEM of our own certificate and key, where the server asks for one. */
  certificate?: string
  key?: string
  /** False behind a pooler. */
  prepared?: boolean
}

/** What the driver is given: every setting by name and an address, so that nothing is taken from the environment. */
export function addressOf({ url, tls, ca, certificate, key, prepared = true }: AddressOptions): Address {
  const at = new URL(url)
  const socket = at.searchParams.get('host')
  const options: SQL.PostgresOrMySQLOptions = {
    adapter: 'postgres',
    url: 'postgres://localhost/',
    ...(socket ? { path: socket } : { hostname: at.hostname.replace(/^\[|\]$/g, '') }),
    port: at.port === '' ? 5432 : Number(at.port),
    username: decodeURIComponent(at.username),
    password: decodeURIComponent(at.password),
    database: decodeURIComponent(at.pathname.slice(1)),
    tls: socket || tls === 'disable' ? 'disable' : tlsOptions(tls, { ca, certificate, key }),
    prepare: prepared,
    channelBinding: 'prefer',
  }
  return { options, prepared }
}

function tlsOptions(
  mode: TlsMode,
  files: { ca: string | undefined; certificate: string | undefined; key: string | undefined },
) {
  return {
    rejectUnauthorized: mode !== 'require',
    ...(files.ca !== undefined && { ca: files.ca }),
    ...(files.certificate !== undefined && { cert: files.certificate }),
    ...(files.key !== undefined && { key: files.key }),
    // The chain is checked as always; whose name is in the certificate is not.
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  }
}
