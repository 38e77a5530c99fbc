import type { FileContent, ReadFile } from '../../../core/aggregate/file.ts'
import type { Litter } from '../../reading/reported/litter.ts'
import { tidyName } from '../../reading/reported/text.ts'
import type { ReadLimits } from '../limits.ts'
import { joined } from './bytes.ts'
import { gunzip } from './gzip.ts'
import { type FileKind, isArchive, sniff } from './sniff.ts'
import { entriesOf, unzip } from './zip.ts'

/** A document that may be a report, out of all its archives. */
export interface ReportDocument {
  kind: 'xml' | 'json'
  /** Emptied by who reads it, so that its memory is free as early as it may be. */
  chunks: Uint8Array[]
  warnings: string[]
}

/** What goes through everything that is unpacked of one mail. */
export interface Unpacking {
  limits: ReadLimits
  /** Octets that may still come out of archives. */
  left: number
  litter: Litter
  read(document: ReportDocument): FileContent
}

interface Packed {
  name: string
  chunks: Uint8Array[]
  warnings: string[]
  /** Archives around it. */
  level: number
}

/** Names beyond those that are read; of more only their number is told. */
const MOST_NAMED = 64

/** Reads every document in a file, however it is packed. */
export async function unpack(unpacking: Unpacking, name: string, bytes: Uint8Array): Promise<ReadFile[]> {
  return await open(unpacking, { name, chunks: [bytes], warnings: [], level: 0 })
}

async function open(unpacking: Unpacking, packed: Packed): Promise<ReadFile[]> {
  const kind = sniff(packed.chunks[0] ?? new Uint8Array())
  if (!isArchive(kind)) return [{ name: packed.name, content: readDocument(unpacking, packed, kind) }]
  if (packed.level >= unpacking.limits.nesting) {
    const most = unpacking.limits.nesting
    return [rejected(packed.name, 'nested_too_deep', `More than ${most} archives are nested in one another.`)]
  }
  const bytes = joined(packed.chunks)
  packed.chunks = []
  return kind === 'gzip' ? openGzip(unpacking, packed, bytes) : openZip(unpacking, packed, bytes)
}

function readDocument(unpacking: Unpacking, packed: Packed, kind: FileKind | undefined): FileContent {
  if (kind !== 'xml' && kind !== 'json') {
    return { kind: 'rejected', reason: 'not_a_report', detail: 'It holds neither XML nor JSON.' }
  }
  return unpacking.read({ kind, chunks: packed.chunks, warnings: packed.warnings })
}

const mostOf = ({ left, limits }: Unpacking) => Math.min(left, limits.documentBytes)

async function openGzip(unpacking: Unpacking, packed: Packed, bytes: Uint8Array): Promise<ReadFile[]> {
  const max = mostOf(unpacking)
  const { chunks, size, name, warnings, stopped } = await gunzip(bytes, max)
  unpacking.left -= Math.min(size, unpacking.left)
  unpacking.litter.left(size)
  const own = packed.name || tidyName(name ?? '')
  if (stopped === 'too_large') return [tooLarge(own, max, unpacking.limits)]
  if (stopped === 'not_a_report') return [rejected(own, 'not_a_report', 'It holds neither XML nor JSON.')]
  if (stopped) return [rejected(own, 'damaged_archive', 'It cannot be unpacked.')]
  if (size === 0) return [rejected(own, 'not_a_report', 'It is empty.')]
  const all = [...packed.warnings, ...warnings]
  return await open(unpacking, { name: own, chunks, warnings: [...new Set(all)], level: packed.level + 1 })
}

async function openZip(unpacking: Unpacking, packed: Packed, bytes: Uint8Array): Promise<ReadFile[]> {
  const entries = entriesOf(bytes)
  if (!entries)
    return [rejected(packed.name, 'damaged_archive', 'The archive has no entries that can be read.')]
  const most = unpacking.limits.files
  const files: ReadFile[] = []
  for (const entry of entries.slice(0, most)) {
    const max = mostOf(unpacking)
    const one = await unzip(bytes, entry, max)
    unpacking.left -= Math.min(one.size, unpacking.left)
    unpacking.litter.left(one.size)
    const name = tidyName(one.name)
    if ('reason' in one && one.reason === 'too_large') files.push(tooLarge(name, max, unpacking.limits))
    else if ('reason' in one) files.push(rejected(name, one.reason, one.detail))
    else if (one.size === 0) files.push(rejected(name, 'not_a_report', 'It is empty.'))
    else {
      const warnings = [...new Set([...packed.warnings, ...one.warnings])]
      files.push(...(await open(unpacking, { name, chunks: one.chunks, warnings, level: packed.level + 1 })))
    }
  }
  const unread = entries.slice(most).map(({ name }) => tidyName(name))
  return [...files, ...leftOut(unread, most)]
}

const MIB = 1024 * 1024

function tooLarge(name: string, max: number, limits: ReadLimits): ReadFile {
  const detail =
    max < limits.documentBytes
      ? `Its mail unpacks to more than ${limits.totalBytes / MIB} MiB.`
      : `It unpacks to more than ${limits.documentBytes / MIB} MiB.`
  return rejected(name, 'too_large', detail)
}

function leftOut(names: readonly string[], most: number): ReadFile[] {
  const detail = `Only the first ${most} files of an archive are read.`
  const named = names.slice(0, MOST_NAMED).map((name) => rejected(name, 'too_many_files', detail))
  const rest = names.length - named.length
  return rest > 0 ? [...named, rejected(`and ${rest} more`, 'too_many_files', detail)] : named
}

export function rejected(
  name: string,
  reason: Extract<FileContent, { kind: 'rejected' }>['reason'],
  detail: string,
): ReadFile {
  return { name, content: { kind: 'rejected', reason, detail } }
}
