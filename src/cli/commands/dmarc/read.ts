import type { Config } from '../../../config/config.ts'
import { type Command, EXIT, type Invocation, withConfig } from '../../command.ts'
import { jsonForTerminal } from '../../io.ts'
import type { Found } from '../../message-files/sources.ts'
import { findReportFiles, inOrder, nameOf } from '../../report-files/find.ts'
import {
  READ_HEADINGS,
  type ReadRow,
  rowCells,
  rowJson,
  rowsOf,
  unreadRow,
} from '../../report-files/read-rows.ts'
import { table } from '../../table.ts'

/** What every command says of the files that it takes. */
export const REPORT_FILES = {
  name: 'file',
  sentence:
    'A report (XML, gzip, zip, JSON), a mail (.eml), an mbox file, a folder (also a Maildir), or - for standard input. What a file is, its content tells. Folders are read with the folders in them, in the order of paths; hidden files and links to folders are not.',
  several: true,
} as const

export const dmarcRead: Command = {
  name: 'dmarc read',
  summary: 'Shows what is in DMARC and TLS report files',
  about:
    'Needs no service and no database, stores nothing and sends nothing. A line for each report: who reported, about which domain and which time, how many messages, and how many of them passed DMARC, by aligned DKIM and by aligned SPF. A file that cannot be read is named with the reason; then the exit code is 1. A report that was read but would not be imported, for its dates, is marked.',
  operands: [REPORT_FILES],
  options: {
    json: { sentence: 'Prints one line of JSON for each report (NDJSON).' },
  },
  configured: true,
  examples: [
    ['mailgauge dmarc read report.xml.gz', 'One report.'],
    [
      'mailgauge dmarc read --json reports/ | jq -s "map(.messages) | add"',
      'Adds up the messages of a folder.',
    ],
    ['mailgauge dmarc read - < archive.mbox', 'Every report of a mail archive.'],
  ],
  run: withConfig(async (invocation, config) => {
    const sums = new Sums()
    const shown = invocation.isSet('json') ? asLines(invocation) : asTable(invocation)
    for await (const rows of readAll(invocation, config)) {
      for (const row of rows) {
        sums.add(row)
        shown.add(row)
      }
    }
    shown.end(sums)
    return sums.rejected > 0 ? EXIT.failed : EXIT.done
  }),
}

async function* readAll({ operands, io, deps }: Invocation, config: Config): AsyncGenerator<ReadRow[]> {
  const { openReportFile } = await import('../../../app/aggregates/file-kind.ts')
  const reader = await deps.openReportReader(config, {
    offline: true,
    say: (sentence) => io.say(`${sentence}\n`),
  })
  const read = async (found: Found): Promise<ReadRow[]> => {
    if ('refused' in found) return [unreadRow(found)]
    const opened = openReportFile(found.bytes)
    const request =
      opened.kind === 'mail' ? opened : { ...opened, name: nameOf(found.file), bytes: found.bytes }
    return rowsOf(found, await reader.read(request), io.now())
  }
  try {
    yield* inOrder(await findReportFiles(operands, config, io), reader.size, read)
  } finally {
    await reader.close()
  }
}

/** What all reports come to. */
class Sums {
  reports = 0
  records = 0
  messages = 0
  rejected = 0

  add({ aggregate, tls, rejected }: ReadRow): void {
    if (rejected) this.rejected += 1
    else if (aggregate || tls) this.reports += 1
    if (!aggregate) return
    this.records += aggregate.head.records
    this.messages += aggregate.counts.messages
  }

  text(): string {
    const { reports, records, messages, rejected } = this
    const read = [`Reports: ${reports}`, `records: ${records}`, `messages: ${messages}`]
    return `${[...read, ...(rejected > 0 ? [`rejected: ${rejected}`] : [])].join(', ')}.\n`
  }
}

interface Shown {
  add(row: ReadRow): void
  end(sums: Sums): void
}

function asLines({ io }: Invocation): Shown {
  return {
    add: (row) => io.out(`${jsonForTerminal(JSON.stringify(rowJson(row)))}\n`),
    end() {},
  }
}

/** So many rows are held at once. */
const ROWS_OF_A_TABLE = 500

function asTable({ io }: Invocation): Shown {
  let rows: string[][] = []
  const print = () => {
    if (rows.length > 0) io.out(`${table(READ_HEADINGS, rows)}\n`)
    rows = []
  }
  return {
    add(row) {
      rows.push(rowCells(row))
      if (rows.length === ROWS_OF_A_TABLE) print()
    },
    end(sums) {
      print()
      io.out(sums.text())
    },
  }
}
