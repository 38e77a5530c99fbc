import { readFileSync, statSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { Clock, Log } from '../services/ports.ts'
import { ownCertificate } from '../smtp/certificate.ts'
import type { TlsMaterial } from '../smtp/engine.ts'

const LOOK_EVERY_MS = 60_000

/** The configured certificate, or the self-made one in the data directory. */
export async function loadTls(config: Pick<Config, 'smtp' | 'store'>, clock: Clock): Promise<TlsMaterial> {
  const { tlsCert, tlsKey, hostname } = config.smtp
  if (tlsCert !== undefined && tlsKey !== undefined) return readPair(tlsCert, tlsKey)
  return (await ownCertificate(config.store.directory, hostname, clock)).tls
}

function readPair(cert: string, key: string): TlsMaterial {
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

/** Hands over the configured certificate each time its files change; a pair that cannot be used is logged, the old one stays. */
export function watchTls(smtp: Config['smtp'], log: Log, changed: (tls: TlsMaterial) => void): () => void {
  const { tlsCert, tlsKey } = smtp
  if (tlsCert === undefined || tlsKey === undefined) return () => {}
  const stamp = () => [tlsCert, tlsKey].map((path) => statSync(path).mtimeMs).join()
  let last = stamp()
  const look = () => {
    try {
      const now = stamp()
      if (now === last) return
      changed(readPair(tlsCert, tlsKey))
      last = now
      log.info({ tlsCert }, 'The certificate was read again')
    } catch (cause) {
      log.error({ err: cause, tlsCert }, 'The changed certificate cannot be used; the old one stays in use')
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
