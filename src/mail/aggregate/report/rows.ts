import { PIECE_BYTES, PIECE_RECORDS, packPiece, type RecordPiece } from '../../../core/aggregate/piece.ts'
import type {
  AggregateRecord,
  DkimResult,
  OverrideReason,
  Results,
  SpfResult,
} from '../../../core/aggregate/report.ts'
import { normaliseAddress } from '../../../net/ip.ts'
import { reportedDomain } from '../../reading/reported/domain.ts'
import { tidyText } from '../../reading/reported/text.ts'
import type { Fields, RawRecord } from './raw.ts'
import { dispositionOf, integerOf, isPass, overrideOf, resultOf, wordOf } from './vocabulary.ts'

const MOST_MESSAGES = 2 ** 31 - 1
const MOST_REMEMBERED = 5_000

/** What a record has beside its results, and a result beside its texts. */
const RECORD_OCTETS = 250
const RESULT_OCTETS = 60

/** Makes pieces of rows as they come. */
export class Rows {
  readonly pieces: Uint8Array[] = []
  readonly warnings = new Set<string>()
  records = 0
  skipped = 0
  #piece: RecordPiece = { results: [], records: [] }
  #results = new Map<string, number>()
  /** What the piece will have, roughly. */
  #octets = 0
  readonly #domains = remembering(reportedDomain)
  readonly #addresses = remembering(addressOf)

  take(raw: RawRecord): void {
    const ip = this.#addresses(raw.row['source_ip'] ?? '')
    const count = integerOf(raw.row['count'])
    if (raw.cut) this.warnings.add('results_cut')
    if (!ip || !count || count > MOST_MESSAGES) {
      this.skipped += 1
      return
    }
    this.records += 1
    this.#piece.records.push(this.#recordOf(raw, ip, count))
    this.#octets += RECORD_OCTETS
    if (this.#piece.records.length >= PIECE_RECORDS || this.#octets >= PIECE_BYTES) this.#endPiece()
  }

  end(): void {
    if (this.#piece.records.length > 0) this.#endPiece()
    if (this.skipped > 0) this.warnings.add('rows_skipped')
  }

  #recordOf(raw: RawRecord, ip: string, count: number): AggregateRecord {
    const { evaluated, identifiers } = raw
    const envelopeFrom = this.#domains(identifiers['envelope_from'] ?? '')
    const envelopeTo = this.#domains(identifiers['envelope_to'] ?? '')
    const record: AggregateRecord = {
      ip,
      count,
      dkim: isPass(evaluated['dkim']),
      spf: isPass(evaluated['spf']),
      disposition: dispositionOf(evaluated['disposition']),
      headerFrom: this.#domains(identifiers['header_from'] ?? ''),
      results: this.#placeOf(raw),
    }
    if (envelopeFrom) record.envelopeFrom = envelopeFrom
    if (envelopeTo) record.envelopeTo = envelopeTo
    return record
  }

  /** The place of the record's results in its piece, where most of them are those of another record. */
  #placeOf({ dkim, spf, reasons }: RawRecord): number {
    const written = `${keyOf(dkim)}\0${keyOf(spf)}\0${keyOf(reasons)}`
    const known = this.#results.get(written)
    if (known !== undefined) return known
    this.#octets += written.length + (dkim.length + spf.length + reasons.length) * RESULT_OCTETS
    const at = this.#piece.results.push(this.#resultsOf(dkim, spf, reasons)) - 1
    this.#results.set(written, at)
    return at
  }

  #resultsOf(dkim: Fields[], spf: Fields[], reasons: Fields[]): Results {
    return {
      dkim: dkim.flatMap((one) => this.#dkimOf(one)),
      spf: spf.flatMap((one) => this.#spfOf(one)),
      reasons: reasons.flatMap(reasonOf),
    }
  }

  #dkimOf(fields: Fields): DkimResult[] {
    const domain = this.#domains(fields['domain'] ?? '')
    if (!domain) return []
    const selector = tidyText(fields['selector'] ?? '', 255)
    if (!selector) this.warnings.add('dkim_selector_missing')
    return [{ domain, ...(selector && { selector }), result: resultOf(fields['result']) }]
  }

  #spfOf(fields: Fields): SpfResult[] {
    const domain = this.#domains(fields['domain'] ?? '')
    const scope = wordOf(fields['scope'])
    return domain ? [{ domain, ...(scope && { scope }), result: resultOf(fields['result']) }] : []
  }

  #endPiece(): void {
    this.pieces.push(packPiece(this.#piece))
    this.#piece = { results: [], records: [] }
    this.#results = new Map()
    this.#octets = 0
  }
}

/** Tells results apart by all that is read of them. */
function keyOf(list: readonly Fields[]): string {
  let key = ''
  for (const {
    domain = NONE,
    selector = NONE,
    scope = NONE,
    result = NONE,
    type = NONE,
    comment = NONE,
  } of list) {
    key += `${domain}\x01${selector}\x01${scope}\x01${result}\x01${type}\x01${comment}\x01`
  }
  return key
}

const NONE = '\x02'

function reasonOf(fields: Fields): OverrideReason[] {
  const type = wordOf(fields['type'])
  const comment = tidyText(fields['comment'] ?? '')
  if (!type && !comment) return []
  return [{ type: overrideOf(type), ...(comment && { comment }) }]
}

/** The canonical text of an address, as some write in brackets; '' for what is none. */
function addressOf(written: string): string {
  const text = written
    .slice(0, 100)
    .trim()
    .replace(/^\[(?:IPv6:)?|\]$/gi, '')
  return normaliseAddress(text) ?? ''
}

/** A report names few different ones. */
function remembering(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const same = known.get(text)
    if (same !== undefined) return same
    const made = make(text)
    // Copies: a piece of a text keeps all of it in memory.
    if (known.size < MOST_REMEMBERED && text.length <= 300) known.set(copyOf(text), copyOf(made))
    return made
  }
}

const copyOf = (text: string) => Buffer.from(text).toString()
