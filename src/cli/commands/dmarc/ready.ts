import { percentUp } from '../../../core/aggregate/share.ts'
import { writtenChange } from '../../../core/fix.ts'
import { dateOfDay } from '../../../services/aggregates/window.ts'
import { readinessBody } from '../../../services/answers/readiness/told.ts'
import type { Readiness, Rung, ScopeReadiness, Verdict } from '../../../services/answers/ready.ts'
import { type Command, EXIT, misuse } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { SCREEN_OPTIONS, type Screen, screenOf, styled } from '../../reports/screen.ts'
import { json, table, wrap } from '../../table.ts'
import { aboutDomain, DOMAIN_OPERAND, notTold, WINDOW_OPTIONS } from './about.ts'
import { amount } from './figures.ts'

export const dmarcReady: Command = {
  name: 'dmarc ready',
  summary: 'Shows if a domain may have a stricter DMARC policy',
  about:
    'By the reports of 30 days, up to the day before yesterday: what p=quarantine and p=reject would have done to mail of the domain, of names below it (sp) and of those that do not exist (np), what stands against each, and the next record to publish. Asks the DNS for the record that is there.',
  operands: [DOMAIN_OPERAND],
  options: {
    account: WINDOW_OPTIONS.account,
    color: SCREEN_OPTIONS.color,
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  examples: [['mailgauge dmarc ready example.org', 'Whether p=quarantine or p=reject is next.']],
  run: aboutDomain(async (invocation, admin, { actor, id }) => {
    const { io, isSet, value } = invocation
    const screen = screenOf(io, value('color'))
    if (typeof screen === 'string') return misuse(io, screen)
    const found = await admin.readiness.readiness(actor, id)
    if (!found.ok) return notTold(invocation, found.refusal)
    io.out(isSet('json') ? json(readinessBody(found.value, io.now())) : readinessText(found.value, screen))
    return EXIT.done
  }),
}

/** Readiness as it is read in a terminal. */
export function readinessText(readiness: Readiness, screen: Screen): string {
  const { domain, window, basis, data, scopes, next, says, notes } = readiness
  const reports = basis === 'authenticated' ? 'authenticated reports' : 'all reports'
  const heading = `${domain}, ${dateOfDay(window.from)} to ${dateOfDay(window.to)} (UTC), ${reports}: ${counted(data.days, 'day')}, ${counted(data.reporters, 'reporter')}, ${counted(data.messages, 'message')}`
  const parts = [
    paragraph(heading, screen),
    paragraph(says, screen),
    ...(data.enough ? [policies(scopes, screen)] : []),
    ...(data.enough ? [obstacles(scopes, screen)] : []),
    ...next.map((rung, at) => record(rung, at, screen)),
    notes.map((note) => paragraph(note, screen)).join(''),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

const counted = (count: number, what: string) => `${amount(count)} ${what}${count === 1 ? '' : 's'}`

const paragraph = (text: string, { width }: Screen, indent = '') =>
  wrap(withoutControl(text), width - indent.length)
    .map((line) => `${indent}${line}\n`)
    .join('')

const READY: Readonly<Record<Verdict['ready'], string>> = {
  yes: 'yes',
  no: 'no',
  not_enough_data: 'not enough data',
}

function policies(scopes: readonly ScopeReadiness[], screen: Screen): string {
  const rows = scopes.flatMap(({ scope, published, verdicts }) =>
    verdicts.map(({ policy, ready, simulation: s }) => [
      `${scope}=${policy}`,
      published === policy ? 'published' : '',
      READY[ready],
      amount(s.legitimate),
      amount(s.refusedOwn),
      s.legitimate === 0 ? '' : percentUp(s.refusedOwn, s.legitimate),
      amount(s.refusedForwarded),
      amount(s.refusedUnknown),
      amount(s.refusedAbuse),
    ]),
  )
  const headings = ['POLICY', 'NOW', 'READY', 'OWN MAIL', 'FAILS', 'SHARE', 'FORWARDED', 'UNDECIDED', 'ABUSE']
  const [first = '', ...lines] = table(headings, rows).split('\n')
  return [first, ...lines.map((line) => colourOf(line, screen))].join('\n')
}

const colourOf = (line: string, screen: Screen) =>
  line.replace(
    / (yes|no)(?= )/,
    (_, word: string) => ` ${styled(screen, word === 'yes' ? 'good' : 'poor', word)}`,
  )

/** What stands against each policy and is to be known beside it, once for those that have it in common. */
function obstacles(scopes: readonly ScopeReadiness[], screen: Screen): string {
  const all = scopes.flatMap(({ scope, verdicts }) =>
    verdicts.map(({ policy, missing, notes }) => ({
      tag: `${scope}=${policy}`,
      lines: [...missing.map(({ says }) => says), ...notes],
    })),
  )
  const common = Map.groupBy(all, ({ lines }) => lines.map((line) => paragraph(line, screen, '  ')).join(''))
  return [...common]
    .filter(([lines]) => lines !== '')
    .map(([lines, some]) => `${some.map(({ tag }) => tag).join(', ')}\n${lines}`)
    .join('')
}

function record({ name, value, says }: Rung, at: number, screen: Screen): string {
  const lines = writtenChange({ kind: 'dns', name, type: 'TXT', records: [value] }).split('\n')
  const title = at === 0 ? 'Next, in place of the record that is there:' : 'Or the same with t=y:'
  return `${title}\n${lines.map((line) => `  ${withoutControl(line)}\n`).join('')}${paragraph(says, screen, '  ')}`
}
