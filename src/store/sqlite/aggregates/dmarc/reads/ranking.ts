import type { SourceQuery } from '../../../../aggregates.ts'
import type { Parts } from './parts.ts'
import { rowsOfSources } from './source-rows.ts'
import { type Asked, type Prepared, rowsOf } from './statements.ts'

/** A group of sources with what it is ranked by. */
export interface Ranked {
  /** The number of the address, the From domain, the reporter or the organization; an address without one stands for itself, below 0. */
  key: number
  messages: number
  pass: number
  /** When it was last seen, where that is asked for. */
  last: number
  /** Its addresses. */
  ips: number[]
}

/** Address, messages, pass, last day, key of the group. */
type Row = [ip: number, messages: number, pass: number, last: number, key: number]

const KEYS = {
  ip: 'g.ip',
  organization: 'coalesce(i.organization, -g.ip)',
}

/** What addresses are narrowed down to: the numbers of an organization, or of a From domain. */
export interface Narrowed {
  organization?: number
  from?: number
}

/** Every group of a window: thousands, of which a page shows some. */
export function rankedSources(
  prepared: Prepared,
  asked: Asked,
  parts: Parts,
  { groupBy, sort }: { groupBy: keyof typeof KEYS; sort: SourceQuery['sort'] },
  { organization, from }: Narrowed = {},
): Ranked[] {
  const isLast = sort === 'last_seen'
  const isNamed = groupBy === 'organization' || organization !== undefined
  const statement = prepared(`
    SELECT g.ip, g.messages, g.pass, ${isLast ? 'e.last_day' : '0'}, ${KEYS[groupBy]}
    FROM (
      SELECT ip, total(messages) AS messages, total(pass) AS pass
      FROM (${rowsOfSources(asked, ['ip'], ['messages', 'pass'], 'all', from)})
      GROUP BY ip HAVING total(messages) > 0
    ) AS g${isLast ? '\n    CROSS JOIN dmarc_seen AS e ON e.domain = :domain AND e.ip = g.ip' : ''}${
      isNamed ? '\n    CROSS JOIN dmarc_ips AS i ON i.no = g.ip' : ''
    }${organization === undefined ? '' : ` AND i.organization = ${Number(organization)}`}`)
  const rows = rowsOf<Row>(statement, { domain: asked.domain, parts: JSON.stringify(parts) })
  if (groupBy === 'ip')
    return rows.map(([ip, messages, pass, last]) => ({ key: ip, messages, pass, last, ips: [ip] }))
  return grouped(rows)
}

function grouped(rows: readonly Row[]): Ranked[] {
  const groups = new Map<number, Ranked>()
  for (const [ip, messages, pass, last, key] of rows) {
    const group = groups.get(key)
    if (!group) groups.set(key, { key, messages, pass, last, ips: [ip] })
    else {
      group.messages += messages
      group.pass += pass
      group.last = Math.max(group.last, last)
      group.ips.push(ip)
    }
  }
  return [...groups.values()]
}

const VALUES: Record<SourceQuery['sort'], (of: Ranked) => number> = {
  messages: ({ messages }) => messages,
  dmarc_fail: ({ messages, pass }) => messages - pass,
  last_seen: ({ last }) => last,
}

/** The page of those in which every message passed, or of the others; most first, and those with as much by name. Names are asked of
 * those alone that may stand on the page. */
export function pageOf<Group extends Ranked>(
  all: readonly Group[],
  { sort, result, limit, offset }: Pick<SourceQuery, 'sort' | 'result' | 'limit' | 'offset'>,
  namesOf: (keys: readonly number[]) => ReadonlyMap<number, string>,
): { total: number; page: { group: Group; source: string }[] } {
  const value = VALUES[sort]
  const those =
    result === undefined
      ? [...all]
      : all.filter(({ messages, pass }) => (pass === messages) === (result === 'pass'))
  const total = those.length
  if (offset >= total || limit === 0) return { total, page: [] }
  those.sort((a, b) => value(b) - value(a))
  const [most, least] = [those[offset], those[Math.min(offset + limit, total) - 1]].map((one) =>
    one ? value(one) : 0,
  )
  const first = those.findIndex((one) => value(one) === most)
  const behind = those.findLastIndex((one) => value(one) === least) + 1
  const near = those.slice(first, behind)
  const names = namesOf(near.map(({ key }) => key))
  const named = near.map((group) => ({ group, source: names.get(group.key) ?? '' }))
  named.sort((a, b) => value(b.group) - value(a.group) || compare(a.source, b.source))
  return { total, page: named.slice(offset - first, offset - first + limit) }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
