import type { OpenImporting } from '../../../app/aggregates/open-importing.ts'
import type { Config } from '../../../config/config.ts'
import type { Account } from '../../../core/access/account.ts'
import type { ImportRequest } from '../../../services/aggregates/importing.ts'
import type { DomainActor } from '../../../services/domains/domains.ts'
import { accountMeant, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../../command.ts'
import { jsonForTerminal } from '../../io.ts'
import type { Found } from '../../message-files/sources.ts'
import { findReportFiles, inOrder, placeOf, until } from '../../report-files/find.ts'
import { type ImportedRow, ImportSummary, importedJson, rowLine } from '../../report-files/import-summary.ts'
import { REPORT_FILES } from './read.ts'

export const dmarcImport: Command = {
  name: 'dmarc import',
  summary: 'Imports DMARC reports from files',
  about:
    "A report goes to the account's closest verified domain at or above the domain that it is about. The same report again is a duplicate and counts once, so that an import that was interrupted can be given again. A report counts as authenticated where its mail still has a valid DKIM signature of its sender's domain. Works beside a running service, and without one. Ends with exit code 1 when a report was rejected or is in conflict.",
  operands: [REPORT_FILES],
  options: {
    account: {
      value: 'name',
      sentence: 'The account whose domains they are about.',
      default: 'the only one',
    },
    trust: {
      sentence:
        'Counts all of them as authenticated: you know that these files hold what the reporters sent. The audit log says so.',
    },
    verbose: { sentence: 'Names every report that was not stored, not just the first 20.' },
    json: { sentence: 'Prints one line of JSON for each report, and a last one with the sums (NDJSON).' },
  },
  configured: true,
  examples: [
    ['mailgauge dmarc import --account shop reports/', 'Every report of a folder.'],
    ['mailgauge dmarc import ~/Maildir archive.mbox', 'The reports among the mail of a mailbox.'],
    ['ssh mail cat reports.mbox | mailgauge dmarc import -', 'From another machine.'],
  ],
  run: withAdmin(false, async (invocation, admin, config) => {
    const account = await accountMeant(admin, invocation.value('account'))
    if (typeof account === 'string') return misuse(invocation.io, account)
    const actor: DomainActor = { kind: 'operator', accountId: account.id }
    const domains = await admin.domains.list(actor)
    if (!domains.some(({ verified }) => verified))
      return fail(invocation.io, noDomain(account, domains[0]?.domain))
    const opened = await admin.openImporting((sentence) => invocation.io.say(`${sentence}\n`))
    try {
      return await importAll(invocation, config, opened, actor)
    } finally {
      await opened.close()
    }
  }),
}

/** As a shell has it of what a signal ended. */
const INTERRUPTED = 130
const STATUS_EVERY_MS = 250

async function importAll(
  invocation: Invocation,
  config: Config,
  { importing, atOnce }: OpenImporting,
  actor: DomainActor,
): Promise<number> {
  const { io, isSet, operands } = invocation
  const begun = await importing.begin(actor, { trust: isSet('trust') })
  if (!begun.ok) return fail(io, 'The import was refused.')
  const request = begun.value
  const summary = new ImportSummary()
  const stop = new AbortController()
  const leave = io.onInterrupt(() => stop.abort())
  const show = showing(invocation, summary)
  try {
    const found = until(stop.signal, await findReportFiles(operands, config, io))
    const take = (one: Found) => takeOne(importing, actor, request, one)
    for await (const rows of inOrder(found, atOnce, take)) {
      summary.addFile(rows)
      show(rows)
    }
  } finally {
    leave()
    io.status('')
    await importing.end(actor, request, summary.sums)
  }
  io.out(isSet('json') ? `${JSON.stringify(summary.json())}\n` : summary.text(!isSet('verbose')))
  if (stop.signal.aborted) {
    io.say('The import was interrupted. Give it again: what is stored already counts once.\n')
    return INTERRUPTED
  }
  return summary.hasFailures ? EXIT.failed : EXIT.done
}

async function takeOne(
  importing: OpenImporting['importing'],
  actor: DomainActor,
  request: ImportRequest,
  found: Found,
): Promise<ImportedRow[]> {
  const name = placeOf(found)
  if ('refused' in found) {
    return [
      { name, outcome: 'rejected', says: found.refused, ...(found.tooLarge && { reason: 'too_large' }) },
    ]
  }
  const taken = await importing.take(actor, request, { name, bytes: found.bytes })
  return taken.ok ? taken.value : [{ name, outcome: 'rejected', says: 'It was refused.' }]
}

function showing({ io, isSet }: Invocation, summary: ImportSummary): (rows: readonly ImportedRow[]) => void {
  let shownAt = 0
  return (rows) => {
    if (isSet('json')) {
      for (const row of rows) io.out(`${jsonForTerminal(JSON.stringify(importedJson(row)))}\n`)
      return
    }
    const named = isSet('verbose')
      ? rows.filter(({ outcome }) => outcome === 'rejected' || outcome === 'conflict')
      : []
    if (named.length > 0) {
      io.status('')
      for (const row of named) io.say(`${rowLine(row)}\n`)
    }
    if (!io.attended || performance.now() - shownAt < STATUS_EVERY_MS) return
    shownAt = performance.now()
    io.status(summary.line())
  }
}

function noDomain({ name }: Account, unverified: string | undefined): string {
  const todo =
    unverified === undefined
      ? `Add the domain that the reports are about: mailgauge domains add example.org --account "${name}".`
      : `Verify one: mailgauge domains verify ${unverified} --account "${name}".`
  return `The account "${name}" has no verified domain, and reports belong to verified domains. ${todo}`
}
