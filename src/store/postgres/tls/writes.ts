import { dayOfReport } from '../../../core/aggregate/report.ts'
import { type Packed, type Packing, packSync, unpackSync } from '../../../core/kept/packed.ts'
import type { TlsReport } from '../../../core/tls-report.ts'
import type { Kept } from '../../aggregates.ts'
import { keyOf, sessionsOf, slicesOf, type TlsSlice } from '../../keeping/tls-slices.ts'
import type { NewTlsReport } from '../../tls-reports.ts'
import { hasEntry, homesOf } from '../dmarc/writing/homes.ts'
import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { tally } from './tally.ts'

interface KeptRow {
  seq: number
  uid: string
  domainId: string
  contentHash: string
  fileId: string
  day: number
  authenticated: number
  packing: Packing
  report: Uint8Array
}

type Outcome = Exclude<Kept, { outcome: 'rejected' }>

/** Keeps a report, each part of it with the domain that it is about. Reports of an account come one behind the other. */
export async function putReport(db: Db, given: NewTlsReport): Promise<Kept> {
  return db.write(
    async (tx) => {
      const entry = await tx.first<{ domain: string }>(
        sql`SELECT domain FROM domains WHERE id = ${given.domainId}`,
      )
      if (!entry) return { outcome: 'rejected', reason: 'domain_mismatch' }
      const { home } = await homesOf(tx, given.accountId)
      const slices = slicesOf(given.report, home, entry.domain)
      if (slices.length === 0) return rejected(tx, given, entry.domain)
      const all: Outcome[] = []
      for (const slice of slices) all.push(await keepSlice(tx, slice, given))
      const first = (outcome: Kept['outcome']) => all.find((one) => one.outcome === outcome)
      return (
        first('stored') ??
        first('conflict') ??
        first('duplicate') ?? { outcome: 'rejected', reason: 'domain_mismatch' }
      )
    },
    { lock: ['dmarc', given.accountId] },
  )
}

async function rejected(tx: Tx, { accountId, report }: NewTlsReport, domain: string): Promise<Kept> {
  const names = report.policies.map((policy) => policy.domain ?? domain)
  const isUnverified = await hasEntry(tx, accountId, names)
  return { outcome: 'rejected', reason: isUnverified ? 'unverified_domain' : 'domain_mismatch' }
}

async function keepSlice(tx: Tx, slice: TlsSlice, given: NewTlsReport): Promise<Outcome> {
  const kept = await tx.first<KeptRow>(sql`
    SELECT seq, uid, domain_id, content_hash, file_id, day, authenticated, packing, report FROM tls_reports
      WHERE domain_id = ${slice.domain.id} AND key_hash = ${keyOf(slice.report)}`)
  if (!kept) {
    await enter(tx, slice, given, given)
    return { outcome: 'stored', uid: given.uid }
  }
  const { uid, fileId } = kept
  const isBetter = given.authenticated && kept.authenticated === 0
  if (kept.contentHash === slice.report.contentHash) {
    if (isBetter) {
      await leave(tx, [kept])
      await enter(tx, slice, given, { uid, fileId })
    }
    return { outcome: fileId === given.fileId ? 'stored' : 'duplicate', uid }
  }
  if (!isBetter && !given.instead) return { outcome: 'conflict', uid }
  await leave(tx, [kept])
  await enter(tx, slice, given, given)
  return { outcome: 'stored', uid: given.uid, replacedFile: fileId }
}

async function enter(
  tx: Tx,
  { domain, report }: TlsSlice,
  given: NewTlsReport,
  as: { uid: string; fileId: string },
): Promise<void> {
  const [day, authenticated] = [dayOfReport(report), given.authenticated ? 1 : 0]
  const { successes, failures } = sessionsOf(report)
  const { packing, bytes } = packSync(new TextEncoder().encode(JSON.stringify(report)))
  await tx.run(sql`
    INSERT INTO tls_reports (uid, account_id, domain_id, key_hash, content_hash, file_id, day, received_at, authenticated, reporter,
        successes, failures, packing, report)
      VALUES (${as.uid}, ${given.accountId}, ${domain.id}, ${keyOf(report)}, ${report.contentHash}, ${as.fileId}, ${day},
        ${given.receivedAt.getTime()}, ${authenticated}, ${report.orgName}, ${successes}, ${failures}, ${packing}, ${bytes})`)
  await tally(tx, [{ sign: 1, domainId: domain.id, day, authenticated, report }])
}

/** What was kept, as it came. */
export const reportIn = (packed: Packed): TlsReport =>
  JSON.parse(new TextDecoder().decode(unpackSync(packed))) as TlsReport

async function leave(tx: Tx, rows: readonly KeptRow[]): Promise<void> {
  await tx.run(sql`DELETE FROM tls_reports WHERE seq = ANY (${rows.map(({ seq }) => seq)}::int8[])`)
  await tally(
    tx,
    rows.map(({ domainId, day, authenticated, packing, report: bytes }) => {
      const report = reportIn({ packing, bytes })
      return { sign: -1, domainId, day, authenticated, report }
    }),
  )
}

/** What counts for days before, so many reports at most. Gives how many went. */
export function deleteOld(db: Db, accountId: string, day: number, limit: number): Promise<number> {
  return db.write(
    async (tx) => {
      const rows = await tx.all<KeptRow>(sql`
        SELECT seq, uid, domain_id, content_hash, file_id, day, authenticated, packing, report FROM tls_reports
          WHERE account_id = ${accountId} AND day < ${day} ORDER BY day LIMIT ${limit}`)
      if (rows.length > 0) await leave(tx, rows)
      return rows.length
    },
    { lock: ['dmarc', accountId] },
  )
}

/** What is left of TLS reports of a domain that is gone, piece by piece. Gives how many rows went. */
export async function deleteTlsReportsOf(tx: Tx, domainId: string, limit: number): Promise<number> {
  return (
    (await tx.run(sql`
      DELETE FROM tls_reports WHERE seq IN (SELECT seq FROM tls_reports WHERE domain_id = ${domainId} LIMIT ${limit})`)) ||
    (await tx.run(sql`
      DELETE FROM tls_failures WHERE (domain_id, day, authenticated, type, host) IN (
        SELECT domain_id, day, authenticated, type, host FROM tls_failures WHERE domain_id = ${domainId} LIMIT ${limit})`)) ||
    // Last: by these it is known that something is left.
    (await tx.run(sql`
      DELETE FROM tls_days WHERE (domain_id, day, authenticated, policy_type) IN (
        SELECT domain_id, day, authenticated, policy_type FROM tls_days WHERE domain_id = ${domainId} LIMIT ${limit})`))
  )
}
