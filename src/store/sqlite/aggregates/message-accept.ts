import { and, eq, gt, sql } from 'drizzle-orm'
import type { Packed } from '../../../core/kept/packed.ts'
import { shareWithout } from '../../../core/space.ts'
import { type Parcel, pack } from '../../keeping/packing.ts'
import type { Acceptance, MessageBounds } from '../../messages.ts'
import type { Connection } from '../connection.ts'
import type { Answer, Crate } from '../mail/crate.ts'
import { type MailRecord, type RecordMessage, readRecord } from '../mail/record.ts'
import { RolledBack } from '../rolled-back.ts'
import { mailTests, messageBodies, messages } from '../schema.ts'
import { statement } from '../statement.ts'
import { TEST_STANDS } from '../test-reads/standing.ts'
import { failureOf } from '../write-failed.ts'
import { anonymousOf, held } from './held.ts'
import { placeInLine, WAITING } from './queue/rows.ts'

/** A message as its rows hold it. */
export interface KeptMessage {
  testSeq: number
  id: string
  receivedAt: number
  size: number
  /** JSON. */
  envelope: string
  maker: string
  sender: string
  packed: Packed
}

function prepareRoom({ driver, queries }: Connection) {
  return statement(
    { driver },
    queries
      .select({ testSeq: mailTests.seq, accountId: mailTests.accountId, client: mailTests.client, ...held })
      .from(mailTests)
      .where(
        and(
          eq(mailTests.token, sql.placeholder('token')),
          gt(mailTests.expiresAt, sql.placeholder('receivedAt')),
          sql.raw(TEST_STANDS),
        ),
      ),
  )
}

/** Keeps a message for a test that has room for it; it waits for its analysis. */
export function messageKeeper({ driver, queries }: Connection): (message: KeptMessage) => void {
  const prepared = {
    insertMessage: statement(
      { driver },
      queries.insert(messages).values({
        id: sql.placeholder('id'),
        testSeq: sql.placeholder('testSeq'),
        receivedAt: sql.placeholder('receivedAt'),
        size: sql.placeholder('size'),
        dueAt: WAITING,
        maker: sql.placeholder('maker'),
        sender: sql.placeholder('sender'),
        rank: placeInLine(sql.placeholder('maker')),
      }),
    ),
    hold: statement(
      { driver },
      queries
        .update(mailTests)
        .set({
          messageCount: sql`${mailTests.messageCount} + 1`,
          messageBytes: sql`${mailTests.messageBytes} + ${sql.placeholder('size')}`,
        })
        .where(eq(mailTests.seq, sql.placeholder('testSeq'))),
    ),
    insertBody: statement(
      { driver },
      queries.insert(messageBodies).values({
        messageSeq: sql.placeholder('seq'),
        envelope: sql.placeholder('envelope'),
        packing: sql.placeholder('packing'),
        raw: sql.placeholder('raw'),
      }),
    ),
  }
  return ({ envelope, packed: { packing, bytes }, ...message }) => {
    const { testSeq, size } = message
    prepared.hold.run({ testSeq, size })
    const seq = prepared.insertMessage.run(message)
    prepared.insertBody.run({ seq, envelope, packing, raw: bytes })
  }
}

/** The columns of the room of a test. */
type Room = readonly [
  testSeq: number,
  accountId: string | null,
  client: string | null,
  messages: number,
  bytes: number,
  anonymousAll: number | null,
  anonymousClient: number,
]

/** Runs steps each of which can be undone alone. */
function createUndoing({ driver }: Connection, name: string) {
  const savepoint = driver.prepare(`SAVEPOINT ${name}`)
  const release = driver.prepare(`RELEASE ${name}`)
  const undo = driver.prepare(`ROLLBACK TO ${name}`)
  return <T>(step: () => T, failed: (cause: unknown) => T): T => {
    savepoint.run()
    try {
      const done = step()
      release.run()
      return done
    } catch (cause) {
      // SQLite may have undone the whole transaction by itself: disk full, I/O error.
      if (!driver.inTransaction) throw cause
      undo.run()
      release.run()
      return failed(cause)
    }
  }
}

/** `places` are those that crates may be in. */
export function acceptWrites(connection: Connection, places: readonly Buffer[] = []) {
  const roomOf = prepareRoom(connection)
  const keep = messageKeeper(connection)
  const alone = createUndoing(connection, 'record')

  function roomFor({ token, receivedAt, size }: RecordMessage, bounds: MessageBounds) {
    const room = roomOf.first({ token, receivedAt }) as Room | undefined
    if (!room) return 'unknown_test' as const
    const [, , , count, bytes, anonymousAll, anonymousClient] = room
    if (count >= bounds.messagesPerTest || bytes + size > bounds.bytesPerTest) return 'mailbox_full' as const
    const anonymous = bounds.anonymous && anonymousOf({ anonymousAll, anonymousClient })
    return (anonymous && bounds.anonymous && shareWithout(size, anonymous, bounds.anonymous)) ?? room
  }

  /** Why it is not taken, before anything is changed. */
  function acceptOne(
    message: RecordMessage,
    bounds: MessageBounds,
    raw: () => Packed,
  ): Exclude<Acceptance, 'stored'> | undefined {
    const room = roomFor(message, bounds)
    if (typeof room === 'string') return room
    const { id, receivedAt, size, envelope } = message
    const [testSeq, accountId, client] = room
    const maker = accountId ?? client ?? `test/${testSeq}`
    const sender = accountId === null ? message.sender : ''
    keep({ id, testSeq, receivedAt, size, envelope, maker, sender, packed: raw() })
    return undefined
  }

  function acceptAll({ messages, parcels }: MailRecord, bounds: MessageBounds): Acceptance {
    const packed = packedOnce(parcels)
    for (const [index, message] of messages.entries()) {
      const refused = acceptOne(message, bounds, () => packed(message.parcel))
      if (refused && index > 0) throw new RolledBack(refused)
      if (refused) return refused
    }
    return 'stored'
  }

  return {
    /** Gives an answer for each record, which is stored whole or not at all. */
    accept({ in: where, records, bounds, singly }: Crate): Answer[] {
      const from = typeof where === 'number' ? places[where] : Buffer.from(where)
      if (!from) throw new Error('A crate in no place')
      const all = (record: MailRecord) => acceptAll(record, bounds)
      return recordsOf(from, records).map((record) =>
        singly || record.messages.length > 1 ? alone(() => all(record), answerOf) : all(record),
      )
    },
  }
}

/** What several messages share is packed once, and only where it is kept. */
export function packedOnce(parcels: readonly Parcel[]): (parcel: number) => Packed {
  const packed: Packed[] = []
  return (parcel) => {
    packed[parcel] ??= pack(parcels[parcel] ?? NOTHING)
    return packed[parcel]
  }
}

const NOTHING: Parcel = { packing: 'plain', bytes: new Uint8Array(0) }

function recordsOf(from: Buffer, count: number): MailRecord[] {
  let at = 0
  return Array.from({ length: count }, () => {
    const { record, end } = readRecord(from, at)
    at = end
    return record
  })
}

function answerOf(cause: unknown): Answer {
  return cause instanceof RolledBack ? (cause.answer as Acceptance) : failureOf(cause)
}
