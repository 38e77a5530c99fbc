import { type AggregateRecord, DISPOSITIONS, type Results } from './report.ts'

/** Some records of a report, small enough to be written at one go. */
export interface RecordPiece {
  results: Results[]
  records: AggregateRecord[]
}

/** An address as it travels: IPv4 as a number. */
export type PackedIp = number | string

/** The same as it travels: each text once, and each record as numbers. */
export interface PackedPiece {
  /** Each as JSON: who has seen it before need not read it. */
  results: string[]
  ips: PackedIp[]
  /** Of header_from, envelope_from and envelope_to. */
  texts: string[]
  /** Of each record: places of its address and texts (-1: none), its count, verdicts and the place of its results, as below. */
  rows: number[]
}

/** Numbers of a record in `rows`, and where each stands. */
export const STRIDE = 7
export const [IP, COUNT, VERDICTS, HEADER_FROM, ENVELOPE_FROM, ENVELOPE_TO, RESULTS] = [
  0, 1, 2, 3, 4, 5, 6,
] as const
/** In the number of its verdicts: dkim, spf, and behind them the place of the disposition. */
export const [DKIM_PASSES, SPF_PASSES, DISPOSITION_AT] = [1, 2, 2] as const

/** Records of one piece, at most. */
export const PIECE_RECORDS = 1000

/** A piece that has so many octets takes no more records, so that writing it takes no longer than writing another. */
export const PIECE_BYTES = 512 * 1024

const utf8 = new TextDecoder()

/** Gives the place of each text in a list, where it is added once. */
function places() {
  const list: string[] = []
  const known = new Map<string, number>()
  const of = (text: string | undefined): number => {
    if (text === undefined) return -1
    const there = known.get(text)
    if (there !== undefined) return there
    known.set(text, list.length)
    return list.push(text) - 1
  }
  return { list, of }
}

const OCTETS = 256

/** Of canonical text. */
export function packIp(text: string): PackedIp {
  const parts = text.split('.')
  if (parts.length !== 4) return text
  const packed = parts.reduce((sum, part) => sum * OCTETS + Number(part), 0)
  return unpackIp(packed) === text ? packed : text
}

export function unpackIp(packed: PackedIp): string {
  if (typeof packed === 'string') return packed
  return `${packed >>> 24}.${(packed >>> 16) & 255}.${(packed >>> 8) & 255}.${packed & 255}`
}

/** JSON on lines of its own: what is read of every piece, and then results one by one. */
export function packPiece({ results, records }: RecordPiece): Uint8Array {
  const [ips, texts] = [places(), places()]
  const rows: number[] = []
  for (const {
    ip,
    count,
    dkim,
    spf,
    disposition,
    headerFrom,
    envelopeFrom,
    envelopeTo,
    ...rest
  } of records) {
    const verdicts =
      (dkim ? DKIM_PASSES : 0) |
      (spf ? SPF_PASSES : 0) |
      (DISPOSITIONS.indexOf(disposition) << DISPOSITION_AT)
    const named = [texts.of(headerFrom), texts.of(envelopeFrom), texts.of(envelopeTo)]
    rows.push(ips.of(ip), count, verdicts, ...named, rest.results)
  }
  const lines = [
    JSON.stringify([rows, ips.list.map(packIp), texts.list]),
    ...results.map(({ dkim, spf, reasons }) => JSON.stringify({ dkim, spf, reasons })),
  ]
  return new TextEncoder().encode(lines.join('\n'))
}

/** A piece as it travelled. */
export function readPiece(bytes: Uint8Array): PackedPiece {
  const [first = '', ...results] = utf8.decode(bytes).split('\n')
  const [rows, ips, texts] = JSON.parse(first) as [number[], PackedIp[], string[]]
  return { results, ips, texts, rows }
}

/** How many records it has. */
export const recordsIn = ({ rows }: PackedPiece): number => rows.length / STRIDE

export function unpackPiece(bytes: Uint8Array): RecordPiece {
  const { results, ips, texts, rows } = readPiece(bytes)
  const records: AggregateRecord[] = []
  for (let at = 0; at < rows.length; at += STRIDE) {
    const number = (column: number) => rows[at + column] ?? -1
    const verdicts = number(VERDICTS)
    const [envelopeFrom, envelopeTo] = [texts[number(ENVELOPE_FROM)], texts[number(ENVELOPE_TO)]]
    records.push({
      ip: unpackIp(ips[number(IP)] ?? ''),
      count: number(COUNT),
      dkim: (verdicts & DKIM_PASSES) !== 0,
      spf: (verdicts & SPF_PASSES) !== 0,
      disposition: DISPOSITIONS[verdicts >> DISPOSITION_AT] ?? 'none',
      headerFrom: texts[number(HEADER_FROM)] ?? '',
      ...(envelopeFrom !== undefined && { envelopeFrom }),
      ...(envelopeTo !== undefined && { envelopeTo }),
      results: number(RESULTS),
    })
  }
  return { results: results.map((one) => JSON.parse(one) as Results), records }
}
