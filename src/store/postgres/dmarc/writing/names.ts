import type { NamedAddress } from '../../../aggregates.ts'
import { keptText } from '../../../keeping/kept-text.ts'
import type { Db, Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { bigints, integers } from './lists.ts'

/** Writes what the DNS said of addresses that are known. */
export async function nameAll(db: Db, names: readonly NamedAddress[]): Promise<void> {
  // What is said last of an address holds.
  const all = [...new Map(names.map((one) => [one.ip, one])).values()].toSorted((a, b) =>
    a.ip < b.ip ? -1 : 1,
  )
  if (all.length === 0) return
  await db.write(async (tx) => {
    const organizations = await organizationsOf(tx, all)
    await Promise.all([answered(tx, all, organizations), unanswered(tx, all)])
  })
}

/** Numbers of organizations by name; those that are new get one. They stay until the end of the transaction. */
async function organizationsOf(tx: Tx, all: readonly NamedAddress[]): Promise<Map<string, number>> {
  const named = new Map<string, { domain: string | null; type: string | null }>()
  for (const { organization } of all.flatMap(({ name }) => name ?? [])) {
    if (!organization) continue
    const { domain = null, type = null } = organization
    const name = keptText(organization.name)
    const known = named.get(name)
    named.set(name, { domain: known ? known.domain : domain, type: type ?? known?.type ?? null })
  }
  const names = [...named.keys()].sort()
  if (names.length === 0) return new Map()
  const domains = names.map((name) => named.get(name)?.domain ?? null)
  const types = names.map((name) => named.get(name)?.type ?? null)
  // One that is deleted at this moment is written anew.
  for (let tries = 1; ; tries += 1) {
    await tx.run(sql`
      INSERT INTO dmarc_organizations (name, domain, type)
        SELECT w.name, w.domain, w.type FROM unnest(${names}::text[], ${domains}::text[], ${types}::text[]) AS w (name, domain, type)
        WHERE NOT EXISTS (SELECT 1 FROM dmarc_organizations AS o WHERE o.name = w.name)
        ON CONFLICT (name) DO NOTHING`)
    await tx.run(sql`
      UPDATE dmarc_organizations AS o SET type = w.type FROM unnest(${names}::text[], ${types}::text[]) AS w (name, type)
        WHERE o.name = w.name AND w.type IS NOT NULL AND o.type IS DISTINCT FROM w.type`)
    const rows = await tx.all<{ no: number; name: string }>(
      sql`SELECT no, name FROM dmarc_organizations WHERE name = ANY (${names}::text[]) ORDER BY name FOR KEY SHARE`,
    )
    if (rows.length === names.length || tries === 5) return new Map(rows.map(({ no, name }) => [name, no]))
  }
}

/** Deletes organizations behind a place that no address belongs to any more. */
export function forgetOrganizations(
  db: Db,
  after: number,
  limit: number,
): Promise<{ gone: number; next?: number }> {
  return db.write(async (tx) => {
    // Whoever gives one of these to an address at this moment is waited for.
    const found = await tx.all<{ no: number; name: string }>(
      sql`SELECT no, name FROM dmarc_organizations WHERE no > ${after} ORDER BY no LIMIT ${limit} FOR UPDATE`,
    )
    const gone = await tx.run(sql`
      DELETE FROM dmarc_organizations AS o WHERE o.no = ANY (${found.map(({ no }) => no)}::int4[])
        AND NOT EXISTS (SELECT 1 FROM dmarc_ips AS i WHERE i.organization = o.no)`)
    const last = found.length < limit ? undefined : found.at(-1)?.no
    return { gone, ...(last !== undefined && { next: last }) }
  })
}

async function answered(
  tx: Tx,
  all: readonly NamedAddress[],
  organizations: ReadonlyMap<string, number>,
): Promise<void> {
  const those = all.flatMap(({ name, ...one }) => (name ? [{ ...one, ...name }] : []))
  if (those.length === 0) return
  const organization = those.map((one) => organizations.get(keptText(one.organization?.name ?? '')) ?? null)
  await tx.run(sql`
    UPDATE dmarc_ips AS i SET ask_at = w.ask_at, reverse_dns = w.reverse_dns, organization = w.organization, basis = w.basis
      FROM unnest(${those.map(({ ip }) => ip)}::text[], ${bigints(those.map(({ askAt }) => askAt.getTime()))},
        ${those.map(({ reverseDns }) => reverseDns ?? null)}::text[], ${integers(organization)},
        ${those.map((one) => one.organization?.basis ?? null)}::text[]) AS w (ip, ask_at, reverse_dns, organization, basis)
      WHERE i.ip = w.ip`)
}

/** It gave no answer: what was known holds. */
async function unanswered(tx: Tx, all: readonly NamedAddress[]): Promise<void> {
  const those = all.filter(({ name }) => !name)
  if (those.length === 0) return
  await tx.run(sql`
    UPDATE dmarc_ips AS i SET ask_at = w.ask_at
      FROM unnest(${those.map(({ ip }) => ip)}::text[], ${bigints(those.map(({ askAt }) => askAt.getTime()))}) AS w (ip, ask_at)
      WHERE i.ip = w.ip`)
}
