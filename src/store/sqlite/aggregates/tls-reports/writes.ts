import { dayOfReport } from '../../../../core/aggregate/report.ts'
import { type Packing, packSync, unpackSync } from '../../../../core/kept/packed.ts'
import type { TlsReport } from '../../../../core/tls-report.ts'
import type { Kept } from '../../../aggregates.ts'
import { countsOf, keyOf, sessionsOf, slicesOf, type TlsSlice } from '../../../keeping/tls-slices.ts'
import type { NewTlsReport } from '../../../tls-reports.ts'
import type { Connection } from '../../connection.ts'
import { createHomes } from '../dmarc/homes.ts'
import { createMemory } from '../dmarc/memory.ts'

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

const COLUMNS = `seq, uid, domain_id AS domainId, content_hash AS contentHash, file_id AS fileId, day, authenticated, packing, report`

/** What is written of TLS reports: each with what it adds to the counts of its day. */
export function tlsReportWrites(connection: Connection) {
  const { driver } = connection
  const memory = createMemory(connection)
  const homes = createHomes(connection, memory)
  const byKey = driver.prepare<[string, Uint8Array], KeptRow>(
    `SELECT ${COLUMNS} FROM tls_reports WHERE domain_id = ? AND key_hash = ?`,
  )
  const insert = driver.prepare(
    `INSERT INTO tls_reports (uid, account_id, domain_id, key_hash, content_hash, file_id, day, received_at, authenticated,
      reporter, successes, failures, packing, report) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = driver.prepare<[number]>('DELETE FROM tls_reports WHERE seq = ?')
  const old = driver.prepare<[string, number, number], KeptRow>(
    `SELECT ${COLUMNS} FROM tls_reports WHERE account_id = ? AND day < ? ORDER BY day LIMIT ?`,
  )
  const tally = createTally(connection)

  function leave(row: KeptRow): void {
    const report = JSON.parse(
      new TextDecoder().decode(unpackSync({ packing: row.packing, bytes: row.report })),
    ) as TlsReport
    tally(-1, row.domainId, row.day, row.authenticated, report)
    remove.run(row.seq)
  }

  function enter(slice: TlsSlice, given: NewTlsReport, as: { uid: string; fileId: string }): void {
    const { domain, report } = slice
    const day = dayOfReport(report)
    const authenticated = given.authenticated ? 1 : 0
    const { successes, failures } = sessionsOf(report)
    const packed = packSync(new TextEncoder().encode(JSON.stringify(report)))
    insert.run(
      as.uid,
      given.accountId,
      domain.id,
      keyOf(report),
      report.contentHash,
      as.fileId,
      day,
      given.receivedAt.getTime(),
      authenticated,
      report.orgName,
      successes,
      failures,
      packed.packing,
      packed.bytes,
    )
    tally(1, domain.id, day, authenticated, report)
  }

  function keepSlice(slice: TlsSlice, given: NewTlsReport): Exclude<Kept, { outcome: 'rejected' }> {
    const kept = byKey.get(slice.domain.id, keyOf(slice.report))
    if (!kept) {
      enter(slice, given, given)
      return { outcome: 'stored', uid: given.uid }
    }
    const { uid, fileId } = kept
    const isBetter = given.authenticated && kept.authenticated === 0
    if (kept.contentHash === slice.report.contentHash) {
      if (isBetter) {
        leave(kept)
        enter(slice, given, { uid, fileId })
      }
      return { outcome: fileId === given.fileId ? 'stored' : 'duplicate', uid }
    }
    if (!isBetter && !given.instead) return { outcome: 'conflict', uid }
    leave(kept)
    enter(slice, given, given)
    return { outcome: 'stored', uid: given.uid, replacedFile: fileId }
  }

  return {
    put(given: NewTlsReport, domain: string): Kept {
      memory.look()
      const slices = slicesOf(given.report, homes.of(given.accountId), domain)
      if (slices.length === 0) {
        const names = given.report.policies.map((policy) => policy.domain ?? domain)
        const isUnverified = names.some((name) => homes.isUnverified(given.accountId, name))
        return { outcome: 'rejected', reason: isUnverified ? 'unverified_domain' : 'domain_mismatch' }
      }
      const all = slices.map((slice) => keepSlice(slice, given))
      const first = (outcome: Kept['outcome']) => all.find((one) => one.outcome === outcome)
      return (
        first('stored') ??
        first('conflict') ??
        first('duplicate') ?? { outcome: 'rejected', reason: 'domain_mismatch' }
      )
    },
    deleteBefore(accountId: string, day: number, limit: number): number {
      const rows = old.all(accountId, day, limit)
      for (const row of rows) leave(row)
      return rows.length
    },
  }
}

type Adding = (sign: 1 | -1, domainId: string, day: number, authenticated: number, report: TlsReport) => void

/** Adds a report to the counts of its day, or takes it out of them. */
function createTally({ driver }: Pick<Connection, 'driver'>): Adding {
  const addPolicy = driver.prepare(
    `INSERT INTO tls_days (domain_id, day, authenticated, policy_type, reports, successes, failures) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET reports = reports + excluded.reports, successes = successes + excluded.successes,
        failures = failures + excluded.failures`,
  )
  const addFailure = driver.prepare(
    `INSERT INTO tls_failures (domain_id, day, authenticated, type, host, sessions) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET sessions = sessions + excluded.sessions`,
  )
  const emptyDays = driver.prepare(
    'DELETE FROM tls_days WHERE domain_id = ? AND day = ? AND authenticated = ? AND reports <= 0',
  )
  const emptyFailures = driver.prepare(
    'DELETE FROM tls_failures WHERE domain_id = ? AND day = ? AND authenticated = ? AND sessions <= 0',
  )
  return (sign, domainId, day, authenticated, report) => {
    const { policies, failed } = countsOf(report)
    for (const { type, successes, failures } of policies) {
      addPolicy.run(domainId, day, authenticated, type, sign, sign * successes, sign * failures)
    }
    for (const { type, host, sessions } of failed) {
      addFailure.run(domainId, day, authenticated, type, host, sign * sessions)
    }
    if (sign > 0) return
    emptyDays.run(domainId, day, authenticated)
    emptyFailures.run(domainId, day, authenticated)
  }
}
