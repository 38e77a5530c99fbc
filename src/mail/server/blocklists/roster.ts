import roster from '../../data/blocklists.json' with { type: 'json' }

/** What one return code says, with the points a listing weighs on a scale of 10. */
export interface ListCode {
  means: string
  weight: number
}

/** One list as the roster describes it: what its answers mean and who may ask it. */
interface RosterEntry {
  id: string
  /** `<key>` stands where the operator's key goes. */
  zone: string
  /** The zone to ask when the operator has a key, for a list that can be asked without one too. */
  zoneWithKey?: string
  /** open, noPublic (refuses public resolvers), register (knows its resolvers), key. */
  access: string
  /** Asked unless the operator turns it off. */
  default: boolean
  /** Points of a plain listing; 0: information. */
  weight: number
  v4?: boolean
  v6?: boolean
  /** Exact A answers; `*` stands for any that has no meaning of its own. */
  codes?: Record<string, ListCode>
  /** The last octet is a mask of these values. */
  bits?: Record<string, ListCode>
  /** Answers that mean "you may not ask", with why. */
  refused?: Record<string, string>
  refusedBits?: Record<string, string>
  /** Answers that speak for the address. */
  positive?: Record<string, string>
  /** Answers that say nothing about the address. */
  ignore?: readonly string[]
  /** `127.0.<category>.<trust 0-3>`: a welcome list that grades. */
  pattern?: string
  /** A name the list must hold, and one it must not: the self-test of a domain list. */
  testListed?: string
  testClean?: string
  registrableOnly?: boolean
  noIp?: boolean
  /** Where a listing can be looked up and removed. */
  delist?: string
}

/** The lists that are known, each kind in the order it is shown. */
interface Roster {
  source: string
  date: string
  ip: readonly RosterEntry[]
  welcome: readonly RosterEntry[]
  domain: readonly RosterEntry[]
}

/** block and welcome lists hold addresses of hosts, domain lists hold names. */
const LIST_KINDS = ['block', 'welcome', 'domain'] as const
type ListKind = (typeof LIST_KINDS)[number]

/** One list as it is asked here: the roster's knowledge with the operator's choice laid over it. Plain data. */
export interface ListSetting extends Omit<RosterEntry, 'zoneWithKey' | 'access' | 'default'> {
  kind: ListKind
  /** The zone as it is asked: it may hold the operator's key, so it is never shown. */
  zone: string
  /** The zone as it may be shown. */
  name: string
  /** Why it is not asked, whatever its self-test says. */
  skipped?: string
}

/** What the operator decided about the lists, by their ids. */
interface ListChoice {
  enable?: readonly string[]
  disable?: readonly string[]
  keys?: Readonly<Record<string, string>>
}

/** The roster this version of Mailgauge was made with. */
export const ROSTER: Roster = roster

const KEY = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const KEY_PLACE = '<key>.'

/**
 * The lists that are asked: those on by default, more or fewer by choice, with keys put into their zones. To give a list
 * its key is to enable it.
 */
export function listSettings(from: Roster, choice: ListChoice = {}): ListSetting[] {
  return LIST_KINDS.flatMap((kind) =>
    entriesOf(from, kind)
      .filter((entry) => isChosen(entry, choice))
      .map((entry) => settingOf(entry, kind, choice.keys?.[entry.id])),
  )
}

/** What is wrong with the choice, in words: ids that no list has, keys that cannot stand in a name. */
export function listChoiceProblems(from: Roster, choice: ListChoice): string[] {
  const known = new Map(LIST_KINDS.flatMap((kind) => entriesOf(from, kind)).map((entry) => [entry.id, entry]))
  const keys = Object.entries(choice.keys ?? {})
  const named = [...(choice.enable ?? []), ...(choice.disable ?? []), ...keys.map(([id]) => id)]
  const problems = [...new Set(named)]
    .filter((id) => !known.has(id))
    .map((id) => `no blocklist has the id "${id}"`)
  for (const [id, key] of keys) {
    const entry = known.get(id)
    if (entry && !takesKey(entry)) problems.push(`the blocklist "${id}" takes no key`)
    else if (entry && !KEY.test(key))
      problems.push(`the key of "${id}" is not a DNS label (letters, digits, hyphens)`)
  }
  for (const id of choice.enable ?? []) {
    const entry = known.get(id)
    if (entry?.zone.startsWith(KEY_PLACE) && !choice.keys?.[id])
      problems.push(`the blocklist "${id}" needs a key`)
  }
  return problems
}

function entriesOf(from: Roster, kind: ListKind): readonly RosterEntry[] {
  return kind === 'block' ? from.ip : from[kind]
}

function isChosen(entry: RosterEntry, choice: ListChoice): boolean {
  if (choice.disable?.includes(entry.id)) return false
  return entry.default || choice.enable?.includes(entry.id) === true || choice.keys?.[entry.id] !== undefined
}

function takesKey(entry: RosterEntry): boolean {
  return (entry.zoneWithKey ?? entry.zone).startsWith(KEY_PLACE)
}

function settingOf(entry: RosterEntry, kind: ListKind, key: string | undefined): ListSetting {
  const { zoneWithKey, access: _access, default: _default, ...knowledge } = entry
  const template = key && zoneWithKey ? zoneWithKey : entry.zone
  const name = template.replace(KEY_PLACE, '')
  if (!template.startsWith(KEY_PLACE)) return { ...knowledge, kind, name }
  if (key && KEY.test(key)) return { ...knowledge, kind, name, zone: `${key}.${name}` }
  const skipped = key ? 'the key given for it is not a DNS label' : 'it needs a key, and none is given'
  return { ...knowledge, kind, name, zone: name, skipped }
}
