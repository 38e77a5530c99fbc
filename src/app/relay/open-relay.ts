import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { formatListen } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import type { Mailbox } from '../../core/mailbox.ts'
import { systemReason } from '../../core/trouble/system-reason.ts'
import type { SigningOptions } from '../../mail/authentication/dkim/sign.ts'
import { createRelay } from '../../relay/relay.ts'
import type { RelayServer } from '../../relay/session.ts'
import { sessionInWords } from '../../services/outgoing/delivery-words.ts'
import type { Delivery, Relay } from '../../services/outgoing/relay.ts'
import { systemClock, systemRandom } from '../services.ts'

type RelayConfig = Pick<Config, 'relay' | 'smtp'>

interface Read {
  ca?: string
  dkimKey?: string
}

/** The relay of the config; or the sentences that say what is wrong with the files it names. Undefined: it names no relay. */
export function openRelay(config: RelayConfig): Relay | { problems: string[] } | undefined {
  const { relay } = config
  const { host, from } = relay
  if (host === undefined || from === undefined) return undefined
  const { problems, ca, dkimKey } = readFiles(relay)
  if (problems.length > 0) return { problems }
  return createRelay({
    server: serverOf(config, host, ca),
    from,
    ...(dkimKey !== undefined && { sign: (raw) => signed(raw, signingAs(relay, from, dkimKey)) }),
    clock: systemClock,
    random: systemRandom,
  })
}

function serverOf({ relay, smtp }: RelayConfig, host: string, ca: string | undefined): RelayServer {
  const { port, tls, user, password, timeout } = relay
  return {
    host,
    port,
    tls,
    helo: smtp.hostname,
    timeout,
    ...(ca !== undefined && { ca }),
    ...(user !== undefined && password !== undefined && { login: { user, password } }),
  }
}

/** Begins a session with the relay and sends nothing; what came of it, in words too. Undefined: none is configured. */
export function openRelayTrial(
  config: RelayConfig,
  waitAtMost: number,
): (() => Promise<{ delivery: Delivery; says: string }>) | undefined {
  const { host, timeout, password } = config.relay
  if (host === undefined) return undefined
  return async () => {
    const { problems, ca } = readFiles(config.relay)
    if (problems.length > 0) {
      const says = problems.join(' ')
      return { delivery: { kind: 'not_reached', says }, says }
    }
    const server = { ...serverOf(config, host, ca), timeout: Math.min(timeout, waitAtMost) }
    const { signIn } = await import('../../relay/session.ts')
    const delivery = await signIn(server)
    const says = sessionInWords(delivery, formatListen(server), password !== undefined)
    return { delivery, says }
  }
}

/** The signer is loaded for the first message. */
async function signed(raw: Uint8Array, options: SigningOptions): Promise<Uint8Array> {
  const { signMessage } = await import('../../mail/authentication/dkim/sign.ts')
  return signMessage(raw, options)
}

function signingAs({ dkimDomain, dkimSelector = '' }: Config['relay'], from: Mailbox, privateKeyPem: string) {
  const domain = dkimDomain ?? from.address.slice(from.address.lastIndexOf('@') + 1)
  return { domain, selector: dkimSelector, privateKeyPem }
}

/** What is wrong with the files that [relay] names. */
export function relayProblems({ relay }: Pick<Config, 'relay'>): string[] {
  return readFiles(relay).problems
}

function readFiles({ tlsCa, dkimKey }: Config['relay']): Read & { problems: string[] } {
  const problems: string[] = []
  function read(option: string, path: string | undefined, fault: (text: string) => string | undefined) {
    if (path === undefined) return undefined
    const text = textOf(path)
    const says = typeof text === 'string' ? fault(text) : text.says
    if (says !== undefined) problems.push(`${option}: ${path} ${says}`)
    return typeof text === 'string' ? text : undefined
  }
  const ca = read('relay.tls_ca', tlsCa, caFault)
  const key = read('relay.dkim_key', dkimKey, keyFault)
  return { problems, ...(ca !== undefined && { ca }), ...(key !== undefined && { dkimKey: key }) }
}

/** No list of authorities is as large. */
const LARGEST_FILE = 4 * 1024 * 1024

function textOf(path: string): string | { says: string } {
  try {
    const found = statSync(path)
    if (!found.isFile() || found.size > LARGEST_FILE) return { says: 'is no PEM file. Name another one.' }
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
    if (code === 'ENOENT') return { says: 'is not there. Put it in place, or unset the option.' }
    if (code === 'EACCES')
      return { says: 'may not be read by this user. Let the user that runs Mailgauge read it.' }
    return { says: `cannot be read: ${systemReason(cause)}.` }
  }
}

function caFault(text: string): string | undefined {
  try {
    new X509Certificate(text)
    createSecureContext({ ca: text })
    return undefined
  } catch {
    return 'holds no certificate in PEM form ("-----BEGIN CERTIFICATE-----").'
  }
}

/** RFC 8301 3.2: no shorter RSA key signs. */
const LEAST_RSA_BITS = 1024

function keyFault(text: string): string | undefined {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text)
    if (asymmetricKeyType === 'ed25519') return undefined
    if (asymmetricKeyType !== 'rsa') return 'is no key for DKIM. Use an RSA key of 2048 bits, or Ed25519.'
    return (asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_RSA_BITS
      ? 'is shorter than 1024 bits: no receiver takes its signatures. Use an RSA key of 2048 bits.'
      : undefined
  } catch {
    return 'holds no private key in PEM form ("-----BEGIN PRIVATE KEY-----") that can be read without a passphrase.'
  }
}
