import { didYouMean } from '../../../config/suggest.ts'
import {
  type AggregateSource,
  SOURCE_GROUPS,
  type SourceGroup,
  type SourceStatus,
} from '../../../services/aggregates/aggregates.ts'
import { sourceBody, windowBody } from '../../../services/aggregates/told.ts'
import { type Command, EXIT, type Invocation, misuse } from '../../command.ts'
import { SCREEN_OPTIONS, type Screen, screenOf, styled } from '../../reports/screen.ts'
import { json, table } from '../../table.ts'
import { aboutDomain, DOMAIN_OPERAND, headingOf, notTold, WINDOW_OPTIONS } from './about.ts'
import { amount, percent } from './figures.ts'

type Source = AggregateSource & { status?: SourceStatus }

const ROWS = 50
const MOST = 10_000

export const dmarcSources: Command = {
  name: 'dmarc sources',
  summary: 'Shows who sends mail from a domain, and if it passes',
  about:
    'Those with most messages first. The first status that holds is shown. forwarded: receivers took at least half of the failures for forwarded mail or mailing lists. passing: 95% or more pass. unaligned: at least half of the failures passed DKIM or SPF, but not in alignment. failing: anything else.',
  operands: [DOMAIN_OPERAND],
  options: {
    ...WINDOW_OPTIONS,
    by: { value: 'what', sentence: `What makes one source: ${SOURCE_GROUPS.join(', ')}.`, default: 'ip' },
    failing: { sentence: 'Only sources of which at least one message failed, most failures first.' },
    limit: { value: 'number', sentence: 'How many to show.', default: String(ROWS) },
    color: SCREEN_OPTIONS.color,
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  examples: [
    ['mailgauge dmarc sources example.org', 'The last 30 days, by address.'],
    ['mailgauge dmarc sources example.org --by organization --failing', 'Whose mail fails.'],
  ],
  run: aboutDomain(async (invocation, admin, asked) => {
    const { io, isSet } = invocation
    const read = queryOf(invocation)
    if (typeof read === 'string') return misuse(io, read)
    const { query, screen } = read
    const found = await admin.aggregates.sources(asked.actor, asked.id, asked.window, query)
    if (!found.ok) return notTold(invocation, found.refusal)
    const { total, messages, sources } = found.value
    const { groupBy } = query
    if (isSet('json')) {
      const body = sources.map((one) => sourceBody(one, { groupBy, all: messages }))
      io.out(
        json({
          window: windowBody({ window: asked.window, now: io.now() }),
          group_by: groupBy,
          total,
          sources: body,
        }),
      )
    } else if (total === 0) io.say(`${headingOf(asked)}: there is no such source.\n`)
    else io.out(`${headingOf(asked)}\n\n${shown(sources, messages, groupBy, screen)}`)
    if (sources.length < total) {
      io.say(`${amount(sources.length)} of ${amount(total)} are shown: --limit shows more.\n`)
    }
    return EXIT.done
  }),
}

function queryOf({ io, value, isSet }: Invocation) {
  const screen = screenOf(io, value('color'))
  if (typeof screen === 'string') return screen
  const by = value('by') ?? 'ip'
  const groupBy = SOURCE_GROUPS.find((one) => one === by)
  if (!groupBy) {
    return `--by: expected ${SOURCE_GROUPS.join(', ')}, found "${by}"${didYouMean(by, SOURCE_GROUPS)}`
  }
  const limit = value('limit') ?? String(ROWS)
  if (!/^[1-9]\d{0,4}$/.test(limit) || Number(limit) > MOST) {
    return `--limit: expected a number from 1 to ${MOST}, found "${limit}".`
  }
  const failing = { sort: 'dmarc_fail', result: 'fail' } as const
  const order = isSet('failing') ? failing : ({ sort: 'messages' } as const)
  return { screen, query: { groupBy, ...order, limit: Number(limit), offset: 0 } }
}

/** As many characters as columns of numbers and of a status take, with what is between them. */
const OTHER_COLUMNS = 56
const SHORTEST_NAME = 24

function shown(sources: readonly Source[], all: number, groupBy: SourceGroup, screen: Screen): string {
  const room = Math.max(SHORTEST_NAME, screen.width - OTHER_COLUMNS)
  const names = namesOf(sources, groupBy, room)
  const headings = ['MESSAGES', 'SHARE', 'FAILED', 'PASSED', 'STATUS', ...names.headings]
  const rows = sources.map((one, index) => [
    amount(one.messages),
    percent(one.messages, all),
    amount(one.messages - one.pass),
    percent(one.pass, one.messages),
    one.status ?? '',
    ...(names.rows[index] ?? []),
  ])
  const [head = '', ...lines] = table(headings, rows).split('\n')
  const coloured = lines.map((line, index) => colourOf(line, sources[index]?.status, screen))
  return [head, ...coloured].join('\n')
}

/** An address is never cut, whose it is only where there is room for it. */
function namesOf(sources: readonly Source[], groupBy: SourceGroup, room: number) {
  if (groupBy !== 'ip') {
    const heading = groupBy.replace('_', ' ').toUpperCase()
    return { headings: [heading], rows: sources.map(({ source }) => [cut(source, room)]) }
  }
  const left = room - Math.max(...sources.map(({ source }) => source.length), 0) - 2
  const who = ({ organization, reverseDns }: Source) => organization?.name ?? reverseDns ?? ''
  if (left < SHORTEST_NAME / 2) return { headings: ['SOURCE'], rows: sources.map(({ source }) => [source]) }
  return {
    headings: ['SOURCE', 'WHO'],
    rows: sources.map((one) => [one.source, cut(who(one), left)]),
  }
}

const cut = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text)

function colourOf(line: string, status: SourceStatus | undefined, screen: Screen): string {
  if (status === undefined) return line
  return line.replace(status, styled(screen, STYLES[status], status))
}

const STYLES = { passing: 'good', forwarded: 'quiet', unaligned: 'fair', failing: 'poor' } as const
