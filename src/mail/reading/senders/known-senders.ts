import {
  type KnownSender,
  type RecognisedSender,
  SENDER_TYPES,
  type SenderSigns,
  type SenderType,
} from '../../../core/aggregate/known-sender.ts'
import { once } from '../../../core/making/once.ts'
import data from '../../data/known-senders.json' with { type: 'json' }
import platforms from '../../data/sending-platforms.json' with { type: 'json' }

interface Entry {
  id: string
  name: string
  type: string
  platform?: string
  domains?: string[]
  dkim?: string[]
  bounce?: string[]
  spf?: string[]
  rented?: string[]
  aligns: string[]
  advice: string
  url?: string
}

interface Named {
  sender: KnownSender
  rented: boolean
}

type Names = Map<string, Named>

/** As many as a domain name can have. */
const MOST_LABELS = 127
const LONGEST_NAME = 254

const entries: readonly Entry[] = data.senders
const isType = (word: string): word is SenderType => SENDER_TYPES.some((type) => type === word)

const known = once(readNames)

/** Every service that is known, in the order of the data. */
export const knownSenders = (): readonly KnownSender[] => known().senders

/**
 * The service that a source is of: by the name of its host where that stands for one service alone, else by what signed, took
 * bounces or is included, and last by a name below which anybody's machines stand.
 */
export function knownSenderBy(signs: SenderSigns): RecognisedSender | undefined {
  const { hosts, signatures, bounces, includes } = known()
  const seen = [
    found(hosts, signs.ptr, 'ptr'),
    found(signatures, signs.dkimDomain, 'dkim'),
    found(bounces, signs.bounceDomain, 'bounce'),
    found(includes, signs.spfInclude, 'spf'),
  ].filter((one) => one !== undefined)
  return seen.find(({ rented }) => !rented) ?? seen[0]
}

/** A service by its id. */
export function knownSender(id: string): KnownSender | undefined {
  return known().byId.get(id)
}

function found(
  names: Names,
  name: string | undefined,
  by: RecognisedSender['by'],
): RecognisedSender | undefined {
  if (name === undefined || name.length > LONGEST_NAME) return undefined
  const labels = name.toLowerCase().replace(/\.$/, '').split('.')
  if (labels.length > MOST_LABELS) return undefined
  for (let from = 0; from < labels.length - 1; from += 1) {
    const one = names.get(labels.slice(from).join('.'))
    if (one) return { ...one.sender, by, rented: one.rented }
  }
  return undefined
}

function readNames() {
  const ofPlatform = new Map(platforms.platforms.map(({ name, domains }) => [name, domains]))
  const hosts: Names = new Map()
  const signatures: Names = new Map()
  const bounces: Names = new Map()
  const includes: Names = new Map()
  const read = entries.map((entry) => ({ entry, sender: senderOf(entry) }))
  const own = [hosts, signatures, bounces, includes]
  // What an entry names itself counts before what stands in the list of platforms, and that it is rented before both.
  for (const { entry, sender } of read) {
    const platform = entry.platform === undefined ? [] : (ofPlatform.get(entry.platform) ?? [])
    for (const names of own) put(names, platform, { sender, rented: false })
  }
  for (const { entry, sender } of read) {
    for (const names of own) put(names, entry.domains, { sender, rented: false })
    put(signatures, entry.dkim, { sender, rented: false })
    put(bounces, entry.bounce, { sender, rented: false })
    put(includes, entry.spf, { sender, rented: false })
    for (const names of own) put(names, entry.rented, { sender, rented: true })
  }
  const senders = read.map(({ sender }) => sender)
  return { hosts, signatures, bounces, includes, senders, byId: new Map(senders.map((one) => [one.id, one])) }
}

function put(names: Names, some: readonly string[] = [], named: Named): void {
  for (const name of some) names.set(name, named)
}

function senderOf({ id, name, type, aligns, advice, url }: Entry): KnownSender {
  return {
    id,
    name,
    type: isType(type) ? type : 'application',
    aligns: (['dkim', 'spf'] as const).filter((way) => aligns.includes(way)),
    advice,
    ...(url !== undefined && { url }),
  }
}
