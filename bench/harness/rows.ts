import { type Stats, statsOf, told } from './stats.ts'

/** One line of results. Numbers of one place in `ours` and `peer` were measured one right behind the other. */
export interface Row {
  /** Names it in RESULTS.json, from run to run. */
  key: string
  what: string
  unit: string
  better: 'less' | 'more'
  ours: number[]
  peer?: { name: string; values: number[] }
  /** What has to be reached, and what is aimed at: of our value, or of our value as a share of the peer's. */
  bound?: { of: 'ratio' | 'ours'; must?: number; goal?: number }
  /** Processor time of the load client as a share of one processor, at most. */
  client?: number
  note?: string
}

/** What stands in RESULTS.json for a row. */
export interface Result {
  /** The commit that was measured. */
  build?: string
  what: string
  unit: string
  better: Row['better']
  ours: Stats
  peer?: Stats & { name: string }
  /** Ours as a share of the peer's, of each round. */
  ratio?: Stats
  must?: string
  goal?: string
  reached?: 'goal' | 'must' | 'no'
  client?: number
  note?: string
}

/** Rounds in pairs: the ratio of each round is of two measurements under the same load of the machine. */
export function ratiosOf({ ours, peer }: Pick<Row, 'ours' | 'peer'>): number[] {
  return peer ? ours.map((value, at) => value / (peer.values[at] ?? Number.NaN)) : []
}

export function resultOf(row: Row): Result {
  const { what, unit, better, ours, peer, client, note, bound } = row
  const ratios = ratiosOf(row)
  return {
    what,
    unit,
    better,
    ours: statsOf(ours),
    ...(peer && { peer: { name: peer.name, ...statsOf(peer.values) }, ratio: statsOf(ratios) }),
    ...(bound && boundFacts(bound, better, statsOf(bound.of === 'ratio' ? ratios : ours).median, unit)),
    ...(client !== undefined && { client }),
    ...(note !== undefined && { note }),
  }
}

function boundFacts(
  { of, must, goal }: NonNullable<Row['bound']>,
  better: Row['better'],
  value: number,
  unit: string,
) {
  const reaches = (bound: number | undefined) =>
    bound !== undefined && (better === 'less' ? value <= bound : value >= bound)
  const words = (bound: number) =>
    `${better === 'less' ? '≤' : '≥'} ${bound}${of === 'ours' ? ` ${unit}` : ''}`
  const reached = reaches(goal) ? 'goal' : reaches(must) ? 'must' : 'no'
  return {
    ...(must !== undefined && { must: words(must) }),
    ...(goal !== undefined && { goal: words(goal) }),
    reached: reached as 'goal' | 'must' | 'no',
  }
}

const range = ({ median, low, high }: Stats) => `${told(median)} (${told(low)} to ${told(high)})`

/** A row in words, for a terminal. */
export function lineOf({ what, unit, ours, peer, ratio, must, goal, reached, client, note }: Result): string {
  const parts = [`${what}: ${range(ours)} ${unit}`]
  if (peer && ratio) parts.push(`${peer.name} ${range(peer)}`, `ratio ${range(ratio)}`)
  if (must ?? goal) parts.push(`must ${must ?? '-'}, goal ${goal ?? '-'}: ${reached}`)
  if (client !== undefined) parts.push(clientWords(client))
  if (note !== undefined) parts.push(note)
  return parts.join('; ')
}

/** A client that has a whole processor busy may be what limits. */
const BUSY_CLIENT = 0.9

export function clientWords(share: number): string {
  const busy = share > BUSY_CLIENT ? ', which may be what limits' : ''
  return `client used ${Math.round(share * 100)} % of a processor${busy}`
}
