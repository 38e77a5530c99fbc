/** How many records have this header_from and address. */
export type Pair = readonly [headerFrom: number, ip: number, records: number]

/** Says by how much the report counts more, for the address and for the header_from, at a pair. */
export type Told = (headerFrom: number, ip: number, reports: number, fromReports: number) => void

/** Which addresses stand beside which header_from in a report about a domain, and where the report counts for each: of an address at the
 * least header_from that it stands beside, of a header_from at its least address. So both add up, and follow from the records alone. */
export interface SliceSources {
  /** Records that came, or went. */
  change(pairs: readonly Pair[], sign: 1 | -1, told: Told): void
}

/** Those of a slice whose records are known. */
export function sliceSources(known: readonly Pair[] = []): SliceSources {
  const froms = new Map<number, Map<number, number>>()
  const fromOf = leasts()
  const ipOf = leasts()

  /** Gives how many records the pair has then. */
  function count([headerFrom, ip, by]: Pair, sign: 1 | -1): number {
    const ips = froms.get(headerFrom) ?? new Map<number, number>()
    const records = (ips.get(ip) ?? 0) + sign * by
    if (records > 0) ips.set(ip, records)
    else ips.delete(ip)
    if (ips.size > 0) froms.set(headerFrom, ips)
    else froms.delete(headerFrom)
    return records
  }

  function offer(headerFrom: number, ip: number, told: Told): void {
    fromOf.offer(ip, headerFrom, (at, by) => told(at, ip, by, 0))
    ipOf.offer(headerFrom, ip, (at, by) => told(headerFrom, at, 0, by))
  }

  function withdraw(headerFrom: number, ip: number, told: Told): void {
    fromOf.withdraw(ip, headerFrom, (at, by) => told(at, ip, by, 0))
    ipOf.withdraw(headerFrom, ip, (at, by) => told(headerFrom, at, 0, by))
  }

  /** One look through all, for however many lost their place. */
  function placeLost(told: Told): void {
    for (const [headerFrom, ips] of froms) {
      for (const ip of ips.keys()) {
        if (fromOf.lost.has(ip) || ipOf.lost.has(headerFrom)) offer(headerFrom, ip, told)
      }
    }
  }

  function change(pairs: readonly Pair[], sign: 1 | -1, told: Told): void {
    for (const pair of pairs) {
      const [headerFrom, ip] = pair
      const records = count(pair, sign)
      if (sign > 0) offer(headerFrom, ip, told)
      else if (records === 0) withdraw(headerFrom, ip, told)
    }
    if (fromOf.lost.size + ipOf.lost.size > 0) placeLost(told)
    fromOf.lost.clear()
    ipOf.lost.clear()
  }

  change(known, 1, () => {})
  return { change }
}

/** The least value of each key, while values come; who loses it is noted. */
function leasts() {
  const least = new Map<number, number>()
  const lost = new Set<number>()
  return {
    lost,
    offer(key: number, value: number, told: (value: number, by: 1 | -1) => void): void {
      const was = least.get(key)
      if (was !== undefined && was <= value) return
      if (was !== undefined) told(was, -1)
      told(value, 1)
      least.set(key, value)
    },
    withdraw(key: number, value: number, told: (value: number, by: 1 | -1) => void): void {
      if (least.get(key) !== value) return
      told(value, -1)
      least.delete(key)
      lost.add(key)
    },
  }
}
