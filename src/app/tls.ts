import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { systemReason } from '../core/trouble/system-reason.ts'
import type { Clock, Log } from '../services/ports.ts'
import { ownCertificate } from '../smtp/certificate.ts'
import type { TlsMaterial } from '../smtp/engine.ts'
import { type TlsFiles, type TlsRemark, tlsFault, tlsRemarks } from '../smtp/tls-pair.ts'

const LOOK_EVERY_MS = 60_000
/** No certificate is as large, with any chain. */
const LARGEST_FILE = 1024 * 1024

type Read =
  | { tls: TlsMaterial; remarks: string[]; fault?: undefined }
  | { tls?: undefined; remarks?: undefined; fault: string }

type SmtpTls = Pick<Config['smtp'], 'tlsCert' | 'tlsKey' | 'hostname'>

/** The certificate and key that the config names. Undefined: it names none. A fault is a sentence for the operator. */
export function readConfiguredTls({ tlsCert, tlsKey, hostname }: SmtpTls, now: Date): Read | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  const files: TlsFiles = { cert: tlsCert, key: tlsKey }
  const cert = readText(tlsCert)
  if (typeof cert !== 'string') return { fault: sentence({ about: 'cert', says: cert.says }) }
  const key = readText(tlsKey)
  if (typeof key !== 'string') return { fault: sentence({ about: 'key', says: key.says }) }
  const tls = { cert, key }
  const fault = tlsFault(tls, files)
  if (fault) return { fault: sentence(fault) }
  return { tls, remarks: tlsRemarks(tls, tlsCert, hostname, now).map(sentence) }
}

const sentence = ({ about, says }: TlsRemark) => `smtp.tls_${about}: ${says}`

/** The text of a file, or what keeps it from being read. */
function readText(path: string): string | { says: string } {
  try {
    const found = statSync(path)
    if (found.isDirectory()) return { says: `${path} is a folder. Name the PEM file in it.` }
    if (!found.isFile()) return { says: `${path} is not a file. Name a PEM file.` }
    if (found.size > LARGEST_FILE) return { says: `${path} is too large for a PEM file. Name another one.` }
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const told = REASONS[code] ?? `cannot be read: ${systemReason(cause)}. Name a file that can be.`
    return { says: code === 'ENOENT' ? `there is no file ${path}. ${NAME_IT}` : `${path} ${told}` }
  }
}

const NAME_IT = 'Put it in place, or unset tls_cert and tls_key to have a certificate made.'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'may not be read by this user. Let the user that runs Mailgauge read it.',
  EPERM: 'may not be read by this user. Let the user that runs Mailgauge read it.',
  ENOTDIR: 'is not a path of a file. Name the PEM file.',
  ELOOP: 'is a link that leads to itself. Name the PEM file.',
}

/** The configured certificate, or the self-made one in the data directory; or the sentence that says why there is none. */
export async function loadTls(
  config: Pick<Config, 'smtp' | 'store'>,
  clock: Clock,
  log: Pick<Log, 'warn'>,
): Promise<TlsMaterial | { refused: string }> {
  const configured = readConfiguredTls(config.smtp, clock.now())
  if (!configured) return ownTls(config, clock)
  if (configured.fault !== undefined) return { refused: configured.fault }
  for (const remark of configured.remarks) log.warn({}, remark)
  return configured.tls
}

async function ownTls(
  { store, smtp }: Pick<Config, 'smtp' | 'store'>,
  clock: Clock,
): Promise<TlsMaterial | { refused: string }> {
  try {
    return (await ownCertificate(store.directory, smtp.hostname, clock)).tls
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && (cause.code === 'EACCES' || cause.code === 'EPERM'))) {
      throw cause
    }
    const folder = join(store.directory, 'tls')
    return {
      refused: `The certificate in ${folder} may not be read or written by this user. Let the user that runs Mailgauge own that folder and what is in it.`,
    }
  }
}

export interface TlsWatch {
  /** Looks at the files now. */
  look(): void
  /** Reads what another config names, or why it cannot be used; what is given takes it into use. */
  prepare(next: Pick<Config, 'smtp' | 'store'>): Promise<{ refused: string } | (() => void)>
  stop(): void
}

const stampsOf = ({ tlsCert, tlsKey }: SmtpTls) =>
  [tlsCert, tlsKey].map((path) => (path === undefined ? 'none' : `${path} ${stampOf(path)}`)).join()

/** Hands over the configured certificate each time its files change; of a pair that cannot be used it is told why, and the old one stays.
 * The paths are read at each look. */
export function watchTls(
  smtp: SmtpTls,
  clock: Clock,
  log: Log,
  changed: (tls: TlsMaterial) => void,
): TlsWatch {
  let last = stampsOf(smtp)
  const look = () => {
    const now = stampsOf(smtp)
    if (now === last) return
    last = now
    const { tlsCert } = smtp
    const read = readConfiguredTls(smtp, clock.now())
    if (!read) return
    if (read.fault !== undefined) {
      log.error({}, `${read.fault} Until then the certificate read before stays in use.`)
      return
    }
    for (const remark of read.remarks) log.warn({}, remark)
    try {
      changed(read.tls)
      log.info({ tlsCert }, 'The certificate was read again')
    } catch (cause) {
      log.error({ err: cause, tlsCert }, 'The changed certificate cannot be used; the old one stays in use')
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    look,
    async prepare(next) {
      const stamps = stampsOf(next.smtp)
      if (stamps === last) return () => {}
      const tls = await loadTls(next, clock, log)
      if ('refused' in tls) return tls
      return () => {
        last = stamps
        changed(tls)
      }
    },
    stop: () => clearInterval(timer),
  }
}

/** What changes when a file is replaced, or may be read at last. */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path)
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  }
}
