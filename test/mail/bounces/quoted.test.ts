import { describe, expect, test } from 'bun:test'
import { explainBounce } from '../../../src/mail/bounces/explain.ts'
import catalogues from './quoted/catalogues.json' with { type: 'json' }
import collectedAnswers from './quoted/collected-answers.json' with { type: 'json' }
import collectedLogs from './quoted/collected-logs.json' with { type: 'json' }
import collectedMessages from './quoted/collected-messages.json' with { type: 'json' }
import collectedNotices from './quoted/collected-notices.json' with { type: 'json' }
import corpora from './quoted/corpora.json' with { type: 'json' }
import europe from './quoted/europe.json' with { type: 'json' }
import everydayMailboxes from './quoted/everyday-mailboxes.json' with { type: 'json' }
import everydayMicrosoft from './quoted/everyday-microsoft.json' with { type: 'json' }
import everydayPasted from './quoted/everyday-pasted.json' with { type: 'json' }
import everydayServers from './quoted/everyday-servers.json' with { type: 'json' }
import forms from './quoted/forms.json' with { type: 'json' }
import forums from './quoted/forums.json' with { type: 'json' }
import gateways from './quoted/gateways.json' with { type: 'json' }
import heldOut from './quoted/held-out.json' with { type: 'json' }
import listsAndLogs from './quoted/lists-and-logs.json' with { type: 'json' }
import microsoftAndGoogle from './quoted/microsoft-and-google.json' with { type: 'json' }
import noticesInWords from './quoted/notices-in-words.json' with { type: 'json' }
import programs from './quoted/programs.json' with { type: 'json' }
import servers from './quoted/servers.json' with { type: 'json' }
import tools from './quoted/tools.json' with { type: 'json' }
import trackers from './quoted/trackers.json' with { type: 'json' }

interface Quote {
  text: string
  causes: string[]
  /** Of each recipient. */
  each?: string[]
  provider?: string
  /** Nothing in it tells whose answer it is. */
  unnamed?: boolean
  permanent?: boolean
  /** The pattern, where another one with the same cause says something else. */
  rule?: string
  source: string
}

const quotes: Quote[] = [
  europe,
  forms,
  forums,
  gateways,
  heldOut,
  listsAndLogs,
  microsoftAndGoogle,
  trackers,
  tools,
  programs,
  servers,
  corpora,
  collectedAnswers,
  collectedLogs,
  collectedMessages,
  collectedNotices,
  everydayMailboxes,
  everydayMicrosoft,
  everydayPasted,
  everydayServers,
  catalogues,
  noticesInWords,
].flatMap(({ quotes }): Quote[] => quotes)

/** As mail programs and terminals wrap a text. */
const wrapped = (text: string, width: number) =>
  text
    .split('\n')
    .flatMap((line) => line.match(new RegExp(`.{1,${width}}(?:\\s|$)|\\S+`, 'g')) ?? [line])
    .join('\n')

const isOneAnswer = (text: string) => !text.includes('\n') && /^[45]\d\d /.test(text)

describe('answers as people quoted them', () => {
  test.each(quotes.map((quote) => [quote.text.slice(0, 60), quote] as const))('%s', (_name, quote) => {
    const { failures } = explainBounce(quote.text)
    const [failure] = failures
    // Not known is right where nothing is told that could be wrong.
    expect([...quote.causes, 'unknown'] as string[]).toContain(failure?.cause ?? '')
    if (quote.provider) expect(failure?.provider?.id).toBe(quote.provider)
    if (quote.unnamed) expect(failure?.provider).toBeUndefined()
    if (quote.each) expect(failures.map(({ cause }): string => cause)).toEqual(quote.each)
    if (quote.permanent !== undefined) expect(failure?.permanent).toBe(quote.permanent)
    if (quote.rule) expect(failure?.rule?.id).toBe(quote.rule)
  })

  test('are told by all but a few', () => {
    const told = quotes.filter(({ text, causes }) =>
      causes.includes(explainBounce(text).failures[0]?.cause ?? ''),
    )
    expect(told.length / quotes.length).toBeGreaterThan(0.95)
  })

  test('mean the same in other blanks, cases and lines', () => {
    for (const { text } of quotes.filter(({ text }) => isOneAnswer(text))) {
      const [plain] = explainBounce(text).failures
      for (const other of [
        wrapped(text, 40),
        text.replaceAll(' ', '  '),
        `${text}\r\n`,
        `<<< ${text}`,
        `smtp; ${text}`,
      ]) {
        expect([other, explainBounce(other).failures[0]?.cause]).toEqual([other, plain?.cause])
      }
    }
  })
})
