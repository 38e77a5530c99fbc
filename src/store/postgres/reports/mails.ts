import type { Packed } from '../../../core/kept/packed.ts'
import { envelopeFromJson } from '../../keeping/envelope-json.ts'
import { pack, parcel, unpack } from '../../keeping/packing.ts'
import type {
  MailPurpose,
  NewReportMail,
  ReportFileBounds,
  ReportMailBounds,
  ReportMailClaim,
  ReportMailResult,
  ReportMailStore,
} from '../../report-mail.ts'
import { STANDS } from '../domains/reads.ts'
import { DatabaseSilent, type Db, RolledBack, type Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'
import { holdBytes, MAIL_BYTES, removeMails } from './bytes.ts'
import { claimedMail, holdFiles } from './claimed.ts'
import { keepFiles } from './files.ts'
import { placeFor } from './line.ts'

type Accepted = Awaited<ReturnType<ReportMailStore['accept']>>

/** Keeps mail to an address of a domain, for what comes there. What waits is counted last: those that come at once wait for each other there. */
export function acceptsFor(db: Db, purpose: MailPurpose): ReportMailStore['accept'] {
  return async (mail, bounds) => {
    const packed = pack(await parcel(mail.raw))
    try {
      return await db.write((tx) => accept(tx, { ...mail, packed, purpose }, bounds))
    } catch (cause) {
      if (cause instanceof DatabaseSilent && (await isKept(db, mail.id))) return 'stored'
      return whenFull(cause)
    }
  }
}

async function accept(
  tx: Tx,
  mail: NewReportMail & { packed: Packed; purpose: MailPurpose },
  bounds: ReportMailBounds,
): Promise<Accepted> {
  const { id, domainId, envelope, packed, purpose } = mail
  const own = `waiting ${domainId}`
  // It stays until this is done.
  const domain = await tx.first<{ accountId: string; waiting: number; own: number }>(sql`
    SELECT d.account_id, coalesce((SELECT bytes FROM report_bytes WHERE party = 'waiting'), 0) AS waiting,
        coalesce((SELECT bytes FROM report_bytes WHERE party = ${own}), 0) AS own
      FROM domains AS d WHERE d.id = ${domainId} AND ${STANDS} FOR KEY SHARE`)
  if (!domain) return 'unknown_domain'
  const isFull = (waiting: number, ofDomain: number) =>
    waiting > bounds.waitingBytes || ofDomain > bounds.waitingBytesPerDomain
  const least = packed.bytes.byteLength
  if (isFull(domain.waiting + least, domain.own + least)) return 'full'
  const kept = await tx.first<{ bytes: number }>(sql`
    INSERT INTO report_mails (id, account_id, domain_id, received_at, envelope, packing, raw, rank, purpose)
      VALUES (${id}, ${domain.accountId}, ${domainId}, ${envelope.receivedAt.getTime()}::bigint, ${JSON.stringify(envelope)},
        ${packed.packing}, ${packed.bytes}::bytea, ${placeFor(domainId, least)}, ${purpose})
      RETURNING ${MAIL_BYTES} AS bytes`)
  const bytes = kept?.bytes ?? 0
  const held = await holdBytes(
    tx,
    new Map([
      ['waiting', bytes],
      [own, bytes],
    ]),
  )
  if (isFull(held.get('waiting') ?? 0, held.get(own) ?? 0)) throw new RolledBack<Accepted>('full')
  return 'stored'
}

/** Whether what may have been done was. */
async function isKept(db: Db, id: string): Promise<boolean> {
  const row = await db.first(sql`SELECT seq FROM report_mails WHERE id = ${id}`).catch(() => undefined)
  return row !== undefined
}

type MailWrites = Pick<ReportMailStore, 'raw' | 'giveBack'> & {
  finish(
    claim: ReportMailClaim,
    result: ReportMailResult,
    bounds: ReportFileBounds,
  ): ReturnType<ReportMailStore['finish']>
}

export function mailWrites(db: Db): MailWrites {
  return {
    async raw(id) {
      const row = await db.first<Packed & { envelope: string }>(
        sql`SELECT packing, raw AS bytes, envelope FROM report_mails WHERE id = ${id}`,
      )
      return row && { raw: await unpack(row), envelope: envelopeFromJson(row.envelope) }
    },
    finish: (claim, result, bounds) =>
      db.write((tx) => finish({ tx, db }, claim, result, bounds)).catch(whenFull),
    async giveBack({ id, holder, number }, { dueAt, stopped }) {
      await db.run(sql`
        UPDATE report_mails SET due_at = ${dueAt.getTime()}::bigint, claimed_by = NULL,
            stopped_tries = stopped_tries + ${stopped ? 1 : 0}::integer, lost_tries = lost_tries + ${stopped ? 0 : 1}::integer
          WHERE id = ${id} AND claimed_by = ${holder} AND claim_number = ${number}::integer`)
    },
  }
}

async function finish(
  at: { tx: Tx; db: Db },
  claim: ReportMailClaim,
  { files, authentication, from, againAt }: ReportMailResult,
  bounds: ReportFileBounds,
): Promise<'finished' | 'lost'> {
  const { tx } = at
  const row = await claimedMail(tx, claim)
  if (!row) return 'lost'
  const { seq, accountId, domainId, receivedAt } = row
  await holdFiles(tx, accountId)
  const of = { accountId, domainId, mailId: claim.id, source: 'mail', receivedAt, from } as const
  const told = files.map((file) => ({ file, authentication }))
  await keepFiles(at, of, told, bounds)
  await tx.run(sql`UPDATE report_files SET authentication = ${authentication}, sender = coalesce(${from ?? null}, sender)
    WHERE mail_id = ${claim.id}`)
  if (againAt) {
    await tx.run(sql`UPDATE report_mails SET answered = 1, due_at = ${againAt.getTime()}::bigint, claimed_by = NULL, stopped_tries = 0,
      lost_tries = 0 WHERE seq = ${seq}`)
  } else await removeMails(tx, sql`SELECT ${seq}::bigint`)
  return 'finished'
}
