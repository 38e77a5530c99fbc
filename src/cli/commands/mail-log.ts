import type { Admin } from '../../app/admin.ts'
import type { MailLogLine } from '../../core/mail-log.ts'
import type { MailLogFilter } from '../../services/mail-log/mail-log.ts'
import { mailLogWords } from '../../services/mail-log/words.ts'
import { accountNamed, withAdmin } from '../administration.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../command.ts'
import { withoutControl } from '../io.ts'
import { json, when, wrap } from '../table.ts'

const MOST = 10_000
const LINES = 50

export const mailLog: Command = {
  name: 'mail-log',
  summary: 'Shows what became of mail: taken or refused, and why',
  about:
    'Shows the newest lines of the last 7 days, each refusal with its reason and what to do. The service writes them about once a second; equal refusals of one client are one line.',
  options: {
    account: { value: 'name', sentence: 'Only mail to the addresses of this account.' },
    refused: { sentence: 'Only mail that was refused.' },
    address: { value: 'text', sentence: 'Only mail to addresses that hold this text.' },
    client: { value: 'address', sentence: 'Only mail from this IP address, or those that begin so.' },
    limit: { value: 'number', sentence: `How many lines to show (${LINES}).` },
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  examples: [
    ['mailgauge mail-log --refused', 'Why mail was refused lately.'],
    ['mailgauge mail-log --account shop --address nsnrvu7h2jko', 'Whether mail to that address arrived.'],
  ],
  run: withAdmin(false, run),
}

async function run(invocation: Invocation, admin: Admin): Promise<number> {
  const { io, value, isSet } = invocation
  const limit = value('limit') ?? String(LINES)
  if (!/^[1-9]\d{0,4}$/.test(limit) || Number(limit) > MOST) {
    return misuse(io, `--limit: expected a number from 1 to ${MOST}, found "${limit}".`)
  }
  const named = value('account')
  const account = named === undefined ? undefined : await accountNamed(admin, named)
  if (typeof account === 'string') return fail(io, account)
  const scope = account ? { accountId: account.id } : 'instance'
  const page = await admin.mailLog.list(
    { kind: 'operator' },
    scope,
    filterOf(invocation),
    undefined,
    Number(limit),
  )
  if (!page.ok) return fail(io, 'The log cannot be shown.')
  const { lines, older, leftOut } = page.value
  if (isSet('json')) io.out(json(lines.map(asJson)))
  else if (lines.length === 0) io.say('There is no such mail in the last 7 days.\n')
  else io.out(withoutControl(lines.map(asText).join('\n')))
  if (older) io.say('There is more: --limit shows more of it.\n')
  if (leftOut > 0) io.say(`${leftOut} more lines of these days were not kept: the log is bounded.\n`)
  return EXIT.done
}

function filterOf({ value, isSet }: Invocation): MailLogFilter {
  const [address, client] = [value('address'), value('client')]
  return {
    ...(isSet('refused') && { outcome: 'refused' as const }),
    ...(address !== undefined && { address }),
    ...(client !== undefined && { client }),
  }
}

const INDENT = '  '
const WIDTH = 100

function asText(line: MailLogLine): string {
  const { lastAt, firstAt, count, outcome, rcptTo, mailFrom, client, helo, tls, messageId, reply } = line
  const words = mailLogWords(line)
  const from = mailFrom === '' ? '<>' : (mailFrom ?? 'no sender')
  const times = count > 1 ? ` × ${count}, first ${when(firstAt, '')}` : ''
  const said = reply && `${reply.code} ${reply.text}`
  const facts = [
    `from ${from}, client ${client}, HELO ${helo ?? 'none'}, ${tls ?? 'no TLS'}`,
    ...(said === undefined ? [] : [said]),
    ...(words ? wrap(`${words.why} ${words.next}`, WIDTH) : [messageId ?? '']),
  ].filter((fact) => fact !== '')
  const head = `${when(lastAt, '')}  ${outcome === 'accepted' ? 'accepted' : 'refused'}  to ${rcptTo ?? 'nobody'}${times}`
  return [head, ...facts.map((fact) => INDENT + fact), ''].join('\n')
}

function asJson(line: MailLogLine) {
  const { firstAt, lastAt, count, outcome, client, helo, tls, mailFrom, rcptTo, size, messageId, reply } =
    line
  const words = mailLogWords(line)
  return {
    first_at: firstAt,
    last_at: lastAt,
    count,
    outcome,
    client,
    helo,
    tls,
    mail_from: mailFrom,
    rcpt_to: rcptTo,
    size,
    message_id: messageId,
    code: reply?.code,
    reply: reply?.text,
    account_id: line.accountId,
    expired_at: line.outcome === 'expired_recipient' ? line.expiresAt : undefined,
    why: words?.why,
    next: words?.next,
  }
}
