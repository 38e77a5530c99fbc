import { hostNamed } from './hosts.ts'
import { MAX_RECIPIENTS, type RawFailure } from './raw.ts'

const MAX_LINES = 2_000
const MAX_LINE = 4_000

/** Lines of the logs of mail servers. Undefined: none is one. */
export function readLog(text: string): { failures: RawFailure[]; more: number } | undefined {
  const failures: RawFailure[] = []
  for (const line of logLines(text)) {
    const failure =
      ofPostfix(line) ??
      ofRejection(line) ??
      ofEximRejection(line) ??
      ofExim(line) ??
      ofSendmail(line) ??
      ofQmail(line)
    if (failure) failures.push(failure)
  }
  if (failures.length === 0) return undefined
  return { failures: failures.slice(0, MAX_RECIPIENTS), more: Math.max(0, failures.length - MAX_RECIPIENTS) }
}

const BEGINS =
  /^\s{0,8}(?:<\d{1,3}>)?(?:[A-Z][a-z]{2}\s{1,3}\d{1,2} \d\d:\d\d:\d\d|\d{4}-\d\d-\d\d[ T]\d\d:\d\d|\d\d:\d\d:\d\d)|^(?:\S{1,80}\s)?postfix\S{0,30}\/|^\s{0,4}(?:\*\*|==) /

/** Lines as they were written: what a terminal or a mail wrapped is joined again. */
function logLines(text: string): string[] {
  const joined: string[] = []
  for (const line of text.split(/\r\n|\r|\n/, MAX_LINES)) {
    const before = joined.at(-1)
    if (BEGINS.test(line.slice(0, 200)) || before === undefined || line.trim() === '')
      joined.push(line.slice(0, MAX_LINE))
    else if (before.length < MAX_LINE)
      joined[joined.length - 1] = `${before} ${line.trim().slice(0, MAX_LINE)}`
  }
  return joined
}

const ACTIONS: Readonly<Record<string, RawFailure['action']>> = {
  bounced: 'failed',
  undeliverable: 'failed',
  deferred: 'delayed',
  expired: 'failed',
  sent: 'delivered',
  deliverable: 'delivered',
}

/** delivery 12: failure: Remote_host_said:_550_…: blanks are written as underscores. */
function ofQmail(line: string): RawFailure | undefined {
  const [, outcome, said] = /\bdelivery \d{1,12}: (failure|deferral): (\S{1,4000})/.exec(line) ?? []
  if (outcome === undefined || said === undefined) return undefined
  const answer = said.replaceAll('_', ' ').replaceAll('/', '\n').trim()
  const remote = hostNamed(answer)
  return { answer, action: outcome === 'failure' ? 'failed' : 'delayed', ...(remote && { remote }) }
}

function ofPostfix(line: string): RawFailure | undefined {
  const status = /\bstatus=([a-z]{3,20})\s?\((.*)$/.exec(line)
  const recipient = /\bto=<([^>\s]{1,320})>/.exec(line)?.[1]
  if (!status || recipient === undefined) return undefined
  const answer = (status[2] ?? '').replace(/\)\s*$/, '')
  const relay = /\brelay=([^,[\s]{1,255})/.exec(line)?.[1]
  const dsn = /\bdsn=([245]\.\d{1,3}\.\d{1,3})/.exec(line)?.[1]
  const remote = hostNamed(answer) ?? (relay && relay !== 'none' && relay.includes('.') ? relay : undefined)
  const action = ACTIONS[status[1] ?? '']
  return {
    recipient,
    answer,
    ...(action && { action }),
    ...(dsn && { status: dsn }),
    ...(remote && { remote }),
  }
}

/** What a Postfix refused itself: NOQUEUE: reject: RCPT from mx[192.0.2.1]: 554 5.7.1 … */
function ofRejection(line: string): RawFailure | undefined {
  const found = /\breject(?:_warning)?: [A-Z-]{3,20} from \S{1,300}: (\d{3} .*)$/.exec(line)
  if (!found) return undefined
  const [answer = ''] = (found[1] ?? '').split(/; from=</)
  const recipient = /\bto=<([^>\s]{1,320})>/.exec(line)?.[1]
  return { answer, ...(recipient && { recipient }), action: answer.startsWith('4') ? 'delayed' : 'failed' }
}

/** What an Exim refused itself: H=mx [192.0.2.1] F=<…> rejected RCPT <…>: … */
function ofEximRejection(line: string): RawFailure | undefined {
  const found =
    / (temporarily )?rejected (?:RCPT <([^>\s]{1,320})>|[A-Z]{4,8}(?: \S{1,320})?|after DATA|connection)[^:]{0,60}: (.+)$/.exec(
      line,
    )
  if (!found || !line.includes('H=')) return undefined
  return {
    answer: found[3] ?? '',
    action: found[1] ? 'delayed' : 'failed',
    ...(found[2] && { recipient: found[2] }),
  }
}

function ofExim(line: string): RawFailure | undefined {
  const found = /(?:^|\s)(\*\*|==) <?([^\s<>@]{1,128}@[^\s<>:]{1,255})>?(.*)$/.exec(line)
  if (!found || !/ [RTHF]=|: |defer/.test(found[3] ?? '')) return undefined
  const rest = found[3] ?? ''
  const remote = / H=([^\s[]{1,255})/.exec(rest)?.[1] ?? hostNamed(rest)
  const answer = rest
    .replace(
      /^(?:\s<[^>]{1,320}>|\s\([^)]{1,320}\))?(?:\s(?:[A-Z]{1,4}=(?:"[^"]{0,300}"|\S{1,300}|<[^>]{0,300}>)|\[[^\]]{1,80}\](?::\d+)?))+\s?:?\s?/,
      '',
    )
    .replace(/^\s?defer \((-?\d+)\)[^:]{0,80}:\s?/, '')
    .trim()
  return {
    recipient: found[2] ?? '',
    action: found[1] === '**' ? 'failed' : 'delayed',
    answer: answer || rest.trim(),
    ...(remote && { remote }),
  }
}

/** How OpenSMTPD names what came of a try. */
const RESULTS: Readonly<Record<string, RawFailure['action']>> = {
  TempFail: 'delayed',
  PermFail: 'failed',
  Ok: 'delivered',
}

const actionOf = (stat: string) =>
  /^Sent/.test(stat) ? 'delivered' : /^Deferred/i.test(stat) ? 'delayed' : 'failed'

/** Sendmail's lines, and OpenSMTPD's, which are alike. */
function ofSendmail(line: string): RawFailure | undefined {
  const stat = /\bstat=(.{2,2000})$/.exec(line)?.[1]?.replace(/^"(.*)"$/, '$1')
  const recipient = /\bto=<?([^>,\s]{1,320})>?/.exec(line)?.[1]
  if (stat === undefined || recipient === undefined) return undefined
  const dsn = /\bdsn=([245]\.\d{1,3}\.\d{1,3})/.exec(line)?.[1]
  const remote = /\brelay="?\[?([^,[\]\s"]{3,255}[^,[\]\s."])/.exec(line)?.[1]
  const action = RESULTS[/\bresult="?([A-Za-z]{2,12})/.exec(line)?.[1] ?? ''] ?? actionOf(stat)
  return {
    recipient,
    answer: stat,
    action,
    ...(dsn && { status: dsn }),
    ...(remote?.includes('.') && { remote }),
  }
}
