import { classifyAddress, inNetwork, isPublicAddress, normaliseAddress } from '../../net/ip.ts'
import {
  type Answer,
  ask,
  type FailedAnswer,
  type RecordData,
  type RecordType,
  recordsOf,
} from '../../net/ports.ts'
import type { SmtpSeen } from '../../net/probe-ports.ts'
import { KeyUnusable } from '../secrets/key-ring.ts'
import type { SecretKey } from '../secrets/sealing.ts'
import type { Addresses, Context, DoctorDeps, FrontSeen, Greeting } from './context.ts'
import { openProof } from './proof.ts'

const WAIT_MS = 4000
const SMTP_PORT = 25
/** More mail hosts than this are not connected to. */
const MOST_HOSTS = 4
/** More mail hosts than this are not asked for: nobody who means well publishes as many. */
const MOST_NAMED = 10
export const PROOF_PATH = '/healthz/proof/'

/** What one round of questions looks at. */
export function createContext(deps: DoctorDeps): Context {
  const { settings, resolver } = deps
  const addressesOf = onceFor('', (name) => resolveName(deps, name))
  const mx = onceFor(settings.mailDomain, (domain) => ask(resolver, domain, 'MX'))
  const mailHosts = async (domain?: string) =>
    recordsIn<'MX'>(await mx(domain))
      .filter(({ exchange }) => exchange !== '')

      .toSorted((a, b) => a.preference - b.preference)
      .slice(0, MOST_NAMED)
  const own = addressesOfHost(deps).filter(isPublicAddress)
  return {
    ...deps,
    own,
    addressesOf,
    mx,
    mailHosts,
    greetings: onceFor(settings.mailDomain, async (domain) =>
      greet(
        deps,
        (await mailHosts(domain)).map(({ exchange }) => exchange),
        addressesOf,
      ),
    ),
    ownGreeting: once(() => greetOwn(deps)),
    front: once(() => lookAtFront(deps, own, addressesOf)),
  }
}

/** Where they cannot be had there are none to compare with. */
function addressesOfHost({ host }: DoctorDeps): string[] {
  try {
    return host.addresses()
  } catch {
    return []
  }
}

const recordsIn = <T extends RecordType>(answer: Answer<T> | FailedAnswer): RecordData[T][] =>
  answer.kind === 'failure' ? [] : recordsOf(answer)

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined
  return () => {
    begun ??= work()
    return begun
  }
}

/** Once for each name; of `usual` where none is given. */
function onceFor<T>(usual: string, work: (name: string) => Promise<T>): (name?: string) => Promise<T> {
  const begun = new Map<string, Promise<T>>()
  return (name = usual) => {
    const known = begun.get(name) ?? work(name)
    begun.set(name, known)
    return known
  }
}

async function resolveName({ resolver }: DoctorDeps, name: string): Promise<Addresses> {
  const literal = normaliseAddress(name)
  if (literal !== undefined) return found([literal])
  if (name === 'localhost' || name.endsWith('.localhost')) return found(['127.0.0.1', '::1'])
  const [v4, v6] = await Promise.all([ask(resolver, name, 'A'), ask(resolver, name, 'AAAA')])
  const all = [...recordsIn<'A'>(v4), ...recordsIn<'AAAA'>(v6)]
  if (all.length > 0) return found(all)
  const failed = [v4, v6].find((answer) => answer.kind === 'failure')
  return failed?.kind === 'failure' ? { kind: 'failure', reason: failed.reason } : { kind: 'none' }
}

const found = (addresses: string[]): Addresses => ({
  kind: 'found',
  addresses,
  v4: addresses.filter((address) => !address.includes(':')),
  v6: addresses.filter((address) => address.includes(':')),
})

async function greet(
  { probe, settings, smtpPort = SMTP_PORT }: DoctorDeps,
  hosts: readonly string[],
  addressesOf: Context['addressesOf'],
): Promise<Greeting[]> {
  const each = hosts.slice(0, MOST_HOSTS).map(async (host) => {
    const known = await addressesOf(host)
    if (known.kind !== 'found') return []
    return Promise.all(
      known.addresses.slice(0, MOST_HOSTS).map(async (address) => {
        const seen = await probe.smtp({
          address,
          port: smtpPort,
          helo: settings.hostname,
          waitAtMost: WAIT_MS,
        })
        return { host, address, seen, own: isOwn(seen, settings.hostname) }
      }),
    )
  })
  return (await Promise.all(each)).flat()
}

const isOwn = (seen: SmtpSeen, hostname: string) =>
  seen.kind === 'smtp' && seen.name === hostname.toLowerCase()

/** The listener as the config has it; one on every address is asked on loopback. */
async function greetOwn({ probe, settings, ownSmtp }: DoctorDeps): Promise<SmtpSeen> {
  const at = ownSmtp?.() ?? settings.smtpListen[0]
  if (!at) return { kind: 'failure', reason: 'refused' }
  const everywhere = at.host === undefined || at.host === '0.0.0.0' || at.host === '::'
  const address = everywhere || at.host === 'localhost' ? '127.0.0.1' : (at.host ?? '127.0.0.1')
  const asProxy = settings.inFront?.proxies.some((network) => inNetwork(address, network))
  return probe.smtp({
    address,
    port: at.port,
    helo: settings.hostname,
    waitAtMost: WAIT_MS,
    ...(asProxy && { asProxy }),
  })
}

async function lookAtFront(
  { settings, probe, keys, random }: DoctorDeps,
  own: readonly string[],
  addressesOf: Context['addressesOf'],
): Promise<FrontSeen> {
  const url = new URL(settings.baseUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const known = await addressesOf(host)
  if (known.kind === 'none') return { kind: 'no_address', host }
  if (known.kind === 'failure') return { kind: 'dns_failure', host, reason: known.reason }
  const opened = readKeys(keys)
  if (typeof opened === 'string') return { kind: 'no_key', says: opened }
  const nonce = Buffer.from(random(16)).toString('hex')
  let last: FrontSeen | undefined
  for (const address of known.addresses.slice(0, MOST_HOSTS)) {
    const web = await probe.web({
      url: `${url.origin}${PROOF_PATH}${nonce}`,
      address,
      waitAtMost: WAIT_MS / 2,
    })
    if (web.kind === 'failure') {
      const ours = own.includes(address) || classifyAddress(address) === 'loopback'
      last ??= { kind: 'failure', reason: web.reason, address, ours }
      continue
    }
    const facts = web.status === 200 ? openProof(opened, nonce, web.body.trim()) : undefined
    return facts ? { kind: 'own', web, facts, address } : { kind: 'other', web, address }
  }
  return last ?? { kind: 'no_address', host }
}

function readKeys(keys: DoctorDeps['keys']): readonly SecretKey[] | string {
  try {
    const all = keys()
    return all.length > 0 ? all : 'There is no key file yet.'
  } catch (cause) {
    if (cause instanceof KeyUnusable) return cause.message
    throw cause
  }
}
