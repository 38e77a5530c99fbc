import type { Envelope, Through } from '../../core/message.ts'
import { hostThrough } from '../../mail/reading/through.ts'
import { classifyAddress, normaliseAddress } from '../../net/ip.ts'
import type { ClientView } from '../context.ts'

/** How far a verdict about the sender's host may rest on the client address of this envelope. */
export function viewClient(
  envelope: Pick<Envelope, 'clientAddress' | 'mailFrom' | 'through'>,
  demoDomain?: string,
): ClientView {
  const address = envelope.clientAddress === undefined ? undefined : normaliseAddress(envelope.clientAddress)
  if (address === undefined) return { kind: 'unknown' }
  if (classifyAddress(address) === 'public') return { kind: 'public', address }
  const fromHere = address === '127.0.0.1' || address === '::1'
  if (demoDomain && fromHere && isUnder(domainOf(envelope.mailFrom), demoDomain))
    return { kind: 'demo', address }
  return { kind: 'hidden', address, ...(envelope.through && { through: envelope.through }) }
}

/** Why nothing can be said about the sender's host, as the beginning of a sentence. */
export function whyHidden({ address, through }: { address: string; through?: Through }): string {
  if (through)
    return `The client was ${address}, as ${hostThrough(through)} says, and that is not a public address`
  return `The connection came from ${address}, not a public address (sent from the same network, or through a proxy or NAT)`
}

function domainOf(mailFrom: string | undefined): string {
  const at = mailFrom?.lastIndexOf('@') ?? -1
  return at < 0 ? '' : (mailFrom?.slice(at + 1).toLowerCase() ?? '')
}

function isUnder(domain: string, top: string): boolean {
  return domain === top || domain.endsWith(`.${top}`)
}
