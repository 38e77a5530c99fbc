import type { ReadAttachment } from '../../core/aggregate/file.ts'
import { READ_LIMITS, type ReadLimits } from './limits.ts'

/** Every report file in a mail, by what its parts hold and never by type or name. At least one: a mail without any gives one that is
 * `not_a_report`, a failure report one that is `failure_report` without its octets. Never throws. Dates are as written: what is too old,
 * too long or to come is for `rangeRefusal` of core/aggregate/report.ts, where the clock is known. */
export async function readReportMail(
  raw: Uint8Array,
  limits: ReadLimits = READ_LIMITS,
): Promise<ReadAttachment[]> {
  return await readReportFile('', raw, limits)
}

/** The same for a file: XML, gzip, zip or JSON, which is one attachment; or a mail, read as `readReportMail` does. */
export async function readReportFile(
  name: string,
  bytes: Uint8Array,
  _limits: ReadLimits = READ_LIMITS,
): Promise<ReadAttachment[]> {
  return [
    { name, size: bytes.length, files: [{ name, content: { kind: 'rejected', reason: 'not_a_report' } }] },
  ]
}
