import type { Admin } from '../../app/admin.ts'
import { didYouMean } from '../../config/suggest.ts'
import { AUDIT_ACTIONS, type AuditEntry } from '../../core/access/audit.ts'
import { AUDIT_FORMATS, type AuditFilter, type AuditScope } from '../../services/people/audit.ts'
import { THE_OPERATOR } from '../../services/people/doer.ts'
import { accountNamed, withAdmin } from '../administration.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../command.ts'
import { jsonForTerminal, withoutControl } from '../io.ts'
import { json, table, when } from '../table.ts'

export const audit: Command = {
  name: 'audit',
  summary: 'Shows what people, keys and the operator changed',
  about:
    'Shows the newest 50 entries; --export writes all of them, oldest last. Entries are kept for people.audit_retention and can be changed by nobody.',
  options: {
    account: { value: 'name', sentence: 'Only what concerns this account.' },
    action: { value: 'name', sentence: 'Only this action, such as key.created.' },
    since: { value: 'date', sentence: 'Only from this day (UTC) on, such as 2026-11-22.' },
    until: { value: 'date', sentence: 'Only up to the end of this day (UTC).' },
    export: { value: 'format', sentence: `Writes every entry: ${AUDIT_FORMATS.join(' or ')}.` },
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  examples: [
    ['mailgauge audit --account shop --action key.created', 'Who created keys of the account "shop".'],
    ['mailgauge audit --export csv > audit.csv', 'The whole log as a file for a spreadsheet.'],
  ],
  run: withAdmin(false, run),
}

async function run(invocation: Invocation, admin: Admin): Promise<number> {
  const { io, value, isSet } = invocation
  const filter = filterOf(invocation)
  if (typeof filter === 'string') return misuse(io, filter)
  const named = value('account')
  const account = named === undefined ? undefined : await accountNamed(admin, named)
  if (typeof account === 'string') return fail(io, account)
  const scope: AuditScope = account ? { accountId: account.id } : 'instance'
  const format = value('export')
  if (format !== undefined) return write(invocation, admin, scope, filter, format)
  const page = await admin.audit.list({ kind: 'operator' }, scope, filter)
  if (!page.ok) return fail(io, 'The log cannot be shown.')
  const { entries, older } = page.value
  if (isSet('json')) io.out(json(entries.map(asJson)))
  else if (entries.length === 0) io.say('There is no such entry.\n')
  else io.out(withoutControl(table(HEADINGS, entries.map(asRow))))
  if (older !== undefined) io.say('There is more: mailgauge audit --export csv writes all of it.\n')
  return EXIT.done
}

async function write(
  { io }: Invocation,
  admin: Admin,
  scope: AuditScope,
  filter: AuditFilter,
  named: string,
): Promise<number> {
  const format = AUDIT_FORMATS.find((one) => one === named)
  if (!format) return misuse(io, `--export: expected ${AUDIT_FORMATS.join(' or ')}, found "${named}".`)
  const lines = await admin.audit.export(THE_OPERATOR, scope, filter, format)
  if (!lines.ok) return fail(io, 'The log cannot be written.')
  for await (const part of lines.value) {
    if (!(await io.outInPace(io.terminal ? forTerminal(part, format) : part))) break
  }
  return EXIT.done
}

const forTerminal = (text: string, format: string) =>
  format === 'jsonl' ? jsonForTerminal(text) : withoutControl(text.replaceAll('\r\n', '\n'))

function filterOf({ value }: Invocation): AuditFilter | string {
  const [named, since, until] = [value('action'), dayOf(value('since')), dayOf(value('until'))]
  const action = AUDIT_ACTIONS.find((one) => one === named)
  if (named !== undefined && !action) {
    return `There is no action "${named}"${didYouMean(named, AUDIT_ACTIONS)} The actions: ${AUDIT_ACTIONS.join(', ')}.`
  }
  if (since === 'no day') return `--since: expected a day such as 2026-11-22, found "${value('since')}".`
  if (until === 'no day') return `--until: expected a day such as 2026-11-22, found "${value('until')}".`
  const end = until && new Date(until.getTime() + DAY_MS - 1)
  return { ...(action && { action }), ...(since && { since }), ...(end && { until: end }) }
}

const DAY_MS = 86_400_000

function dayOf(text: string | undefined): Date | 'no day' | undefined {
  if (text === undefined) return undefined
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? text : Number.NaN)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? at : 'no day'
}

const HEADINGS = ['WHEN', 'WHO', 'ACTION', 'TO WHAT', 'DETAILS', 'FROM']

function asRow({ at, actor, action, target, details, client }: AuditEntry): string[] {
  const facts = Object.entries(details ?? {}).map(([name, value]) => `${name}=${value}`)
  return [
    when(at, ''),
    actor.kind === 'operator' ? 'operator' : (actor.name ?? actor.id ?? actor.kind),
    action,
    target ?? '',
    facts.join(' '),
    client ?? '',
  ]
}

function asJson({ id, at, accountId, actor, action, target, personId, details, client }: AuditEntry) {
  return { id, at, account_id: accountId, actor, action, target, person_id: personId, details, client }
}
