import type { Owner } from '../../keeping/mail-log/lines.ts'
import type { Tx } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'

interface Row {
  localPart: string
  /** Of an address that stays. */
  lasting: string | null
  token: string | null
  testAccount: string | null
  client: string | null
  testExpiresAt: number | null
  formerAccount: string | null
  formerExpiresAt: number | null
}

/** Nothing is of an account that was deleted. */
const stands = (of: string): Sql =>
  plain(`NOT EXISTS (SELECT 1 FROM accounts AS a WHERE a.id = ${of}.account_id AND a.deleted_at IS NOT NULL)`)

/** Knows whose these addresses are, or were. */
export async function ownersOf(
  tx: Tx,
  localParts: readonly (string | undefined)[],
): Promise<(localPart: string | undefined, network: string) => Owner> {
  const asked = [...new Set(localParts.filter((one) => one !== undefined))]
  const rows = asked.length === 0 ? [] : await tx.all<Row>(asking(asked))
  const known = new Map(rows.map((row) => [row.localPart, ownerOf(row)]))
  return (localPart, network) =>
    (localPart !== undefined && known.get(localPart)) || { class: 'nobody', party: network }
}

const asking = (localParts: readonly string[]): Sql => sql`
  SELECT w.local_part,
    coalesce(
      (SELECT d.account_id FROM domains AS d WHERE d.token = w.local_part AND ${stands('d')}),
      (SELECT m.account_id FROM monitors AS m WHERE m.local_part = w.local_part AND ${stands('m')}),
      (SELECT d.account_id FROM complaint_addresses AS c JOIN domains AS d ON d.id = c.domain_id
        WHERE c.local_part = w.local_part AND ${stands('d')})) AS lasting,
    t.token, t.account_id AS test_account, t.client, t.expires_at AS test_expires_at,
    f.account_id AS former_account, f.expires_at AS former_expires_at
  FROM unnest(${[...localParts]}::text[]) AS w (local_part)
    LEFT JOIN mail_tests AS t ON t.local_part = w.local_part AND ${stands('t')}
    LEFT JOIN former_addresses AS f ON f.local_part = w.local_part AND ${stands('f')}`

function ownerOf(row: Row): Owner | undefined {
  const { localPart, lasting, token, testAccount, client, testExpiresAt, formerAccount, formerExpiresAt } =
    row
  if (lasting !== null) return { class: 'account', party: lasting, accountId: lasting }
  if (token !== null && testExpiresAt !== null) {
    const test = { expiresAt: testExpiresAt, token }
    return testAccount === null
      ? { class: 'anonymous', party: client ?? localPart, ...test }
      : { class: 'account', party: testAccount, accountId: testAccount, ...test }
  }
  if (formerAccount === null || formerExpiresAt === null) return undefined
  return { class: 'account', party: formerAccount, accountId: formerAccount, expiresAt: formerExpiresAt }
}
