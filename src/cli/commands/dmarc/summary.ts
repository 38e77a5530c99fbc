import { percentUp } from '../../../core/aggregate/share.ts'
import type { AggregateSummary, Counts, DayCounts } from '../../../services/aggregates/aggregates.ts'
import { summaryBody } from '../../../services/aggregates/told.ts'
import { dateOfDay, isSettled } from '../../../services/aggregates/window.ts'
import { type Command, EXIT, misuse } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { SCREEN_OPTIONS, type Screen, screenOf, styled } from '../../reports/screen.ts'
import { json, table } from '../../table.ts'
import { aboutDomain, DOMAIN_OPERAND, headingOf, notTold, WINDOW_OPTIONS } from './about.ts'
import { amount, levelOf, percent } from './figures.ts'

type Summary = AggregateSummary & { domain: string }

export const dmarcSummary: Command = {
  name: 'dmarc summary',
  summary: 'Shows volume and DMARC pass rates of a domain',
  about:
    'As receivers reported them: how much mail had the domain in From, how much of it passed DMARC, and each day that was reported.',
  operands: [DOMAIN_OPERAND],
  options: {
    ...WINDOW_OPTIONS,
    color: SCREEN_OPTIONS.color,
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  examples: [
    ['mailgauge dmarc summary example.org', 'The last 30 days.'],
    ['mailgauge dmarc summary example.org --days 7', 'The last week.'],
  ],
  run: aboutDomain(async (invocation, admin, asked) => {
    const { io, isSet, value } = invocation
    const screen = screenOf(io, value('color'))
    if (typeof screen === 'string') return misuse(io, screen)
    const found = await admin.aggregates.summary(asked.actor, asked.id, asked.window)
    if (!found.ok) return notTold(invocation, found.refusal)
    const summary = found.value
    if (isSet('json')) io.out(json(summaryBody(summary, { window: asked.window, now: io.now() })))
    else if (summary.reports === 0)
      io.say(
        `${headingOf(asked)}: there are no reports. mailgauge domains dmarc ${asked.domain} shows how they come.\n`,
      )
    else {
      const filling = isSettled(asked.window, io.now()) ? '' : '; reports of the last days may still arrive'
      io.out(`${headingOf(asked)}${filling}\n\n${figures(summary, screen)}\n${daily(summary.days)}`)
    }
    return EXIT.done
  }),
}

/** Names stand to the left of their figures. */
function figures(summary: Summary, screen: Screen): string {
  const { messages, pass, reports, reporters, unauthenticated, sources } = summary
  const of = (part: number, share = percent(part, messages)) =>
    `${amount(part).padStart(amount(messages).length)}  ${share}`
  const rows: [name: string, text: string][] = [
    ['Messages', amount(messages)],
    ['Passed DMARC', styled(screen, levelOf(pass, messages), of(pass))],
    ['  DKIM aligned', of(summary.dkimAligned)],
    ['  SPF aligned', of(summary.spfAligned)],
    ['Failed', of(messages - pass, percentUp(messages - pass, messages))],
    ['Receivers did', dispositions(summary)],
    ['Overrides', overrides(summary)],
    ['Policy', policy(summary)],
    ['Sources', `${amount(sources)}, shown by mailgauge dmarc sources ${summary.domain}`],
    [
      'Reports',
      `${amount(reports)} of ${reporters === 1 ? 'one reporter' : `${amount(reporters)} reporters`}${
        unauthenticated > 0 ? `, ${amount(unauthenticated)} of them not authenticated` : ''
      }`,
    ],
  ]
  const shown = rows.filter(([, text]) => text !== '')
  const width = Math.max(...shown.map(([name]) => name.length))
  return shown.map(([name, text]) => `${name.padEnd(width)}  ${text}\n`).join('')
}

const listed = (counts: readonly (readonly [name: string, count: number])[]) =>
  counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${amount(count)}`)
    .join(', ')

const dispositions = ({ dispositions: { none, pass, quarantine, reject } }: Counts) =>
  listed([
    ['no action', none],
    ['passed an enforced policy', pass],
    ['quarantined', quarantine],
    ['rejected', reject],
  ])

const overrides = ({ overrides: classes }: Summary) =>
  listed(Object.entries(classes).map(([name, count]) => [name.replaceAll('_', ' '), count] as const))

function policy({ policy: observed }: Summary): string {
  if (!observed) return ''
  const { p, sp, np, pct, testing } = observed.policy
  const tags = [
    p !== '' && `p=${p}`,
    sp !== undefined && `sp=${sp}`,
    np !== undefined && `np=${np}`,
    pct !== undefined && pct < 100 && `pct=${pct}`,
    testing && 't=y',
  ].filter((tag) => typeof tag === 'string')
  const day = new Date(observed.end * 1000).toISOString().slice(0, 10)
  return withoutControl(`${tags.join(' ') || 'no p named'}, as reported for ${day}`)
}

const daily = (days: readonly DayCounts[]) =>
  table(
    ['DAY', 'REPORTS', 'MESSAGES', 'FAILED', 'PASSED'],
    days.map(({ day, reports, messages, pass }) => [
      dateOfDay(day),
      amount(reports),
      amount(messages),
      amount(messages - pass),
      percent(pass, messages),
    ]),
  )
