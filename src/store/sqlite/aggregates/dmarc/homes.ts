import { type Home, homeAmong, upwards } from '../../../keeping/dmarc/home.ts'
import type { Connection } from '../../connection.ts'
import type { Memory } from './memory.ts'

/** Whose records are. */
export interface Homes {
  of(accountId: string): Home
  /** The account has an entry, which is not verified, at or above the name. */
  isUnverified(accountId: string, name: string): boolean
  /** By this number rows name a domain. */
  numberOf(accountId: string, domainId: string, domain: string): number
  domain(no: number): KnownDomain | undefined
  /** Those of an account that have rows, or had. */
  numbersOf(accountId: string): number[]
}

export interface KnownDomain {
  no: number
  domainId: string
  accountId: string
  domain: string
  /** Its entry is there, verified or not. */
  stands: boolean
}

export function createHomes({ driver }: Pick<Connection, 'driver'>, memory: Memory): Homes {
  const verified = driver
    .prepare<[string], [string, string]>(
      `SELECT d.domain, d.id FROM domains AS d JOIN accounts AS a ON a.id = d.account_id AND a.deleted_at IS NULL
        WHERE d.account_id = ? AND d.verified_at IS NOT NULL`,
    )
    .raw()
  const entry = driver
    .prepare<[string, string], [string]>('SELECT id FROM domains WHERE account_id = ? AND domain = ?')
    .raw()
  const number = driver.prepare<[string], [number]>('SELECT no FROM dmarc_domains WHERE domain_id = ?').raw()
  const insert = driver.prepare<[string, string, string]>(
    'INSERT INTO dmarc_domains (domain_id, account_id, domain) VALUES (?, ?, ?)',
  )
  const domain = driver.prepare<[number], Omit<KnownDomain, 'stands'> & { stands: number }>(
    `SELECT no, domain_id AS domainId, account_id AS accountId, domain,
      EXISTS (SELECT 1 FROM domains WHERE id = domain_id) AS stands FROM dmarc_domains WHERE no = ?`,
  )
  const numbers = driver
    .prepare<[string], [number]>('SELECT no FROM dmarc_domains WHERE account_id = ?')
    .raw()
  const homes = memory.part<string, Home>(200)
  const numbered = memory.part<string, number>(10_000)

  return {
    of(accountId) {
      const known = homes.get(accountId)
      if (known) return known
      const home = homeAmong(new Map(verified.all(accountId)))
      homes.set(accountId, home)
      return home
    },
    isUnverified: (accountId, name) =>
      [...upwards(name)].some((one) => entry.get(accountId, one) !== undefined),
    numberOf(accountId, domainId, name) {
      const known = numbered.get(domainId) ?? number.get(domainId)?.[0]
      const no = known ?? Number(insert.run(domainId, accountId, name).lastInsertRowid)
      numbered.set(domainId, no)
      return no
    },
    domain(no) {
      const row = domain.get(no)
      return row && { ...row, stands: row.stands === 1 }
    },
    numbersOf: (accountId) => numbers.all(accountId).map(([no]) => no),
  }
}
