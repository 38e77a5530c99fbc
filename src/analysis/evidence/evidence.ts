import { createHash } from 'node:crypto'
import type { Envelope } from '../../core/message.ts'
import type { Evidence } from '../context.ts'

/** Evidence from which no report of this message can be made; says why in a sentence. */
export class UnreadableEvidence extends Error {
  override readonly name = 'UnreadableEvidence'
}

/** What tells one message from another: SHA-256 of its octets. */
export function messageHash(raw: Uint8Array): string {
  return createHash('sha256').update(raw).digest('hex')
}

/** Throws UnreadableEvidence where the evidence names another message. What an earlier version wrote names none. */
export function requireSameMessage(raw: Uint8Array, evidence: Pick<Evidence, 'messageHash'>): void {
  const named = evidence.messageHash
  if (named === undefined) return
  const here = messageHash(raw)
  if (named === here) return
  throw new UnreadableEvidence(
    `The evidence is that of another message: it names SHA-256 ${named.slice(0, 16)}…, and this one has ${here.slice(0, 16)}….`,
  )
}

/** Reads evidence from what JSON gave; what an earlier version did not keep yet is empty. Throws UnreadableEvidence. */
export function readEvidence(given: unknown): Evidence {
  const evidence = objectIn(given, 'the evidence')
  const envelope = objectIn(evidence['envelope'], 'envelope')
  const settings = objectIn(evidence['settings'], 'settings')
  requireHost(evidence['host'], 'host')
  requireHost(settings['host'], 'settings.host')
  const list = (name: string) => listIn(evidence[name] ?? [], name)
  const answers = (name: string, parts: Record<string, 'string' | 'object'>) => {
    for (const one of list(name)) requireParts(one, name, parts)
    return list(name)
  }
  const hash = evidence['messageHash']
  const registrations = answers('registrations', { domain: 'string', answer: 'object' })
  const trials = evidence['planTrials']
  return {
    ...(evidence as unknown as Evidence),
    ...(hash !== undefined && { messageHash: String(hash) }),
    scoringVersion: Number(evidence['scoringVersion']),
    dataVersions: objectIn(evidence['dataVersions'] ?? {}, 'dataVersions') as Record<string, string>,
    now: dateIn(evidence['now'], 'now').toISOString(),
    envelope: {
      ...(envelope as unknown as Envelope),
      connectedAt: dateIn(envelope['connectedAt'], 'envelope.connectedAt'),
      receivedAt: dateIn(envelope['receivedAt'], 'envelope.receivedAt'),
    },
    settings: {
      ...(settings as unknown as Evidence['settings']),
      lists: listIn(settings['lists'], 'settings.lists') as Evidence['settings']['lists'],
      listStates: listIn(settings['listStates'], 'settings.listStates') as Evidence['settings']['listStates'],
    },
    dns: answers('dns', { name: 'string', type: 'string', answer: 'object' }) as Evidence['dns'],
    fetched: answers('fetched', { request: 'object', answer: 'object' }) as Evidence['fetched'],
    scans: answers('scans', { scanner: 'string', reply: 'object' }) as Evidence['scans'],
    ...(registrations.length > 0 && {
      registrations: registrations as NonNullable<Evidence['registrations']>,
    }),
    timedOut: list('timedOut') as string[],
    leftOut: list('leftOut') as string[],
    ...(typeof trials === 'number' && { planTrials: trials }),
  }
}

/** It is shown: what is no name of a host is none. */
function requireHost(host: unknown, name: string): void {
  if (host === undefined || (typeof host === 'string' && /^[\w.-]{1,63}$/.test(host))) return
  throw unreadable(`${name} is no name of a host`)
}

function requireParts(given: unknown, name: string, parts: Record<string, 'string' | 'object'>): void {
  const one = objectIn(given, `an entry of ${name}`)
  for (const [part, type] of Object.entries(parts)) {
    const value = one[part]
    if (typeof value !== type || value === null) throw unreadable(`an entry of ${name} has no ${part}`)
  }
}

const unreadable = (why: string) => new UnreadableEvidence(`The evidence cannot be read: ${why}.`)

function objectIn(given: unknown, name: string): Record<string, unknown> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return given as Record<string, unknown>
  }
  throw unreadable(`${name} is missing or no object`)
}

function listIn(given: unknown, name: string): unknown[] {
  if (Array.isArray(given)) return given
  throw unreadable(`${name} is no list`)
}

function dateIn(given: unknown, name: string): Date {
  const date = given instanceof Date ? given : new Date(typeof given === 'string' ? given : Number.NaN)
  if (Number.isNaN(date.getTime())) throw unreadable(`${name} is no time`)
  return date
}
