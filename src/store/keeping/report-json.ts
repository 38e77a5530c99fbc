import { type Check, fromRendered, type RenderedCheck } from '../../core/check.ts'
import type { Packed } from '../../core/kept/packed.ts'
import type { Message } from '../../core/message.ts'
import type { Report } from '../../core/report.ts'
import type { StoredReport } from '../messages.ts'
import { unpack } from './packing.ts'

type StoredCheck = Check | RenderedCheck

/** A report as it was written: by this version packed, by an earlier one as text, its checks as strings. */
export async function storedReport({ message, kept }: StoredRow): Promise<StoredReport> {
  if (!kept) return { message }
  const { text, packed, packing, revision } = kept
  const json = packed ? new TextDecoder().decode(await unpack({ packing, bytes: packed })) : text
  return { message, report: reportFromJson(json), revision }
}

/** A message with the columns that hold its report, where it has one. */
export interface StoredRow {
  message: Message
  kept?: {
    text: string
    packed: Packed['bytes'] | null
    packing: Packed['packing']
    revision: number
  }
}

/** Nothing is checked: only this store wrote it. */
function reportFromJson(json: string): Report {
  const report: Omit<Report, 'checks'> & { checks: StoredCheck[] } = JSON.parse(json)
  return { ...report, checks: report.checks.map((one) => ('findings' in one ? one : fromRendered(one))) }
}
