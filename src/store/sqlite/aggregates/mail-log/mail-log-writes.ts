import {
  COLUMNS,
  LOG_CLASSES,
  type LogClass,
  OF_THE_LAST,
  outcomeFor,
  PART_PER_LOOK,
  valuesOf,
} from '../../../keeping/mail-log/lines.ts'
import { dayOf } from '../../../keeping/mail-log/sameness.ts'
import { cutsFor, type Holding } from '../../../keeping/mail-log/shares.ts'
import type { LeftOutLines, MailLogBounds, NewMailLogLine } from '../../../mail-log.ts'
import type { Connection } from '../../connection.ts'
import { createOwners } from './owners.ts'

const INSERT = `INSERT INTO mail_log (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (key) WHERE key IS NOT NULL DO UPDATE SET
    count = count + excluded.count, last_at = max(last_at, excluded.last_at), first_at = min(first_at, excluded.first_at),
    ${OF_THE_LAST.map((column) => `${column} = excluded.${column}`).join(', ')}`

export function mailLogWrites(connection: Connection) {
  const { driver } = connection
  const ownerOf = createOwners(connection)
  const insert = driver.prepare(INSERT)
  const countLeftOut = driver.prepare(
    `INSERT INTO mail_log_left_out (account_id, day, lines) VALUES (?, ?, ?)
      ON CONFLICT (account_id, day) DO UPDATE SET lines = lines + excluded.lines`,
  )
  const cut = createCutting(connection, countLeftOut)
  let sinceLook = Number.POSITIVE_INFINITY

  function keep(line: NewMailLogLine): string | undefined {
    const owner = ownerOf(line.localPart, line.network)
    const outcome = outcomeFor(line.outcome, owner, line.lastAt.getTime())
    const values = valuesOf(line, owner, outcome)
    insert.run(COLUMNS.map((column) => values[column]))
    return outcome === 'accepted' ? undefined : owner.token
  }

  return {
    add(lines: readonly NewMailLogLine[], leftOut: readonly LeftOutLines[], bounds: MailLogBounds): string[] {
      const told = new Set<string>()
      for (const line of lines) {
        const token = keep(line)
        if (token !== undefined) told.add(token)
      }
      for (const { localPart, at, lines } of leftOut) {
        countLeftOut.run(ownerOf(localPart, '').accountId ?? '', dayOf(at.getTime()), lines)
      }
      sinceLook += lines.length
      const latest = lines.at(-1)?.lastAt
      const { account, anonymous, nobody } = bounds
      if (latest && sinceLook >= (account + anonymous + nobody) * PART_PER_LOOK) {
        sinceLook = 0
        cut(bounds, dayOf(latest.getTime()))
      }
      return [...told]
    },
    deleteBefore(at: Date, addresses: Date, limit: number): number {
      const time = at.getTime()
      const lines = driver
        .prepare(
          'DELETE FROM mail_log WHERE id IN (SELECT id FROM mail_log WHERE last_at < ? ORDER BY last_at LIMIT ?)',
        )
        .run(time, limit).changes
      driver.prepare('DELETE FROM mail_log_left_out WHERE day < ?').run(dayOf(time))
      const gone = driver
        .prepare(`DELETE FROM former_addresses WHERE local_part IN
          (SELECT local_part FROM former_addresses WHERE expires_at < ? ORDER BY expires_at LIMIT ?)`)
        .run(addresses.getTime(), limit).changes
      return lines + gone
    },
  }
}

/** Brings each class back to its bound, and counts what that took from whom. */
function createCutting(
  { driver }: Connection,
  countLeftOut: { run(...values: (string | number)[]): unknown },
) {
  const holdings = driver.prepare<[], Holding & { class: LogClass }>(
    `SELECT class, party, network, count(*) AS lines, max(last_at) AS newest FROM mail_log GROUP BY class, party, network`,
  )
  const remove = driver.prepare(`DELETE FROM mail_log WHERE id IN
    (SELECT id FROM mail_log WHERE class = ? AND party = ? AND network = ? ORDER BY last_at LIMIT ?)`)
  return (bounds: MailLogBounds, day: number) => {
    const all = holdings.all()
    for (const one of LOG_CLASSES) {
      const own = all.filter((holding) => holding.class === one)
      if (own.reduce((sum, { lines }) => sum + lines, 0) <= bounds[one]) continue
      for (const { party, network, lines } of cutsFor(own, bounds[one])) {
        remove.run(one, party, network, lines)
        countLeftOut.run(one === 'account' ? party : '', day, lines)
      }
    }
  }
}
