import { AWAITED_BYTES, ROW_BYTES } from '../../../core/space.ts'
import { pack, parcel } from '../../keeping/packing.ts'
import type { NewMessage } from '../../messages.ts'
import { joined, type Sql, sql } from '../sql/statement.ts'

/** A message on its way into the database. */
export interface Arrival {
  id: string
  token: string
  receivedAt: number
  size: number
  sender: string
  /** JSON. */
  envelope: string
  /** Which of the octets; several messages share them. */
  parcel: number
  /** What it counts for, with what its analysis is expected to leave. */
  held: number
}

/** Messages with their octets, packed. */
export interface Arrivals {
  messages: Arrival[]
  parcels: { packing: string; bytes: Uint8Array }[]
}

/** Received mail as it is written: the same octets for several tests once. */
export async function arrivalsOf(messages: readonly NewMessage[]): Promise<Arrivals> {
  const raws = [...new Set(messages.map(({ raw }) => raw))]
  const parcels = await Promise.all(raws.map(async (raw) => pack(await parcel(raw))))
  return {
    messages: messages.map(({ id, token, envelope, raw, sender = '' }) => {
      const text = JSON.stringify(envelope)
      const at = raws.indexOf(raw)
      const kept = Buffer.byteLength(text) + (parcels[at]?.bytes.byteLength ?? 0)
      return {
        id,
        token,
        receivedAt: envelope.receivedAt.getTime(),
        size: raw.byteLength,
        sender,
        envelope: text,
        parcel: at,
        held: ROW_BYTES + AWAITED_BYTES + kept,
      }
    }),
    parcels,
  }
}

/** The beginning of a statement that has the messages: `given` is what is counted by, `letter` and `parcel` what is kept. Its text is the
 * same for any number of them, so that it is prepared once; what is long goes by itself. */
export function givenMessages({ messages, parcels }: Arrivals): Sql {
  return sql`${messages.length === 1 ? oneMessage(messages) : someMessages(messages)},
    parcel (no, packing, raw) AS (${parcels.length === 1 ? oneParcel(parcels) : someParcels(parcels)})`
}

const oneMessage = (messages: readonly Arrival[]): Sql =>
  joined(
    messages.map(
      ({ id, token, receivedAt, size, sender, held, envelope, parcel: at }) =>
        sql`given (no, id, token, received_at, size, sender, held) AS (
            VALUES (0, ${id}::text, ${token}::text, ${receivedAt}::bigint, ${size}::bigint, ${sender}::text, ${held}::bigint)),
          letter (id, envelope, parcel) AS (VALUES (${id}::text, ${envelope}::text, ${at}::bigint))`,
    ),
    ', ',
  )

function someMessages(messages: readonly Arrival[]): Sql {
  const all = <T>(of: (message: Arrival) => T) => messages.map(of)
  const ids = all(({ id }) => id)
  return sql`given (no, id, token, received_at, size, sender, held) AS (
      SELECT g.no, g.id, g.token, g.received_at, g.size, g.sender, g.held
      FROM unnest(${ids}::text[], ${all(({ token }) => token)}::text[], ${all(({ receivedAt }) => receivedAt)}::bigint[],
        ${all(({ size }) => size)}::bigint[], ${all(({ sender }) => sender)}::text[], ${all(({ held }) => held)}::bigint[])
        WITH ORDINALITY AS g (id, token, received_at, size, sender, held, no)),
    letter (id, envelope, parcel) AS (
      SELECT l.id, l.envelope, l.parcel
      FROM unnest(${ids}::text[], ${all(({ envelope }) => envelope)}::text[], ${all(({ parcel: at }) => at)}::bigint[])
        AS l (id, envelope, parcel))`
}

const oneParcel = (parcels: Arrivals['parcels']): Sql =>
  joined(
    parcels.map(({ packing, bytes }) => sql`VALUES (0::bigint, ${packing}::text, ${bytes}::bytea)`),
    ', ',
  )

const someParcels = (parcels: Arrivals['parcels']): Sql =>
  sql`SELECT p.no - 1, p.packing, p.raw
    FROM unnest(${parcels.map(({ packing }) => packing)}::text[], ${parcels.map(({ bytes }) => bytes)}::bytea[])
      WITH ORDINALITY AS p (packing, raw, no)`

/** Several in one. */
export function together(all: readonly Arrivals[]): Arrivals {
  const whole: Arrivals = { messages: [], parcels: [] }
  for (const { messages, parcels } of all) {
    const first = whole.parcels.length
    whole.messages.push(...messages.map((one) => ({ ...one, parcel: one.parcel + first })))
    whole.parcels.push(...parcels)
  }
  return whole
}

/** How many octets are sent of them. */
export const octetsOf = ({ messages, parcels }: Arrivals): number =>
  messages.reduce((sum, { envelope }) => sum + envelope.length, 0) +
  parcels.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)

/** Keeps the messages of `given` for the tests in `room`, in their order; they wait for their analysis. Goes on a statement that has
 * both; `waiting` and `bodies` have a row for each maker and each message. Places of makers are held until the end, also those that they
 * have: a claim would else take a maker out that has a message by then. */
export const KEPT = sql`kept AS (
    INSERT INTO messages (id, test_seq, received_at, size, due_at, maker, sender)
      SELECT g.id, r.seq, g.received_at, g.size, 0, coalesce(r.account_id, r.client, 'test/' || r.seq),
        CASE WHEN r.account_id IS NULL THEN g.sender ELSE '' END
      FROM given AS g JOIN room AS r ON r.token = g.token ORDER BY g.no
    RETURNING seq, id, maker, sender),
  bodies AS (
    INSERT INTO message_bodies (message_seq, envelope, packing, raw)
      SELECT k.seq, l.envelope, p.packing, p.raw FROM kept AS k
        JOIN letter AS l ON l.id = k.id JOIN parcel AS p ON p.no = l.parcel
    RETURNING message_seq),
  waiting AS (
    INSERT INTO queue_makers AS m (maker, place, sender)
      SELECT maker, nextval('queue_places'), sender
      FROM (SELECT DISTINCT ON (maker) maker, sender FROM kept ORDER BY maker, seq) AS these
    ON CONFLICT (maker) DO UPDATE SET place = m.place
    RETURNING maker)`
