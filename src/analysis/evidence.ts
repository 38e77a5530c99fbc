import type { Envelope } from '../core/message.ts'
import type { Evidence } from './context.ts'

/** Evidence that is not as this version writes it. */
export class UnreadableEvidence extends Error {
  override readonly name = 'UnreadableEvidence'
}

/** Reads evidence from what JSON gave; what an earlier version did not keep yet is empty. Throws UnreadableEvidence. */
export function readEvidence(given: unknown): Evidence {
  const evidence = objectIn(given, 'the evidence')
  const envelope = objectIn(evidence['envelope'], 'envelope')
  const settings = objectIn(evidence['settings'], 'settings')
  const list = (name: string) => listIn(evidence[name] ?? [], name)
  const trials = evidence['planTrials']
  return {
    ...(evidence as unknown as Evidence),
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
    dns: list('dns') as Evidence['dns'],
    fetched: list('fetched') as Evidence['fetched'],
    scans: list('scans') as Evidence['scans'],
    timedOut: list('timedOut') as string[],
    leftOut: list('leftOut') as string[],
    ...(typeof trials === 'number' && { planTrials: trials }),
  }
}

function objectIn(given: unknown, name: string): Record<string, unknown> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return given as Record<string, unknown>
  }
  throw new UnreadableEvidence(`${name} is missing or no object`)
}

function listIn(given: unknown, name: string): unknown[] {
  if (Array.isArray(given)) return given
  throw new UnreadableEvidence(`${name} is no list`)
}

function dateIn(given: unknown, name: string): Date {
  const date = given instanceof Date ? given : new Date(typeof given === 'string' ? given : Number.NaN)
  if (Number.isNaN(date.getTime())) throw new UnreadableEvidence(`${name} is no time`)
  return date
}
