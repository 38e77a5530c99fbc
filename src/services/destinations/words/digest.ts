import { percentDown } from '../../../core/aggregate/share.ts'
import type { Facts } from './facts.ts'
import { amount, daysInWords, plain, points } from './plain.ts'
import type { Said } from './words.ts'

const DAY_MS = 86_400_000
const MOST_EVENTS = 3

/** What a week brought. */
export function sayDigest(facts: Facts): Said {
  const [from, to] = [facts.time('from'), facts.time('to')]
  const week = from && to ? daysInWords(from, new Date(to.getTime() - DAY_MS)) : undefined
  const [monitors, domains] = [facts.list('monitors'), facts.list('domains')]
  return {
    title: week === undefined ? 'The week' : `The week of ${week}`,
    lines: [
      ...alertsOf(facts, monitors),
      ...monitors.map(monitorLine),
      ...moreOf(facts, 'more_monitors', 'monitor'),
      ...reportedDays(facts, domains.length),
      ...domains.flatMap(domainLines),
      ...moreOf(facts, 'more_domains', 'domain'),
    ],
    severity: 'info',
    course: 'moment',
  }
}

/** Of all monitors, the named ones and the others. */
function alertsOf(facts: Facts, monitors: readonly Facts[]): string[] {
  const named = monitors.reduce((sum, one) => sum + (one.number('alerts') ?? 0), 0)
  const alerts = facts.number('monitor_alerts') ?? named
  if (monitors.length === 0) return []
  return [alerts === 0 ? 'No alerts from monitors.' : `${amount(alerts, 'alert')} from monitors.`]
}

const STATES: Readonly<Record<string, string>> = {
  waiting: 'waits for its first message',
  ok: 'as expected',
  alerting: 'not as expected now',
  silent: 'silent now',
  paused: 'paused',
}

function monitorLine(one: Facts): string {
  const state = STATES[one.text('state') ?? '']
  const [messages = 0, median, alerts = 0] = [
    one.number('messages'),
    one.number('median_score'),
    one.number('alerts'),
  ]
  const said = [
    ...(state === undefined ? [] : [state]),
    ...(messages === 0 ? [] : [amount(messages, 'message')]),
    ...(median === undefined ? [] : [`median score ${points(median)}`]),
    ...(alerts === 0 ? [] : [amount(alerts, 'alert')]),
  ]
  return `${one.text('name', 80) ?? 'A monitor'}: ${said.join(', ')}.`
}

function domainLines(one: Facts): string[] {
  const domain = one.text('domain') ?? 'A domain'
  const count = (name: string) => Math.max(0, Math.round(one.number(name) ?? 0))
  const [messages, passed, before] = [
    count('messages'),
    count('dmarc_pass'),
    one.number('dmarc_pass_rate_before'),
  ]
  const was = before === undefined ? undefined : percentDown(Math.round(before * 10_000), 10_000)
  const said =
    messages === 0
      ? `no message was reported${was === undefined ? '' : `; ${was} passed DMARC the week before`}`
      : `${percentDown(passed, messages)} of ${amount(messages, 'message')} passed DMARC${was === undefined ? '' : `, ${was} the week before`}`
  const events = one.texts('events')
  const more = Math.max(0, events.length - MOST_EVENTS) + count('more_events')
  return [
    `${domain}: ${said}.`,
    ...events.slice(0, MOST_EVENTS).map((event) => plain(event, 300)),
    ...(more > 0 ? [`And ${more} more of ${domain}.`] : []),
  ]
}

function moreOf(facts: Facts, name: string, noun: string): string[] {
  const more = facts.number(name) ?? 0
  return more > 0 ? [`And ${amount(more, `more ${noun}`)}.`] : []
}

/** Reports come days later: what they say is of other days than the week. */
function reportedDays(facts: Facts, domains: number): string[] {
  const [from, to] = [facts.time('reported_from'), facts.time('reported_to')]
  return from && to && domains > 0 ? [`DMARC reports about the mail of ${daysInWords(from, to)}:`] : []
}
