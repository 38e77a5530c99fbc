import { isLong, type Parcel, parcel } from '../keeping/packing.ts'
import type { NewMessage } from '../messages.ts'
import type { MailRecord } from './mail/record.ts'

/** Received mail as it travels to the writer, which packs it: the same bytes for several tests once. Undefined: some of it
 * is long, and is to be packed on the way. */
export function recordOf(messages: readonly NewMessage[]): MailRecord | undefined {
  const raws = rawsOf(messages)
  if (raws.some(isLong)) return undefined
  return recordWith(
    messages,
    raws,
    raws.map((bytes) => ({ packing: 'open', bytes })),
  )
}

/** The same, packed where it is long. */
export async function packedRecord(messages: readonly NewMessage[]): Promise<MailRecord> {
  const raws = rawsOf(messages)
  return recordWith(messages, raws, await Promise.all(raws.map(parcel)))
}

const rawsOf = (messages: readonly NewMessage[]) => [...new Set(messages.map(({ raw }) => raw))]

function recordWith(
  messages: readonly NewMessage[],
  raws: readonly Uint8Array[],
  parcels: Parcel[],
): MailRecord {
  return {
    messages: messages.map(({ id, token, envelope, raw, sender = '' }) => ({
      id,
      token,
      receivedAt: envelope.receivedAt.getTime(),
      size: raw.byteLength,
      envelope: JSON.stringify(envelope),
      sender,
      parcel: raws.indexOf(raw),
    })),
    parcels,
  }
}
