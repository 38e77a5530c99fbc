import type { DeliveryClaimRequest } from '../../watching/deliveries.ts'

/** How far a destination is trusted to answer. */
export const TRUST = { taken: 0, untried: 1, failing: 2 } as const
export const TRUSTS = [TRUST.taken, TRUST.untried, TRUST.failing] as const

/** Whose deliveries are under way. */
export interface Party {
  id: string
  accountId: string | null
  kind: string
  shown: string
  trust: number
}

/** Somebody has one of theirs. */
export interface HeldParty extends Party {
  holder: string
}

/** What there may be under way at once, by whom it is counted. */
type Bound = readonly [counted: string, most: number]

/** What may be under way at once of each destination, owner and host. A destination and its host are spared by all who send; shares of
 * owners, and of what does not answer, are shares of the holder's own places. */
export function createShares(
  held: readonly HeldParty[],
  { holder, limit, places, perDestination }: DeliveryClaimRequest,
) {
  const counts = new Map<string, number>()
  let taken = 0
  const part = (divisor: number) => Math.max(1, Math.floor(places / divisor))
  const ofPlace = (of: Party): Bound[] => [
    [`destination ${of.id}`, of.trust === TRUST.taken ? perDestination : 1],
    [`host ${hostOf(of)}`, part(4)],
  ]
  const ofOwner = (of: Party): Bound[] => [
    [`owner ${of.accountId ?? ''}`, part(2)],
    // Whoever has many that do not answer keeps neither others waiting nor what is new beside them.
    ...(of.trust === TRUST.untried ? [[`untried of ${of.accountId ?? ''}`, part(8)] as const] : []),
    ...(of.trust === TRUST.failing ? [[`failing of ${of.accountId ?? ''}`, part(16)] as const] : []),
  ]
  const ofTrust = (trust: number): Bound[] => [
    ...(trust === TRUST.failing ? [['failing', part(2)] as const] : []),
    ...(trust === TRUST.taken ? [] : [['failing or untried', places - part(4)] as const]),
  ]
  const isOpen = ([counted, most]: Bound) => (counts.get(counted) ?? 0) < most
  const count = (of: Party, isOwn: boolean) => {
    for (const [counted] of [...ofPlace(of), ...(isOwn ? [...ofOwner(of), ...ofTrust(of.trust)] : [])])
      counts.set(counted, (counts.get(counted) ?? 0) + 1)
  }
  for (const one of held) count(one, one.holder === holder)
  return {
    taken: () => taken,
    full: () => taken >= limit,
    trusts: (trust: number) => ofTrust(trust).every(isOpen),
    may: (of: Party) => [...ofPlace(of), ...ofOwner(of)].every(isOpen),
    count(of: Party) {
      count(of, true)
      taken += 1
    },
  }
}

/** What fails together: all mail goes through one relay. */
const hostOf = ({ kind, shown }: Party) => (kind === 'email' ? 'relay' : shown)
