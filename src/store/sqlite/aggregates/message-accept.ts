import { and, eq, gt, sql } from 'drizzle-orm'
import { shareWithout } from '../../../core/space.ts'
import type { Acceptance, MessageBounds } from '../../messages.ts'
import type { Queries } from '../connection.ts'
import { type Parcel, pack } from '../packing.ts'
import { RolledBack } from '../rolled-back.ts'
import { mailTests, messageBodies, messages } from '../schema.ts'
import { anonymousOf, held } from './held.ts'
import { placeInLine, WAITING } from './queue-rows.ts'

/** A message as it travels to the writer. */
export interface MessageParcel {
  id: string
  token: string
  receivedAt: Date
  size: number
  envelope: string
  raw: Parcel
  /** The SMTP client's network, '' where it is not known. */
  sender: string
}

function prepareAccept(queries: Queries) {
  return {
    room: queries
      .select({ testSeq: mailTests.seq, accountId: mailTests.accountId, client: mailTests.client, ...held })
      .from(mailTests)
      .where(
        and(
          eq(mailTests.token, sql.placeholder('token')),
          gt(mailTests.expiresAt, sql.placeholder('receivedAt')),
        ),
      )
      .prepare(),
    insertMessage: queries
      .insert(messages)
      .values({
        id: sql.placeholder('id'),
        testSeq: sql.placeholder('testSeq'),
        receivedAt: sql.placeholder('receivedAt'),
        size: sql.placeholder('size'),
        dueAt: WAITING,
        maker: sql.placeholder('maker'),
        sender: sql.placeholder('sender'),
        rank: placeInLine(sql.placeholder('maker')),
      })
      .returning({ seq: messages.seq })
      .prepare(),
    hold: queries
      .update(mailTests)
      .set({
        messageCount: sql`${mailTests.messageCount} + 1`,
        messageBytes: sql`${mailTests.messageBytes} + ${sql.placeholder('size')}`,
      })
      .where(eq(mailTests.seq, sql.placeholder('testSeq')))
      .prepare(),
    insertBody: queries
      .insert(messageBodies)
      .values({
        messageSeq: sql.placeholder('seq'),
        envelope: sql.placeholder('envelope'),
        packing: sql.placeholder('packing'),
        raw: sql.placeholder('raw'),
      })
      .prepare(),
  }
}

export function acceptWrites(queries: Queries) {
  const prepared = prepareAccept(queries)
  function acceptOne({ raw, ...message }: MessageParcel, bounds: MessageBounds): void {
    const { token, receivedAt, size } = message
    const room = prepared.room.get({ token, receivedAt: receivedAt.getTime() })
    if (!room) throw new RolledBack('unknown_test')
    if (room.messages >= bounds.messagesPerTest || room.bytes + size > bounds.bytesPerTest) {
      throw new RolledBack('mailbox_full')
    }
    const anonymous = bounds.anonymous && anonymousOf(room)
    const full = anonymous && bounds.anonymous && shareWithout(size, anonymous, bounds.anonymous)
    if (full) throw new RolledBack(full)
    const { packing, bytes } = pack(raw)
    const { testSeq, accountId } = room
    const maker = accountId ?? room.client ?? `test/${testSeq}`
    const sender = accountId === null ? message.sender : ''
    prepared.hold.run({ testSeq, size })
    const { seq } = prepared.insertMessage.get({ ...message, testSeq, maker, sender })
    prepared.insertBody.run({ seq, envelope: message.envelope, packing, raw: bytes })
  }
  return {
    accept(parcels: MessageParcel[], bounds: MessageBounds): Acceptance {
      for (const parcel of parcels) acceptOne(parcel, bounds)
      return 'stored'
    },
  }
}
