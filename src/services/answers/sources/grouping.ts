import type { Basis } from '../answered.ts'
import { type Address, sumOf, type Tally } from './address.ts'
import type { Known } from './once.ts'
import type { NamedSender } from './outside.ts'

/** Addresses that are one source. */
export interface Group {
  key: string
  name: string
  basis?: Basis
  sender?: NamedSender
  organization?: { name: string; domain?: string; type?: string }
  addresses: Address[]
  tally: Tally
  /** They are apart from those of the same organisation by which the domain's own mail comes. */
  isApart: boolean
}

/** What a source is known by: the key, and what it is called. */
type Identity = Pick<Group, 'key' | 'name' | 'basis' | 'sender' | 'organization'>

/** Everybody has addresses there, so that a place says nothing of who sends from it. */
const RENTED = ['cloud', 'hosting']
/** Every customer sends from the same addresses, and so do people who are nobody's customers. */
export const isOpenToAll = (sender: NamedSender | undefined): boolean => sender?.type === 'mailbox'

/** Every address in one source, in the order of keys. */
export function groupsOf(addresses: readonly Address[], known: Known): Group[] {
  const grouped = Map.groupBy(
    addresses.map((address) => ({ address, identity: identityOf(address, known) })),
    ({ identity }) => identity.key,
  )
  const groups = [...grouped.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const own = some.map(({ address }) => address)
    return apart({ ...first.identity, addresses: own, tally: sumOf(tallies(own)), isApart: false }, known)
  })
  return groups.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** What people said of one address, or of the organisation before it was a known sender, keeps these together. */
function identityOf(address: Address, known: Known): Identity {
  const all = [byAddress(address), ...identitiesOf(address, known)]
  const usual = all[1] ?? byAddress(address)
  return [all[0] as Identity, usual, ...all.slice(2)].find(({ key }) => known.markOf(key)) ?? usual
}

/** From the nearest to the widest. */
function identitiesOf(address: Address, known: Known): Identity[] {
  const { sender, basis } = address
  const include = address.term?.others[0]
  return [
    ...(isRented(address) ? [byAddress(address)] : []),
    ...(sender ? [{ key: `sender:${sender.id}`, name: sender.name, sender, ...(basis && { basis }) }] : []),
    ...(include === undefined ? [] : [{ ...named(include), basis: 'spf' as const }]),
    ...byHostName(address, known),
    ...byNetwork(address),
    byAddress(address),
  ]
}

const isRented = ({ sender, basis }: Address) =>
  sender !== undefined && basis === 'ptr' && (sender.rented ?? RENTED.includes(sender.type))

function byHostName({ isOwnHost, reverseDns, organization }: Address, { organisationOf }: Known) {
  if (reverseDns === undefined) return []
  const basis = 'ptr' as const
  if (isOwnHost) return [{ ...named(reverseDns), basis }]
  const domain = organisationOf(reverseDns)
  const isRoom = organization?.type !== undefined && RENTED.includes(organization.type.toLowerCase())
  return domain === undefined || isRoom ? [] : [{ ...named(domain), basis }]
}

function byNetwork({ organization }: Address): Identity[] {
  const network = /^AS(\d{1,10})\b/i.exec(organization?.name ?? '')?.[1]
  if (network === undefined || !organization) return []
  return [{ key: `as:${network}`, name: organization.name, organization, basis: 'asn' }]
}

const named = (domain: string): Identity => ({
  key: `domain:${domain}`,
  name: domain,
  organization: { name: domain, domain },
})

function byAddress({ ip, reverseDns, sender, basis, organization }: Address): Identity {
  return {
    key: `ip:${ip}`,
    name: reverseDns ?? ip,
    ...(sender && { sender }),
    ...(basis && { basis }),
    ...(organization && { organization }),
  }
}

const tallies = (addresses: readonly Address[]) => addresses.map(({ tally }) => tally)

/** So much has to be apart to be a source of its own: a single message that failed is nobody's campaign. */
const LEAST_APART = 20
const LEAST_SHARE = 0.05

/** Where the domain's own mail comes from some addresses of an organisation, those from which none ever did are a source of their own, unless
 * their mail is authenticated as that of the others is, or was signed by the domain. */
function apart(group: Group, known: Known): Group[] {
  const { addresses, tally, sender } = group
  const mark = known.markOf(group.key)?.mark
  if (addresses.length < 2 || mark === 'not_mine' || (mark === 'mine' && !isOpenToAll(sender))) return [group]
  const proven = provenOf(addresses)
  if (proven.size === 0 || proven.size === addresses.length) return [group]
  const usual = usualDomains(addresses.filter((one) => proven.has(one)))
  const others = addresses.filter((one) => !proven.has(one) && !isKin(one, { group, usual, known }))
  const { messages } = sumOf(tallies(others))
  const hasWeight = messages >= LEAST_APART || messages > tally.messages * LEAST_SHARE
  if (others.length === 0 || !hasWeight) return [group]
  const rest = addresses.filter((one) => !others.includes(one))
  return [
    { ...group, addresses: rest, tally: sumOf(tallies(rest)) },
    {
      ...group,
      key: `${group.key}/others`,
      name: `${group.name}, other addresses`,
      addresses: others,
      tally: sumOf(tallies(others)),
      isApart: true,
    },
  ]
}

/** Addresses from which mail passed. An include names all addresses of a service, so that it proves one only where none has passed. */
function provenOf(addresses: readonly Address[]): Set<Address> {
  const passed = addresses.filter(({ lastPassed }) => lastPassed !== undefined)
  const named = addresses.filter((one) => one.term && (passed.length === 0 || one.term.others.length === 0))
  return new Set([...passed, ...named])
}

const usualDomains = (addresses: readonly Address[]): Set<string> =>
  new Set(
    addresses.flatMap(({ traits }) => traits.filter(({ passed }) => passed).map(({ domain }) => domain)),
  )

interface Kinship {
  group: Group
  usual: ReadonlySet<string>
  known: Known
}

function isKin({ tally, traits }: Address, { group: { sender }, usual, known }: Kinship): boolean {
  const fail = tally.messages - tally.pass
  if (tally.broken * 2 >= fail && !isOpenToAll(sender)) return true
  const passed = traits.filter((one) => one.passed)
  if (tally.unaligned * 2 < fail || passed.length === 0) return false
  return passed.every(
    ({ domain, kind }) =>
      usual.has(domain) ||
      known.organisationOf(domain) === known.organisationOf(known.domain) ||
      (sender !== undefined &&
        !isOpenToAll(sender) &&
        known.senders.byDomain(domain, kind)?.id === sender.id),
  )
}
