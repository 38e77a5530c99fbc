import { CHECK_WORDS } from '../../analysis/telling/check-words.ts'
import { type Check, detailOf } from '../../core/check.ts'
import { relevanceOf } from '../../core/check-words.ts'
import type { PlanStep } from '../../core/fix.ts'
import type { MessageKind } from '../../core/report.ts'
import { type ToldBySteps, toldBySteps, withoutTold } from '../../services/telling/told-once.ts'
import { harmless } from './harmless.ts'
import { PLAIN, type Screen, type Style, styled } from './screen.ts'
import { pointing, TITLE_WIDTH, titleOf } from './titles.ts'
import { INDENT, wrapped } from './wrapped.ts'

/** How much is told of each check, and where. */
export interface Telling {
  kind?: MessageKind
  /** Why it matters and who can change it, also of checks that cost nothing. */
  verbose?: boolean
  /** Steps that are told before: what they hold is not said again. */
  steps?: readonly PlanStep[]
  /** How many may send by SPF, also where advice takes the place of the summary that says it. */
  breadth?: boolean
  screen?: Screen
}

/** What a check is told with. */
interface Teller extends Telling {
  screen: Screen
  told: ReadonlyMap<string, ToldBySteps>
}

/** Failed without a cost: only on lists that hardly a receiver acts on, which the sender can do nothing about. */
const LISTINGS = new Set(['blocklist', 'domain-blocklist', 'link-blocklist'])

/** Checks by what is to be done about them. */
interface Sorted {
  costly: Check[]
  open: Check[]
  listed: Check[]
  advised: Check[]
  rest: Check[]
  refined: Check[]
}

function sorted(checks: readonly Check[], { kind }: Telling): Sorted {
  // A check of a domain has no scores: there a listing is told whatever it weighs.
  const isFree = ({ name, status, score }: Check) =>
    kind !== undefined && status === 'failed' && score === 0 && LISTINGS.has(name)
  const failed = checks.filter(({ status }) => status === 'failed')
  const fine = checks.filter(({ status }) => status === 'passed' || status === 'neutral')
  const isAdvised = (check: Check) => Boolean(detailOf(check)['advice'])
  return {
    costly: failed.filter((check) => !isFree(check)).toSorted((a, b) => a.score - b.score),
    open: checks.filter(({ status }) => status === 'error'),
    listed: failed.filter(isFree),
    advised: fine.filter(isAdvised),
    rest: fine.filter((check) => !isAdvised(check)),
    refined: fine.filter((check) => detailOf(check)['refinement']),
  }
}

/** What costs points first, then what could not be determined, then the rest. */
export function checksText(all: readonly Check[], telling: Telling = {}): string {
  const screen = telling.screen ?? PLAIN
  const teller: Teller = { ...telling, screen, told: toldBySteps(harmless(telling.steps ?? [])) }
  const { costly, open, listed, advised, rest, refined } = sorted(harmless(all), telling)
  const line = (check: Check) => [lineOf(check, teller), ...more(check, teller)].join('\n')
  return [
    ...section(
      'To fix',
      costly.map((check) => toFix(check, teller)),
      screen,
    ),
    ...section('Not determined', open.map(line), screen),
    ...section(
      'For information: listings that cost no points',
      listed.map((check) => toFix(check, teller)),
      screen,
    ),
    ...section(
      'Worth doing, costs nothing now',
      advised.map((check) =>
        [
          headOf(check, screen),
          ...breadthOf(check, teller),
          adviceOf(check, teller),
          ...more(check, teller),
        ].join('\n'),
      ),
      screen,
    ),
    ...section('The rest', rest.map(line), screen),
    ...section(
      'Refinements that few receivers notice',
      refined.map((check) => refinementOf(check, screen)),
      screen,
    ),
    '',
  ].join('\n')
}

/** What is wrong, a line or two each: on one screen. */
export function briefChecks(all: readonly Check[], telling: Telling = {}): string {
  const screen = telling.screen ?? PLAIN
  const { costly, open, advised } = sorted(harmless(all), telling)
  const said = [...costly, ...open, ...advised]
  const lines = said.map((check) => {
    const better = check.findings.find(({ refinement }) => !refinement)?.says ?? check.summary
    return [headOf(check, screen), wrapped(better, INDENT, screen.width)].join('\n')
  })
  return [...(lines.length > 0 ? lines : ['  Nothing is wrong.']), ''].join('\n')
}

/** Lines under a heading; nothing where there are none. */
export function section(heading: string, entries: readonly string[], screen: Screen): string[] {
  return entries.length === 0 ? [] : ['', styled(screen, 'bold', heading), ...entries]
}

const MARKS: Readonly<Record<Check['status'], { sign: string; word: string; style: Style }>> = {
  passed: { sign: '✓', word: 'passed', style: 'good' },
  neutral: { sign: '–', word: 'info', style: 'quiet' },
  failed: { sign: '✗', word: 'failed', style: 'poor' },
  error: { sign: '?', word: 'open', style: 'fair' },
}

function startOf({ name, status }: Check, screen: Screen): string {
  const { sign, style } = MARKS[status]
  return `  ${styled(screen, style, sign)} ${styled(screen, 'bold', titleOf(name).padEnd(TITLE_WIDTH))}`
}

function headOf(check: Check, screen: Screen): string {
  const { word, style } = MARKS[check.status]
  const isCost = check.status === 'failed' && check.score < 0
  return startOf(check, screen) + styled(screen, style, isCost ? check.score.toFixed(1) : word)
}

const WORD_WIDTH = 8

function lineOf(check: Check, { screen }: Teller): string {
  const { word, style } = MARKS[check.status]
  const indent = ' '.repeat(4 + TITLE_WIDTH + WORD_WIDTH)
  // A narrow screen has no room beside the title.
  const isNarrow = screen.width - indent.length < 30
  const text = wrapped(check.summary, isNarrow ? INDENT : indent, screen.width)
  const start = startOf(check, screen) + styled(screen, style, word.padEnd(WORD_WIDTH))
  return isNarrow ? `${start.trimEnd()}\n${text}` : start + text.trimStart()
}

function breadthOf({ evidence }: Check, { breadth, screen }: Teller): string[] {
  const { may_send: amount, shared_by_clouds: shared } = evidence
  if (!breadth || amount === undefined) return []
  const says = `May send: ${amount}.${shared === undefined ? '' : ` Shared by clouds: ${shared}.`}`
  return [wrapped(says, INDENT, screen.width)]
}

const more = (check: Check, teller: Teller) => (teller.verbose ? relevance(check, teller) : [])

function toFix(check: Check, teller: Teller): string {
  // What a provider asks is told by the checks that it points to.
  const isBrief = check.name.startsWith('provider-') && !teller.verbose
  const [why = '', who = ''] = isBrief ? [] : relevance(check, teller)
  const { screen } = teller
  const summary = wrapped(check.summary, INDENT, screen.width)
  return [headOf(check, screen), summary, why, adviceOf(check, teller), who].filter(Boolean).join('\n')
}

/** In the words of the service where its answer holds them. */
function relevance(check: Check, { kind, screen }: Teller): string[] {
  const { name } = check
  const detail = detailOf(check)
  const own = relevanceOf(CHECK_WORDS, name, kind)
  const why = detail['why'] ?? own?.why
  const who = detail['who'] ?? own?.who
  return [
    ...(why ? [wrapped(`Why it matters: ${why}`, INDENT, screen.width)] : []),
    ...(who ? [wrapped(`Who can change it: ${who}`, INDENT, screen.width)] : []),
  ]
}

/** What its steps do not say, and where they stand. */
function adviceOf(check: Check, { told, screen }: Teller): string {
  const steps = told.get(check.name)
  const advice = (detailOf(withoutTold(check, steps))['advice'] ?? '').split('\n').filter(Boolean)
  const { reference } = detailOf(check)
  return [
    ...(steps ? [`How to fix it: ${steps.numbers.map((number) => `step ${number}`).join(', ')}.`] : []),
    ...advice.map((line) => `→ ${pointing(line)}`),
    ...(reference ? [`See ${reference}`] : []),
  ]
    .map((line) => wrapped(line, INDENT, screen.width))
    .join('\n')
}

function refinementOf(check: Check, screen: Screen): string {
  const lines = (detailOf(check)['refinement'] ?? '').split('\n')
  const text = lines.map((line) => wrapped(`→ ${pointing(line)}`, INDENT, screen.width))
  return [headOf(check, screen), ...text].join('\n')
}
