import { KeyUnusable } from '../../services/secrets/key-ring.ts'
import type { Host, HostStore } from '../../store/hosts/hosts.ts'
import { HOLDER } from '../services.ts'

/** Whether a host is another one than this. */
export const isOther = (name: string): boolean => name !== HOLDER.host

export interface KeyDemand {
  keyId: string
  /** Of this host. */
  keyPath: string
  /** Hosts that are gone for good. */
  without: readonly string[]
}

/** Every other host has the key, as far as they tell; those that are gone for good are counted no more. Rejects with KeyUnusable. */
export async function demandKey(
  hosts: Pick<HostStore, 'list' | 'missing' | 'forget'>,
  { keyId, keyPath, without }: KeyDemand,
): Promise<void> {
  const lacks = ({ name, keyIds }: Host) => isOther(name) && !keyIds?.includes(keyId)
  const [running, missing] = [await hosts.list(), await hosts.missing()]
  const alive = without.filter((name) => running.some((host) => host.name === name))
  if (alive.length > 0) throw new KeyUnusable(goOnRunning(alive))
  const unknown = without.filter((name) => !missing.some((host) => host.name === name))
  if (unknown.length > 0) throw new KeyUnusable(notMissing(unknown, missing))
  const lacking = running.filter(lacks)
  if (lacking.length > 0) throw new KeyUnusable(withoutKey(lacking, keyId, keyPath))
  const left = missing.filter((host) => lacks(host) && !without.includes(host.name))
  if (left.length > 0) throw new KeyUnusable(missingWithout(left, keyId))
  for (const name of without) await hosts.forget(name)
}

const names = (hosts: readonly Host[]): string => hosts.map(({ name }) => name).join(', ')

const goOnRunning = (alive: readonly string[]): string =>
  `These hosts run: ${alive.join(', ')}. --without is for hosts that are gone for good; one that ended without a word counts as running for 30 seconds more. Nothing was changed.`

function notMissing(unknown: readonly string[], missing: readonly Host[]): string {
  const others = missing.filter(({ name }) => isOther(name))
  const known = others.length === 0 ? 'None is.' : `These are: ${names(others)}.`
  return `No host of this name is missing: ${unknown.join(', ')}. ${known} Nothing was changed.`
}

const withoutKey = (lacking: readonly Host[], keyId: string, keyPath: string): string =>
  `These hosts run and do not have the key ${keyId}: ${names(lacking)}. They could open no secret any more. Copy the key file ${keyPath} to each, to the path of its secrets.key_path and for the user that runs Mailgauge alone (chmod 600). Ten seconds later they tell that they have it: run this again then. Nothing was changed.`

function missingWithout(left: readonly Host[], keyId: string): string {
  const each = left.map(({ name, seenAt }) => `${name} (seen last at ${seenAt.toISOString()})`).join(', ')
  const gone = left.map(({ name }) => name).join(',')
  return `These hosts ended without a word and did not have the key ${keyId}: ${each}. Copy the key file to each and start it, then run this again. If they are gone for good: mailgauge secrets rotate --without ${gone}. Nothing was changed.`
}
