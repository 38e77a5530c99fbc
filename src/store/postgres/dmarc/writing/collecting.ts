import { type PackedIp, unpackIp } from '../../../../core/aggregate/piece.ts'
import type { Numbering } from '../../../keeping/dmarc/rows-of-piece.ts'
import { keptText } from '../../../keeping/kept-text.ts'

/** What is to have numbers, each once; until then its place stands for it. */
export interface Collected {
  readonly texts: Dated
  readonly results: Dated
  readonly ips: readonly string[]
}

/** With the last day of a report that names it. */
export interface Dated {
  readonly all: readonly string[]
  readonly days: readonly number[]
}

export interface Collecting extends Numbering {
  /** What is named from now on is of a report of this day. */
  on(day: number): void
  readonly collected: Collected
}

export function createCollecting(): Collecting {
  let day = 0
  const [texts, results] = [dated(), dated()]
  const ips: string[] = []
  const places = new Map<PackedIp, number>()
  return {
    on(next) {
      day = next
    },
    // What is the same as it is kept has one number.
    text: (text) => texts.place(keptText(text), day),
    results: (json) => results.place(keptText(json), day),
    ip(ip) {
      const known = places.get(ip)
      if (known !== undefined) return known
      places.set(ip, ips.length)
      return ips.push(unpackIp(ip)) - 1
    },
    collected: { texts, results, ips },
  }
}

function dated() {
  const all: string[] = []
  const days: number[] = []
  const places = new Map<string, number>()
  return {
    all,
    days,
    place(text: string, day: number): number {
      const known = places.get(text)
      if (known !== undefined) {
        if (day > (days[known] ?? 0)) days[known] = day
        return known
      }
      places.set(text, all.length)
      days.push(day)
      return all.push(text) - 1
    },
  }
}
