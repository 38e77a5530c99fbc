import type { Admin } from '../../../app/admin.ts'
import { isSourceKey, type SourceMarkChange } from '../../../core/aggregate/source-mark.ts'
import type { Refusal } from '../../../core/refusal.ts'
import type { AnsweredSource } from '../../../services/answers/answered.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { refusalWords } from '../domains/each.ts'
import { type Asked, aboutDomain, DOMAIN_OPERAND, headingOf, notTold, WINDOW_OPTIONS } from './about.ts'

const MOST_NAMED = 5

export const dmarcMark: Command = {
  name: 'dmarc mark',
  summary: 'Says whether a source is yours, or names it',
  about:
    'What people say of a source wins over what its reports show: advice and readiness go by it from then on. Sources are those of mailgauge dmarc senders, over the same days. The audit log tells each change.',
  operands: [
    DOMAIN_OPERAND,
    { name: 'source', sentence: 'Its name, its key (in --json of dmarc senders), or an address of it.' },
  ],
  options: {
    mine: { sentence: 'It is yours: what fails of it is to be repaired.' },
    'not-mine': { sentence: 'It is not yours: what fails of it counts as abuse.' },
    clear: { sentence: 'Takes back the mark and the name.' },
    name: { value: 'name', sentence: 'How it is called from now on.' },
    ...WINDOW_OPTIONS,
  },
  configured: true,
  examples: [
    ['mailgauge dmarc mark example.org 192.0.2.7 --mine --name "Printers"', 'A server of your own.'],
    ['mailgauge dmarc mark example.org sender:zendesk --not-mine', 'A service that you do not use.'],
  ],
  run: aboutDomain(async (invocation, admin, asked) => {
    const { io, operands } = invocation
    const said = saidIn(invocation)
    if (typeof said === 'string') return misuse(io, said)
    const typed = operands[1] ?? ''
    const read = await admin.sources.sources(asked.actor, asked.id, asked.window)
    if (!read.ok) return notTold(invocation, read.refusal)
    const found = meant(read.value.sources, typed)
    if (found.length === 0 && said.mark === null && isSourceKey(typed))
      return takeBack(invocation, admin, asked, typed)
    if (found.length !== 1) return fail(io, withoutControl(notOne(found, typed, headingOf(asked))))
    const [{ key, name } = { key: '', name: '' }] = found
    const kept = await admin.sourceMarks.change(asked.actor, asked.id, { key, ...said })
    if (!kept.ok) return notKept(invocation, kept.refusal)
    const what = kept.value === 'same' ? 'It was so before.' : doneWords(said)
    io.say(withoutControl(`${name} (${key}): ${what}\n`))
    return EXIT.done
  }),
}

/** What was said of a source that no report of these days names. */
async function takeBack(
  invocation: Invocation,
  { sourceMarks }: Pick<Admin, 'sourceMarks'>,
  asked: Asked,
  key: string,
): Promise<number> {
  const kept = await sourceMarks.change(asked.actor, asked.id, { key, mark: null, name: null })
  if (!kept.ok) return notKept(invocation, kept.refusal)
  if (kept.value === 'same') return fail(invocation.io, withoutControl(notOne([], key, headingOf(asked))))
  invocation.io.say(withoutControl(`${key}: ${doneWords({ mark: null })}\n`))
  return EXIT.done
}

type Said = Omit<SourceMarkChange, 'key'>

function saidIn({ isSet, value }: Invocation): Said | string {
  const marks = (['mine', 'not-mine', 'clear'] as const).filter((one) => isSet(one))
  const name = value('name')
  if (marks.length > 1) return `--${marks[0]} and --${marks[1]} exclude each other.`
  const [mark] = marks
  if (mark === 'clear')
    return name === undefined
      ? { mark: null, name: null }
      : '--clear takes the name back, too: leave out --name.'
  if (!mark && name === undefined) return 'Say what holds: --mine, --not-mine, --clear or --name.'
  return {
    ...(mark && { mark: mark === 'mine' ? ('mine' as const) : ('not_mine' as const) }),
    ...(name !== undefined && { name }),
  }
}

/** By key before all else: names are texts of strangers. */
function meant(sources: readonly AnsweredSource[], typed: string): AnsweredSource[] {
  const byKey = sources.filter(({ key }) => key === typed)
  if (byKey.length > 0) return byKey
  const byAddress = sources.filter(({ ips }) => ips.some(({ ip }) => ip === typed.toLowerCase()))
  if (byAddress.length > 0) return byAddress
  return sources.filter(({ name }) => name.toLowerCase() === typed.toLowerCase())
}

function notOne(found: readonly AnsweredSource[], typed: string, heading: string): string {
  if (found.length === 0) {
    return `${heading}: reports name no source "${typed.slice(0, 300)}". mailgauge dmarc senders shows them.`
  }
  const keys = found.slice(0, MOST_NAMED).map(({ key }) => key)
  return `${heading}: "${typed.slice(0, 300)}" is the name of ${found.length} sources. Name one by its key: ${keys.join(', ')}${found.length > keys.length ? ', …' : ''}`
}

function notKept(invocation: Invocation, refusal: Refusal): number {
  return refusal.kind === 'bad_request' || refusal.kind === 'limit_reached'
    ? fail(invocation.io, refusalWords(refusal))
    : notTold(invocation, refusal)
}

function doneWords({ mark, name }: Said): string {
  if (mark === null) return 'The mark and the name were taken back.'
  const marked = mark === undefined ? '' : `It is marked as ${mark === 'mine' ? 'yours' : 'not yours'}.`
  const named = name ? `It is called ${name.normalize('NFC').trim()}.` : ''
  return `${marked} ${named}`.trim()
}
