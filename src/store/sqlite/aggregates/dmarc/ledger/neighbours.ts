import type { Connection } from '../../../connection.ts'
import { firstDayOf, monthOf } from './statements.ts'

/** Looks for the other days of an address month by month. `those`: a condition for its rows. */
export function createNeighbours({ driver }: Pick<Connection, 'driver'>, those = '') {
  const and = those === '' ? '' : ` AND ${those}`
  const onDay = driver.prepare<[number, number, number]>(
    `SELECT 1 FROM dmarc_day_sources WHERE domain = ? AND day = ? AND ip = ?${and} LIMIT 1`,
  )
  const inMonth = driver.prepare<[number, number, number]>(
    `SELECT 1 FROM dmarc_month_sources WHERE domain = ? AND month = ? AND ip = ?${and} LIMIT 1`,
  )
  const isOn = (domain: number, ip: number, day: number) => onDay.get(domain, day, ip) !== undefined
  const isIn = (domain: number, ip: number, month: number) => inMonth.get(domain, month, ip) !== undefined
  return {
    isOn,
    before(domain: number, ip: number, day: number, first: number): number | undefined {
      for (let month = monthOf(day); month >= monthOf(first); month -= 1) {
        if (!isIn(domain, ip, month)) continue
        const from = Math.max(first, firstDayOf(month))
        for (let one = Math.min(day, firstDayOf(month + 1)) - 1; one >= from; one -= 1) {
          if (isOn(domain, ip, one)) return one
        }
      }
      return undefined
    },
    after(domain: number, ip: number, day: number, last: number): number | undefined {
      for (let month = monthOf(day); month <= monthOf(last); month += 1) {
        if (!isIn(domain, ip, month)) continue
        const until = Math.min(last + 1, firstDayOf(month + 1))
        for (let one = Math.max(day + 1, firstDayOf(month)); one < until; one += 1) {
          if (isOn(domain, ip, one)) return one
        }
      }
      return undefined
    },
  }
}
