/** One line of the log that an administrator should see. */
export interface RecentError {
  at: Date
  level: 'warn' | 'error'
  sentence: string
  /** What it was about, as far as it may be shown. */
  facts: [name: string, value: string][]
  /** How often the same line came in a row; `at` is the last time. */
  times: number
}

/** The newest lines of level warn and error since the start, in memory. */
export interface RecentErrors {
  /** Takes note of a line. Never throws. */
  note(
    level: RecentError['level'],
    at: Date,
    sentence: string,
    facts: Readonly<Record<string, unknown>>,
  ): void
  /** Newest first. */
  list(): RecentError[]
}

const MOST_LINES = 200
const LONGEST_VALUE = 1000
const LONGEST_SENTENCE = 500

/** Facts that our own code made. What came out of a message, or names who sends it, stands in the log of the host alone. */
const SHOWN = [
  'job',
  'list',
  'lists',
  'message',
  'messages',
  'method',
  'obstacle',
  'path',
  'reason',
  'request',
  'route',
  'scanner',
  'signal',
  'step',
  'tlsCert',
  'tries',
  'waitSeconds',
]

export function createRecentErrors(most = MOST_LINES): RecentErrors {
  const lines: RecentError[] = []
  return {
    note(level, at, sentence, facts) {
      const line: RecentError = {
        at,
        level,
        sentence: masked(sentence).slice(0, LONGEST_SENTENCE),
        facts: factsOf(facts),
        times: 1,
      }
      const last = lines.at(-1)
      if (last && isSame(last, line)) {
        last.times += 1
        last.at = at
        return
      }
      lines.push(line)
      if (lines.length > most) lines.shift()
    },
    list: () => lines.toReversed().map((line) => ({ ...line })),
  }
}

const isSame = (a: RecentError, b: RecentError) =>
  a.level === b.level && a.sentence === b.sentence && JSON.stringify(a.facts) === JSON.stringify(b.facts)

function factsOf(facts: Readonly<Record<string, unknown>>): RecentError['facts'] {
  const shown = SHOWN.flatMap((name): RecentError['facts'] => {
    const value = facts[name]
    return value === undefined ? [] : [[name, unquoted(inWords(value))]]
  })
  const cause = causeOf(facts['err']) ?? framesOf(facts['stack'])
  return cause === undefined ? shown : [...shown, ['cause', unquoted(cause)]]
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.slice(0, 20).map(inWords).join(', ')
  if (typeof value === 'string') return value.slice(0, LONGEST_VALUE)
  return (JSON.stringify(value) ?? '').slice(0, LONGEST_VALUE)
}

/** The stack tells where; it begins with the message. */
function causeOf(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return typeof cause === 'string' ? cause : undefined
  const told = 'stack' in cause && typeof cause.stack === 'string' ? cause.stack : undefined
  return told ?? ('message' in cause && typeof cause.message === 'string' ? cause.message : undefined)
}

/** Where it happened, without what was said of it: what stumbled over a message may say its words. */
function framesOf(stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined
  const lines = stack.slice(0, 20 * LONGEST_VALUE).split('\n')
  const kind = /^[A-Z]\w{0,40}Error(?=:|$)/.exec(lines[0] ?? '')?.[0]
  const frames = lines.filter((line) => /^\s{2,8}at /.test(line))
  return [...(kind === undefined ? [] : [kind]), ...frames].join('\n')
}

/** Addresses, tokens and keys. */
function masked(text: string): string {
  return text
    .slice(0, LONGEST_VALUE)
    .replace(/[^\s<>"'`(),;:]{1,64}@[^\s<>"'`(),;:]{1,255}/g, '…@…')
    .replace(/\bmg_[0-9A-Za-z]{7,}/g, 'mg_…')
    .replace(/\b[a-z2-7]{26}\b/g, (token) => `${token.slice(0, 4)}…`)
    .replace(/[0-9A-Za-z_-]{40,}/g, '…')
}

/** An exception quotes what it stumbled on. */
function unquoted(text: string): string {
  return masked(text)
    .replace(/"[^"\n]{1,300}"/g, '"…"')
    .replace(/`[^`\n]{1,300}`/g, '`…`')
    .replace(/“[^”\n]{1,300}”/g, '“…”')
    .replace(/(?<!\w)'[^'\n]{1,300}'(?!\w)/g, "'…'")
}
