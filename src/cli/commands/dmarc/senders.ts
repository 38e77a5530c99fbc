import { windowBody } from '../../../services/aggregates/told.ts'
import type { AnsweredSource, AnsweredSources, Standing } from '../../../services/answers/answered.ts'
import { senderBody } from '../../../services/answers/sources/told.ts'
import { type Command, EXIT, type Invocation, misuse } from '../../command.ts'
import { SCREEN_OPTIONS, type Screen, type Style, screenOf, styled } from '../../reports/screen.ts'
import { json, table, wrap } from '../../table.ts'
import { aboutDomain, DOMAIN_OPERAND, headingOf, notTold, WINDOW_OPTIONS } from './about.ts'
import { amount } from './figures.ts'

const ROWS = 50
const MOST = 10_000

export const dmarcSenders: Command = {
  name: 'dmarc senders',
  summary: 'Shows who sends as a domain, and what to do about each',
  about:
    'Addresses of one organisation are one source, the worst first. broken: mail of the domain that fails. unaligned: authenticated as another domain. unknown: nobody knows yet. abuse: most likely strangers. mailing_list and forwarded: passed on by others. passing: 95% or more pass.',
  operands: [DOMAIN_OPERAND],
  options: {
    ...WINDOW_OPTIONS,
    limit: { value: 'number', sentence: 'How many to show.', default: String(ROWS) },
    why: { sentence: 'Why each stands where it does, and what to do about those that pass, too.' },
    color: SCREEN_OPTIONS.color,
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  examples: [
    ['mailgauge dmarc senders example.org', 'The last 30 days, with what to do first.'],
    [
      'mailgauge dmarc senders example.org --authenticated --why',
      'By authenticated reports alone, with reasons.',
    ],
  ],
  run: aboutDomain(async (invocation, admin, asked) => {
    const { io, isSet } = invocation
    const read = screenAndLimit(invocation)
    if (typeof read === 'string') return misuse(io, read)
    const found = await admin.sources.sources(asked.actor, asked.id, asked.window)
    if (!found.ok) return notTold(invocation, found.refusal)
    const { sources, spfUnknown, rest } = found.value
    const shown = sources.slice(0, read.limit)
    if (isSet('json')) io.out(json(bodyOf(found.value, shown, io.now())))
    else if (sources.length === 0) io.say(`${headingOf(asked)}: nobody sent mail that was reported.\n`)
    else io.out(`${headingOf(asked)}\n\n${told(shown, read.screen, isSet('why'))}`)
    if (spfUnknown) io.say('The SPF record could not be looked up in full: what it names is not known.\n')
    if (rest) {
      io.say(
        `${amount(rest.ips)} more addresses with little mail each (${amount(rest.messages)} in all) were not looked at.\n`,
      )
    }
    if (shown.length < sources.length) {
      io.say(`${amount(shown.length)} of ${amount(sources.length)} are shown: --limit shows more.\n`)
    }
    return EXIT.done
  }),
}

function screenAndLimit({ io, value }: Invocation): { screen: Screen; limit: number } | string {
  const screen = screenOf(io, value('color'))
  if (typeof screen === 'string') return screen
  const limit = value('limit') ?? String(ROWS)
  if (!/^[1-9]\d{0,4}$/.test(limit) || Number(limit) > MOST) {
    return `--limit: expected a number from 1 to ${MOST}, found "${limit}".`
  }
  return { screen, limit: Number(limit) }
}

const bodyOf = (all: AnsweredSources, shown: readonly AnsweredSource[], now: Date) => ({
  window: windowBody({ window: all.window, latestReportAt: all.latestReportAt, now }),
  total: all.sources.length,
  spf_known: !all.spfUnknown,
  ...(all.rest && { rest: all.rest }),
  sources: shown.map(senderBody),
})

const STYLES: Record<Standing, Style> = {
  broken: 'poor',
  unaligned: 'fair',
  unknown: 'fair',
  abuse: 'quiet',
  mailing_list: 'quiet',
  forwarded: 'quiet',
  passing: 'good',
}

/** What somebody has to do something about. */
const TO_DO: readonly Standing[] = ['broken', 'unaligned', 'unknown']

function told(sources: readonly AnsweredSource[], screen: Screen, isAll: boolean): string {
  const rows = sources.map(({ standing, messages, pass, name }) => [
    standing,
    amount(messages),
    amount(messages - pass),
    name,
  ])
  const [head = '', ...lines] = table(['STANDING', 'MESSAGES', 'FAILED', 'SOURCE'], rows).split('\n')
  const coloured = lines.map((line, at) => {
    const standing = sources[at]?.standing
    return standing ? line.replace(standing, styled(screen, STYLES[standing], standing)) : line
  })
  const parts = sources
    .filter(({ standing }) => isAll || TO_DO.includes(standing))
    .map((source) => partOf(source, screen, isAll))
  return [[head, ...coloured].join('\n'), ...parts].join('\n')
}

const INDENT = 2

/** What to do about one source, under its name. */
function partOf(
  { name, standing, reasons, advice }: AnsweredSource,
  { width }: Screen,
  isAll: boolean,
): string {
  const indented = (text: string) => wrap(text, width - INDENT).map((line) => `${' '.repeat(INDENT)}${line}`)
  const [title = ''] = table([`${name} (${standing})`], []).split('\n')
  const why = isAll ? reasons.flatMap(indented) : []
  const page = advice.url === undefined ? [] : [`${' '.repeat(INDENT)}${advice.url}`]
  return `${[title, ...why, ...indented(advice.says), ...page].join('\n')}\n`
}
