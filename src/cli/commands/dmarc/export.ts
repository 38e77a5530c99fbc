import { didYouMean } from '../../../config/suggest.ts'
import { systemSentence } from '../../../core/trouble/system-reason.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../../services/aggregates/export/exports.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'
import { jsonForTerminal, withoutControl } from '../../io.ts'
import { aboutDomain, DOMAIN_OPERAND, notTold, WINDOW_OPTIONS } from './about.ts'

export const dmarcExport: Command = {
  name: 'dmarc export',
  summary: 'Writes every record of DMARC or TLS reports',
  about:
    'CSV has a line for each record, in the columns of parsedmarc. JSON is an array of reports with their records, as parsedmarc writes it. What strangers wrote begins with an apostrophe where a spreadsheet would run it. An export that breaks off ends with exit code 1.',
  operands: [DOMAIN_OPERAND],
  options: {
    ...WINDOW_OPTIONS,
    tls: {
      sentence: 'TLS reports in place of DMARC reports: a line for each policy and each kind of failure.',
    },
    format: { value: 'format', sentence: `${EXPORT_FORMATS.join(' or ')}.`, default: 'csv' },
  },
  configured: true,
  examples: [
    ['mailgauge dmarc export example.org > records.csv', 'The last 30 days.'],
    [
      'mailgauge dmarc export example.org --from 2026-10-01 --to 2026-10-31 --format json > october.json',
      'A month, as JSON.',
    ],
    ['mailgauge dmarc export example.org --tls > tls.csv', 'TLS reports of the last 30 days.'],
  ],
  run: aboutDomain(async (invocation, admin, { actor, id, window }) => {
    const { io, value, isSet } = invocation
    const named = value('format') ?? 'csv'
    const format = EXPORT_FORMATS.find((one) => one === named)
    if (!format) {
      const hint = didYouMean(named, EXPORT_FORMATS)
      return misuse(io, `--format: expected ${EXPORT_FORMATS.join(' or ')}, found "${named}"${hint}`)
    }
    const make = isSet('tls') ? admin.exports.tls : admin.exports.records
    const file = await make(actor, id, window, format)
    if (!file.ok) return notTold(invocation, file.refusal)
    try {
      for await (const part of file.value.parts) {
        if (!(await io.outInPace(io.terminal ? forTerminal(part, format) : part))) break
      }
    } catch (cause) {
      const why = systemSentence(cause) ?? `${cause instanceof Error ? cause.message : cause}.`
      return fail(io, `${why} What was written is not whole.`)
    }
    return EXIT.done
  }),
}

const forTerminal = (text: string, format: ExportFormat) =>
  format === 'json' ? jsonForTerminal(text) : withoutControl(text.replaceAll('\r\n', '\n'))
