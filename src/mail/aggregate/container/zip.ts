import type { Rejection } from '../../../core/aggregate/file.ts'
import { crcOf, u16, u32 } from './bytes.ts'
import { type CentralEntry, readDirectory, SKIPPED_NAMES } from './directory.ts'
import { couldBeReport, inflate } from './inflate.ts'

/** What became of an entry of an archive. */
export type Unzipped =
  | { name: string; chunks: Uint8Array[]; size: number; warnings: string[] }
  | { name: string; reason: Rejection; detail: string; size: number }

const LOCAL_HEADER = 30
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8

/** The files of an archive in its own order, directories left out; undefined: there is nothing to be read. */
export function entriesOf(bytes: Uint8Array): CentralEntry[] | undefined {
  const entries = readDirectory(bytes)?.filter(({ name }) => !SKIPPED_NAMES.test(name))
  return entries && !overlap(bytes, entries) ? entries : undefined
}

/** Entries that share their octets are what bombs are made of. */
function overlap(bytes: Uint8Array, entries: readonly CentralEntry[]): boolean {
  let end = 0
  return entries
    .toSorted((a, b) => a.offset - b.offset)
    .some(({ offset, packed }) => {
      const isInside = offset < end
      end = dataStart(bytes, offset) + packed
      return isInside
    })
}

function dataStart(bytes: Uint8Array, offset: number): number {
  return offset + LOCAL_HEADER + u16(bytes, offset + 26) + u16(bytes, offset + 28)
}

/** Unpacks one entry to at most `max` octets. */
export async function unzip(bytes: Uint8Array, entry: CentralEntry, max: number): Promise<Unzipped> {
  const { name, offset, packed } = entry
  const refused = refusalOf(bytes, entry, max)
  if (refused) return { name, size: 0, ...refused }
  const start = dataStart(bytes, offset)
  const input = bytes.subarray(start, start + packed)
  const part = await unpackEntry(entry, input, max)
  if (part.stopped === 'not_a_report') return { name, size: part.size, ...NOTHING_KNOWN }
  if (part.stopped === 'too_large') return { name, size: part.size, ...TOO_LARGE }
  if (part.stopped && part.size === 0) return { name, size: 0, ...damaged('The entry cannot be unpacked.') }
  const isCut = entry.salvaged || part.stopped === 'damaged' || start + packed > bytes.length
  const isWhole = part.size === entry.size && crcOf(part.chunks) === entry.crc
  const warnings = isCut ? ['truncated'] : isWhole ? [] : ['crc_mismatch']
  return { name, chunks: part.chunks, size: part.size, warnings }
}

async function unpackEntry({ method }: CentralEntry, input: Uint8Array, max: number) {
  if (method === DEFLATED) return await inflate(input, max, couldBeReport)
  const stopped = couldBeReport(input) ? undefined : ('not_a_report' as const)
  return { chunks: [input], size: input.length, stopped }
}

const NOTHING_KNOWN = {
  reason: 'not_a_report',
  detail: 'It holds neither XML nor JSON.',
} as const

const TOO_LARGE = { reason: 'too_large', detail: 'It unpacks to more than is read.' } as const

const damaged = (detail: string) => ({ reason: 'damaged_archive', detail }) as const

function refusalOf(bytes: Uint8Array, entry: CentralEntry, max: number) {
  if (entry.size > max || entry.packed > max) return TOO_LARGE
  if (entry.flags & ENCRYPTED) return damaged('The entry is encrypted.')
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    return damaged(`The entry is packed by method ${entry.method}; only deflate can be read.`)
  }
  if (u32(bytes, entry.offset) !== 0x04034b50) return damaged('The entry is not where the archive says.')
  return undefined
}
