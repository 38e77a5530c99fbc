import type { NamedAddress } from '../../../aggregates.ts'
import type { Connection } from '../../connection.ts'

/** Writes what the DNS said of addresses. */
export function sourceNameWrites({ driver }: Pick<Connection, 'driver'>) {
  const behind = driver
    .prepare<[number, number], [number]>(
      'SELECT no FROM dmarc_organizations WHERE no > ? ORDER BY no LIMIT ?',
    )
    .raw()
  const forget = driver.prepare<[number]>(
    'DELETE FROM dmarc_organizations WHERE no = ? AND NOT EXISTS (SELECT 1 FROM dmarc_ips WHERE organization = dmarc_organizations.no)',
  )
  const known = driver.prepare('SELECT no FROM dmarc_organizations WHERE name = ?').pluck()
  const retype = driver.prepare('UPDATE dmarc_organizations SET type = ? WHERE no = ? AND type IS NOT ?')
  const add = driver.prepare('INSERT INTO dmarc_organizations (name, domain, type) VALUES (?, ?, ?)')
  const later = driver.prepare('UPDATE dmarc_ips SET ask_at = ? WHERE ip = ?')
  const name = driver.prepare(
    'UPDATE dmarc_ips SET ask_at = ?, reverse_dns = ?, organization = ?, basis = ? WHERE ip = ?',
  )

  function organizationNo({ organization }: NonNullable<NamedAddress['name']>): number | bigint | null {
    if (!organization) return null
    const there = known.get(organization.name)
    if (typeof there === 'number') {
      if (organization.type !== undefined) retype.run(organization.type, there, organization.type)
      return there
    }
    return add.run(organization.name, organization.domain ?? null, organization.type ?? null).lastInsertRowid
  }

  return {
    forgetOrganizations(after: number, limit: number): { gone: number; next?: number } {
      const found = behind.all(after, limit)
      const gone = found.reduce((sum, [no]) => sum + forget.run(no).changes, 0)
      const last = found.length < limit ? undefined : found.at(-1)?.[0]
      return { gone, ...(last !== undefined && { next: last }) }
    },
    keep(names: readonly NamedAddress[]): void {
      for (const { ip, askAt, name: found } of names) {
        if (!found) later.run(askAt.getTime(), ip)
        else {
          const { reverseDns = null, organization } = found
          name.run(askAt.getTime(), reverseDns, organizationNo(found), organization?.basis ?? null, ip)
        }
      }
    },
  }
}
