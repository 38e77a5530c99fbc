import { readFileSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { systemReason } from '../../core/trouble/system-reason.ts'
import { type Address, addressOf } from '../../store/postgres/wire/address.ts'
import { StartRefused } from '../parts.ts'

export interface DatabaseAddresses {
  address: Address
  /** Past a pooler. */
  direct?: Address
}

/** Where the shared database is. Undefined: everything is kept in the data directory. Throws StartRefused where a file cannot be read. */
export function databaseAddresses({ store }: Pick<Config, 'store'>): DatabaseAddresses | undefined {
  const { url, listenUrl, tls, prepared } = store
  if (url === undefined) return undefined
  const [ca, certificate, key] = [
    pem('store.tls_ca', store.tlsCa),
    pem('store.tls_cert', store.tlsCert),
    pem('store.tls_key', store.tlsKey),
  ]
  const secured = {
    tls,
    ...(ca !== undefined && { ca }),
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
  }
  return {
    address: addressOf({ url, prepared, ...secured }),
    ...(listenUrl !== undefined && { direct: addressOf({ url: listenUrl, ...secured }) }),
  }
}

function pem(name: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StartRefused(`${name}: ${path} cannot be read: ${systemReason(cause)}.`)
  }
}
