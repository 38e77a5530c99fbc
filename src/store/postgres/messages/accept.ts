import { AWAITED_BYTES, ROW_BYTES, shareWithout } from '../../../core/space.ts'
import { createTogether } from '../../keeping/together.ts'
import type { Acceptance, MessageBounds, NewMessage } from '../../messages.ts'
import { DatabaseBusy, DatabaseSilent, type Db, type Tx } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'
import { StatementFailed, whenFull } from '../wire/failures.ts'
import { type Arrivals, arrivalsOf, givenMessages, KEPT, octetsOf, together } from './arrivals.ts'

/** How often a message is tried that is refused by nothing that is there a moment later. */
const TRIES = 5
/** Octets of mail that others do not wait for. */
const LONG = 128 * 1024
/** What the statement ends with where some of it has no room: nothing of it is kept. */
const DIVISION_BY_ZERO = '22012'
/** What a message counts for beside its octets, when it is asked whether there is room. */
const OVERHEAD = plain(`${ROW_BYTES + AWAITED_BYTES}`)
/** True of a test whose account was not deleted. */
const STANDS = sql`NOT EXISTS (SELECT 1 FROM accounts AS a WHERE a.id = t.account_id AND a.deleted_at IS NOT NULL)`

/** Keeps received mail: one statement, with which all messages are kept or none. What it is bounded by stands on rows that it
 * writes, so that of two hosts each decides by what the other left. Those rows are held until the disk has it: what comes while one
 * statement is under way goes together with the next. */
export function acceptor(db: Db) {
  async function write(arrivals: Arrivals, bounds: MessageBounds): Promise<boolean> {
    try {
      const row = await db.first<{ stored: number }>(statementOf(arrivals, bounds))
      return row?.stored === 1
    } catch (cause) {
      if (cause instanceof StatementFailed && cause.code === DIVISION_BY_ZERO) return false
      if (cause instanceof DatabaseSilent && (await areKept(arrivals))) return true
      throw cause
    }
  }

  /** Whether what may have been done was. */
  async function areKept({ messages }: Arrivals): Promise<boolean> {
    const ids = messages.map(({ id }) => id)
    const row = await db
      .first<{ kept: number }>(sql`SELECT count(*) AS kept FROM messages WHERE id = ANY(${ids})`)
      .catch(() => undefined)
    return row?.kept === ids.length
  }

  async function storeOne({ arrivals, bounds }: Call): Promise<Acceptance> {
    for (let tries = 0; tries < TRIES; tries++) {
      if (await write(arrivals, bounds)) return 'stored'
      const refused = await refusalOf(db, arrivals, bounds)
      if (refused) return refused
    }
    throw new DatabaseBusy(
      'A message was not kept: whatever had no room for it had some when it was looked at.',
    )
  }

  /** In one statement; where one of them has no room, each by itself. */
  async function storeSome(calls: readonly Call[]): Promise<Settled[]> {
    const [first] = calls
    if (!first) return []
    if (calls.length > 1) {
      const stored = await settled(write(together(calls.map(({ arrivals }) => arrivals)), first.bounds))
      if ('cause' in stored && !(stored.cause instanceof StatementFailed)) return calls.map(() => stored)
      if ('value' in stored && stored.value) return calls.map(() => ({ value: 'stored' }))
    }
    return Promise.all(calls.map((call) => settled(storeOne(call))))
  }

  /** What has the same bounds goes together. */
  async function storeAll(calls: readonly Call[]): Promise<Settled[]> {
    const groups = Map.groupBy(calls, ({ bounds }) => JSON.stringify(bounds))
    const answers = new Map<Call, Settled>()
    await Promise.all(
      groups.values().map(async (group) => {
        for (const [at, answer] of (await storeSome(group)).entries()) {
          const call = group[at]
          if (call) answers.set(call, answer)
        }
      }),
    )
    return calls.map((call) => answers.get(call) ?? { cause: new Error('A message without an answer.') })
  }

  const soon = createTogether(storeAll, ({ arrivals }) => octetsOf(arrivals))
  return async (messages: readonly NewMessage[], bounds: MessageBounds): Promise<Acceptance> => {
    if (messages.length === 0) return 'stored'
    const call = { arrivals: await arrivalsOf(messages), bounds }
    // Nothing waits for what is long.
    const answer = octetsOf(call.arrivals) > LONG ? await settled(storeOne(call)) : await soon(call)
    return 'value' in answer ? answer.value : whenFull(answer.cause)
  }
}

interface Call {
  arrivals: Arrivals
  bounds: MessageBounds
}

type Settled<T = Acceptance> = { value: T } | { cause: unknown }

const settled = <T>(work: Promise<T>): Promise<Settled<T>> =>
  work.then(
    (value) => ({ value }),
    (cause: unknown) => ({ cause }),
  )

/** Rows are locked in one order: tests, then what their makers wait by, then the bytes of tests without an account. */
function statementOf(arrivals: Arrivals, { messagesPerTest, bytesPerTest, anonymous }: MessageBounds) {
  const tokens = [...new Set(arrivals.messages.map(({ token }) => token))]
  const isOne = tokens.length === 1
  const inOrder = sql`, ordered AS MATERIALIZED (
    SELECT o.seq FROM mail_tests AS o WHERE o.token = ANY(${tokens}) ORDER BY o.seq FOR NO KEY UPDATE)`
  const most = boundOf(anonymous?.bytes)
  const mostOfClient = boundOf(anonymous?.bytesPerClient)
  return sql`WITH ${givenMessages(arrivals)},
    asked AS (SELECT token, count(*) AS messages, sum(size)::bigint AS bytes, sum(held)::bigint AS held,
      max(received_at) AS latest FROM given GROUP BY token)
    ${isOne ? plain('') : inOrder},
    room AS (
      UPDATE mail_tests AS t SET message_count = t.message_count + g.messages, message_bytes = t.message_bytes + g.bytes,
        held_bytes = t.held_bytes + g.held
      FROM asked AS g ${plain(isOne ? '' : 'CROSS JOIN ordered AS o')}
      WHERE t.token = g.token ${plain(isOne ? '' : 'AND t.seq = o.seq')} AND t.expires_at > g.latest AND ${STANDS}
        AND t.message_count + g.messages <= ${messagesPerTest}::bigint
        AND t.message_bytes + g.bytes <= ${bytesPerTest}::bigint
      RETURNING t.seq, t.token, t.account_id, t.client),
    ${KEPT},
    anonymous AS (
      SELECT c.client, g.held, g.size, sum(g.held) OVER (PARTITION BY c.client ORDER BY g.no) - g.held AS before
      FROM given AS g JOIN room AS r ON r.token = g.token CROSS JOIN LATERAL (VALUES (''), (r.client)) AS c (client)
      WHERE r.account_id IS NULL),
    share AS (SELECT client, sum(held)::bigint AS held, max(before + size + ${OVERHEAD})::bigint AS most
      FROM anonymous GROUP BY client),
    sums AS MATERIALIZED (
      SELECT b.client FROM anonymous_bytes AS b WHERE b.client IN (SELECT client FROM share) ORDER BY b.client
      FOR NO KEY UPDATE),
    held AS (
      UPDATE anonymous_bytes AS b SET bytes = b.bytes + s.held FROM share AS s JOIN sums USING (client)
      WHERE b.client = s.client
        AND b.bytes + s.most <= CASE WHEN b.client = '' THEN ${most}::bigint ELSE ${mostOfClient}::bigint END
      RETURNING b.client),
    -- of a test whose network is not known
    unknown AS (SELECT 1 AS full FROM anonymous WHERE client IS NULL AND size + ${OVERHEAD} > ${mostOfClient}::bigint)
    SELECT CASE WHEN (SELECT count(*) FROM room) = 0 THEN 0 ELSE 1 / (
      (SELECT count(*) FROM room) = ${tokens.length} AND (SELECT count(*) FROM bodies) = ${arrivals.messages.length}
      AND (SELECT count(*) FROM waiting) > 0 AND NOT EXISTS (SELECT 1 FROM unknown)
      AND (SELECT count(*) FROM held) = (SELECT count(client) FROM share))::int END AS stored`
}

/** A bound as the database compares it. */
const boundOf = (bytes = Number.MAX_SAFE_INTEGER) => Math.floor(Math.min(bytes, Number.MAX_SAFE_INTEGER))

interface RoomRow {
  token: string
  isAnonymous: boolean
  client: string | null
  messageCount: number
  messageBytes: number
  expiresAt: number
  heldByAll: number
  heldByClient: number
}

/** Why a message was not kept, by what is there now; undefined where there is room for it by now. */
async function refusalOf(
  tx: Tx,
  { messages }: Arrivals,
  bounds: MessageBounds,
): Promise<Exclude<Acceptance, 'stored'> | undefined> {
  const tokens = messages.map(({ token }) => token)
  const rows =
    await tx.all<RoomRow>(sql`SELECT t.token, t.account_id IS NULL AS is_anonymous, t.client, t.message_count,
      t.message_bytes, t.expires_at,
      coalesce((SELECT bytes FROM anonymous_bytes WHERE client = ''), 0) AS held_by_all,
      coalesce((SELECT bytes FROM anonymous_bytes WHERE client = t.client), 0) AS held_by_client
    FROM mail_tests AS t WHERE t.token = ANY(${tokens}) AND ${STANDS}`)
  const rooms = new Map(rows.map((row) => [row.token, row]))
  for (const { token, receivedAt, size, held } of messages) {
    const room = rooms.get(token)
    if (!room || room.expiresAt <= receivedAt) return 'unknown_test'
    const isFull =
      room.messageCount >= bounds.messagesPerTest || room.messageBytes + size > bounds.bytesPerTest
    if (isFull) return 'mailbox_full'
    const shares = room.isAnonymous ? bounds.anonymous : undefined
    const full = shares && shareWithout(size, { all: room.heldByAll, client: room.heldByClient }, shares)
    if (full) return full
    room.messageCount += 1
    room.messageBytes += size
    if (room.isAnonymous) countIn(rows, room.client, held)
  }
  return undefined
}

/** A message counts for all tests without an account, and for those of its network. */
function countIn(rows: readonly RoomRow[], client: string | null, held: number): void {
  for (const row of rows) {
    row.heldByAll += held
    if (client !== null && row.client === client) row.heldByClient += held
  }
}
