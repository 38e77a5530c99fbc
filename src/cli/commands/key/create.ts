import type { Admin } from '../../../app/admin.ts'
import { didYouMean } from '../../../config/suggest.ts'
import { parseDuration } from '../../../config/units.ts'
import { type ApiKey, isScope, SCOPES, type Scope } from '../../../core/access/api-key.ts'
import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../../command.ts'
import { json, when } from '../../table.ts'

const DEFAULT_SCOPES = 'tests:write,tests:read'

export const keyCreate: Command = {
  name: 'key create',
  summary: 'Creates an API key and shows it once',
  about:
    'The key goes to standard output and everything else to standard error, so that a script can capture the key. Only a hash of it is stored: a lost key cannot be shown again, only rotated. Works beside a running service.',
  options: {
    account: {
      value: 'name',
      sentence: 'The account the key acts for.',
      default: 'default, which is made when it is not there',
    },
    name: { value: 'text', sentence: 'What the key is for, so that you recognise it later.', default: 'key' },
    scopes: {
      value: 'list',
      sentence: `What it may do, separated by commas: ${SCOPES.join(', ')}.`,
      default: DEFAULT_SCOPES,
    },
    expires: {
      value: 'when',
      sentence: 'When it stops working: a duration from now ("90 days") or a date (2027-01-31).',
      default: 'never',
    },
    json: { sentence: 'Prints the key and its details as JSON.' },
  },
  configured: true,
  examples: [
    ['mailgauge key create --name ci', 'A key of the account "default" that creates and reads tests.'],
    [
      'KEY=$(mailgauge key create --account shop --scopes tests:read --expires "90 days")',
      'A key that only reads, kept in a variable.',
    ],
  ],
  run: withAdmin(true, create),
}

async function create(invocation: Invocation, admin: Admin): Promise<number> {
  const { io, value } = invocation
  const scopes = scopesOf(value('scopes') ?? DEFAULT_SCOPES)
  if (typeof scopes === 'string') return misuse(io, scopes)
  const expiresAt = expiryOf(value('expires'), io.now())
  if (typeof expiresAt === 'string') return misuse(io, expiresAt)
  const named = value('account')
  const account =
    named === undefined ? await admin.accounts.ensureDefault() : await accountNamed(admin, named)
  if (typeof account === 'string') return fail(io, account)
  const asked = { name: value('name') ?? 'key', scopes, ...(expiresAt && { expiresAt }) }
  const made = await admin.apiKeys.create(account.id, asked)
  switch (made.kind) {
    case 'plan_without_api':
      return fail(
        io,
        `The plan "${made.plan}" of the account "${account.name}" has no API access, so it can have no keys.`,
      )
    case 'unknown_account':
      return fail(io, `There is no account "${account.name}" any more.`)
    case 'bad_request':
      return misuse(io, made.reason)
    case 'made_before':
      return fail(io, 'No key was created: its random id is taken. Try again.')
    case 'created':
      return show(invocation, made.key, made.secret, account.name)
  }
}

function show({ io, isSet }: Invocation, key: ApiKey, secret: string, account: string): number {
  if (isSet('json')) {
    const { id, name, scopes, createdAt, expiresAt } = key
    io.out(
      json({
        id,
        account,
        name,
        scopes,
        created_at: createdAt,
        ...(expiresAt && { expires_at: expiresAt }),
        key: secret,
      }),
    )
    return EXIT.done
  }
  io.out(`${secret}\n`)
  io.say(
    `Key ${key.id} "${key.name}" of the account "${account}": ${key.scopes.join(', ')}; expires: ${when(key.expiresAt, 'never')}.\nKeep it now: it is not shown again.\n`,
  )
  return EXIT.done
}

function scopesOf(text: string): Scope[] | string {
  const written = text
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '')
  const unknown = written.find((scope) => !isScope(scope))
  if (unknown !== undefined)
    return `There is no scope "${unknown}"${didYouMean(unknown, SCOPES)} The scopes: ${SCOPES.join(', ')}.`
  return written.filter(isScope)
}

function expiryOf(text: string | undefined, now: Date): Date | string | undefined {
  if (text === undefined) return undefined
  const duration = parseDuration(text)
  if (duration !== undefined) return new Date(now.getTime() + duration)
  const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/.test(text)
  const date = new Date(isDate ? text : Number.NaN)
  return Number.isNaN(date.getTime())
    ? `--expires: expected a duration such as "90 days" or a date such as 2027-01-31, found "${text}".`
    : date
}
