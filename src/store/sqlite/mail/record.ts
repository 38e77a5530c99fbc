import type { Parcel } from '../../keeping/packing.ts'

/** A message on its way to the writer. */
export interface RecordMessage {
  id: string
  token: string
  /** Milliseconds since 1970. */
  receivedAt: number
  size: number
  /** JSON. */
  envelope: string
  /** The SMTP client's network, '' where it is not known. */
  sender: string
  /** Which of the record's parcels holds it. */
  parcel: number
}

/** What is accepted in one go: all of it is stored, or nothing. */
export interface MailRecord {
  messages: RecordMessage[]
  parcels: Parcel[]
}

/** What stands before the texts and bytes of a record, as JSON. */
type Head = [messages: HeadMessage[], parcels: HeadParcel[]]
type HeadMessage = [
  id: string,
  token: string,
  receivedAt: number,
  size: number,
  sender: string,
  parcel: number,
]
type HeadParcel = [packing: Parcel['packing'], bytes: number]

/** Octets of a record's head. */
const HEADER = 4
/** UTF-8 has no more octets for each UTF-16 unit. */
const UTF8_MOST = 3
/** Ends an envelope: JSON has none. */
const END = 0

/** A record whose head is made already. */
export interface Draft {
  readonly record: MailRecord
  readonly head: string
  /** It takes no more octets. */
  readonly most: number
}

/** Makes a record ready to be written. */
export function draftOf(record: MailRecord): Draft {
  const { messages, parcels } = record
  const head: Head = [
    messages.map(({ id, token, receivedAt, size, sender, parcel }) => [
      id,
      token,
      receivedAt,
      size,
      sender,
      parcel,
    ]),
    parcels.map(({ packing, bytes }) => [packing, bytes.byteLength]),
  ]
  const text = JSON.stringify(head)
  const texts = messages.reduce((sum, { envelope }) => sum + envelope.length + 1, text.length)
  const bytes = parcels.reduce((sum, parcel) => sum + parcel.bytes.byteLength, 0)
  return { record, head: text, most: HEADER + texts * UTF8_MOST + bytes }
}

/** Writes a record where there is room for it; gives where the next one begins. */
export function writeRecord({ record, head }: Draft, into: Buffer, at: number): number {
  let end = at + HEADER + into.write(head, at + HEADER)
  into.writeUInt32LE(end - at - HEADER, at)
  for (const { envelope } of record.messages) {
    end += into.write(envelope, end)
    into[end] = END
    end += 1
  }
  for (const { bytes } of record.parcels) {
    into.set(bytes, end)
    end += bytes.byteLength
  }
  return end
}

/** Reads the record at a place; its parcels are views. `end` is where the next one begins. */
export function readRecord(from: Buffer, at: number): { record: MailRecord; end: number } {
  let end = at + HEADER + from.readUInt32LE(at)
  const [messages, parcels]: Head = JSON.parse(from.toString('utf8', at + HEADER, end))
  const until = (next: number) => {
    const begun = end
    end = next
    return begun
  }
  const record: MailRecord = {
    messages: messages.map(([id, token, receivedAt, size, sender, parcel]) => {
      const over = from.indexOf(END, end)
      const envelope = from.toString('utf8', until(over + 1), over)
      return { id, token, receivedAt, size, sender, parcel, envelope }
    }),
    parcels: parcels.map(([packing, bytes]) => ({ packing, bytes: from.subarray(until(end + bytes), end) })),
  }
  return { record, end }
}
