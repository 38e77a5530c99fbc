import type { MonitorView } from '../../../services/monitors/told.ts'
import type { MonitorMessageRow, ToldAlert } from '../../../store/watching/monitors.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { json, table, when } from '../../table.ts'
import { ACCOUNT_OPTION, aboutOne, JSON_OPTION, MONITOR_OPERAND, refusalWords } from './meant.ts'
import { minutesText, windowText } from './times.ts'
import { asJson, badgeUrl, stateWords, subjectWords } from './told.ts'

const MESSAGES = 10
const ALERTS = 10

export const monitorsShow: Command = {
  name: 'monitors show',
  summary: 'Shows a monitor, its last messages and alerts',
  operands: [MONITOR_OPERAND],
  options: { account: ACCOUNT_OPTION, json: JSON_OPTION },
  configured: true,
  run: aboutOne(async ({ io, isSet }, { admin, actor, config }, monitor) => {
    const [messages, alerts] = await Promise.all([
      admin.monitors.messages(actor, monitor.id, { limit: MESSAGES }),
      admin.monitors.alerts(actor, monitor.id),
    ])
    if (!messages.ok) return fail(io, refusalWords(messages.refusal))
    const rows = messages.value.items
    const told = alerts.ok ? alerts.value.slice(0, ALERTS) : []
    const { baseUrl } = config.site
    if (isSet('json')) {
      const [shown, said] = [rows.map(messageJson), told.map(alertJson)]
      io.out(json({ ...asJson(monitor, baseUrl), messages: shown, alerts: said }))
    } else io.out(withoutControl(`${factsText(monitor, baseUrl)}${messagesText(rows)}${alertsText(told)}`))
    return EXIT.done
  }),
}

function messageJson({ token, messageId, receivedAt, score, status, subject }: MonitorMessageRow) {
  return {
    token,
    message_id: messageId,
    received_at: receivedAt,
    status,
    ...(score !== undefined && { score }),
    ...(subject !== undefined && { subject }),
  }
}

const alertJson = ({ at, event: { type, payload } }: ToldAlert) => ({ at, type, ...payload })

function factsText(monitor: MonitorView, baseUrl: string): string {
  const { name, id, standing, expectations, windows } = monitor
  const badge = badgeUrl(monitor, baseUrl)
  const rows: [string, string][] = [
    ['Monitor', name],
    ['Id', id],
    [monitor.subject.kind === 'domain' ? 'Domain' : 'Address', subjectWords(monitor)],
    ['State', stateWords(monitor)],
    ...standing.reasons.map(({ says, since }): [string, string] => ['', `${says} Since ${when(since, '')}.`]),
    ...expectationRows(expectations),
    ...windows.map((window, index): [string, string] => [
      index === 0 ? 'Maintenance' : '',
      windowText(window),
    ]),
    ...(badge === undefined ? [] : ([['Badge', badge]] satisfies [string, string][])),
  ]
  return rows.map(([label, text]) => `${label.padEnd(13)}${text.replace(/\n/g, ' ')}\n`).join('')
}

function expectationRows({
  interval,
  leastScore,
  mostDrop,
  mustPass,
  blocklists,
  records,
}: MonitorView['expectations']): [string, string][] {
  const all = [
    interval &&
      `a message every ${minutesText(interval.everyMinutes)}, at most ${minutesText(interval.graceMinutes)} late`,
    leastScore !== undefined && `a score of ${leastScore} or more`,
    mostDrop !== undefined && `no drop of ${mostDrop} points or more`,
    mustPass.length > 0 && `${mustPass.join(', ')} not failed`,
    blocklists && 'on no blocklist',
    records && 'DNS records as they are',
  ].filter((one) => typeof one === 'string')
  return (all.length === 0 ? ['nothing'] : all).map((text, index) => [index === 0 ? 'Expected' : '', text])
}

function messagesText(rows: readonly MonitorMessageRow[]): string {
  if (rows.length === 0) return ''
  const cells = rows.map(({ receivedAt, score, status, subject, token }) => [
    when(receivedAt, ''),
    score?.toFixed(1) ?? status,
    token,
    subject ?? '',
  ])
  return `\n${table(['RECEIVED', 'SCORE', 'TEST', 'SUBJECT'], cells)}`
}

function alertsText(told: readonly ToldAlert[]): string {
  if (told.length === 0) return ''
  const cells = told.map(({ at, event }) => [when(at, ''), event.type, reasonsOf(event)])
  return `\n${table(['TOLD', 'EVENT', 'WHY'], cells)}`
}

function reasonsOf({ payload }: ToldAlert['event']): string {
  return 'reasons' in payload ? payload.reasons.map(({ says }) => says).join(' ') : ''
}
