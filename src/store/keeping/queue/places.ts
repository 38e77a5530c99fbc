/** Whose message it is: the account or the network that made the test, and the network that sent it. */
export interface Parties {
  maker: string
  sender: string
}

/** What is free of the places of a holder, and who may have one. */
export interface Places {
  /** How many the holder had already. */
  readonly held: number
  /** How many it was given since. */
  taken(): number
  full(): boolean
  /** Whether a party has as many as one may have. */
  isAtBound(party: string): boolean
  /** Whether there is a place and the message's parties may have one more. */
  mayTake(message: Parties): boolean
  take(message: Parties): void
}

/** `held`: what the holder has. No party gets more than half of the places, but one. */
export function createPlaces(
  held: readonly Parties[],
  { limit, places }: { limit: number; places: number },
): Places {
  const bound = Math.max(1, Math.floor(places / 2))
  const counts = new Map<string, number>()
  let taken = 0
  const count = (message: Parties) => {
    for (const party of partiesOf(message)) counts.set(party, (counts.get(party) ?? 0) + 1)
  }
  const isAtBound = (party: string) => (counts.get(party) ?? 0) >= bound
  // The last free place is for somebody who has none: a few parties together would else hold all of them.
  const mayHave = (party: string) =>
    !isAtBound(party) && (held.length + taken < places - 1 || !counts.has(party))
  for (const one of held) count(one)
  return {
    held: held.length,
    taken: () => taken,
    full: () => taken >= limit,
    isAtBound,
    mayTake: (message) => taken < limit && partiesOf(message).every(mayHave),
    take(message) {
      taken += 1
      count(message)
    },
  }
}

/** One network that made a test and sends to it is one party. */
function partiesOf({ maker, sender }: Parties): string[] {
  return sender === '' || sender === maker ? [maker] : [maker, sender]
}
