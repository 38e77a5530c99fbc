import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../net/ports.ts'
import type { TlsMaterial } from './engine.ts'
import { selfSigned } from './self-signed.ts'

const DAY_MS = 86_400_000
const VALID_DAYS = 3650
/** Made anew when it would expire within this time. */
const RENEW_DAYS = 30
/** A client whose clock is behind must not find it not yet valid. */
const EARLIER_DAYS = 1

export interface OwnCertificate {
  tls: TlsMaterial
  /** False when the one kept from an earlier start still holds. */
  made: boolean
}

/** The certificate for STARTTLS when none is configured: kept in `<directory>/tls`, made when it is missing, unusable,
 * near its end or for another host name. */
export async function ownCertificate(
  directory: string,
  hostname: string,
  clock: Clock,
): Promise<OwnCertificate> {
  const folder = join(directory, 'tls')
  const file = join(folder, 'self-signed.pem')
  const now = clock.now()
  const kept = await readKept(file)
  if (kept && holds(kept, hostname, now)) return { tls: kept, made: false }
  const tls = selfSigned(
    hostname,
    new Date(now.getTime() - EARLIER_DAYS * DAY_MS),
    new Date(now.getTime() + VALID_DAYS * DAY_MS),
  )
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeWhole(file, `${tls.key}${tls.cert}`)
  return { tls, made: true }
}

const PEM = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----\n?/g

async function readKept(file: string): Promise<TlsMaterial | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  }
  const blocks = [...text.matchAll(PEM)]
  const key = blocks.find((block) => block[1]?.endsWith('PRIVATE KEY'))?.[0]
  const cert = blocks.find((block) => block[1] === 'CERTIFICATE')?.[0]
  return key !== undefined && cert !== undefined ? { key, cert } : undefined
}

/** Anything that cannot be read as a pair does not hold. */
function holds({ key, cert }: TlsMaterial, hostname: string, now: Date): boolean {
  try {
    const certificate = new X509Certificate(cert)
    const until = new Date(certificate.validTo).getTime()
    return (
      certificate.subjectAltName === `DNS:${hostname}` &&
      new Date(certificate.validFrom) <= now &&
      until - now.getTime() > RENEW_DAYS * DAY_MS &&
      certificate.checkPrivateKey(createPrivateKey(key))
    )
  } catch {
    return false
  }
}

/** Key and certificate appear together or not at all, readable by their owner only. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.new`
  // Left behind by a start that was cut off; only the holder of the directory's lock comes here.
  await rm(draft, { force: true })
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}
