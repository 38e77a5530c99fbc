/** Longer values are cut: nobody fills the log by a name. */
const LONGEST = 1000
/** Past the cut, so that what it would split is still known for what it is. */
const BEYOND = 400
const MOST_ENTRIES = 50
const DEEPEST = 4

/** Written as they are: printable ASCII. */
const PLAIN = /^[\x20-\x7e]*$/

/** What steers a terminal, or cannot be seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu

/** What opens something, or names a person: tokens of tests, API keys, codes and secrets, local parts of addresses. */
const MASKS: readonly (readonly [what: RegExp, shown: (found: string) => string])[] = [
  [/\b[a-z2-7]{26}\b/g, (token) => `${token.slice(0, 4)}…`],
  [/\bmg_[0-9A-Za-z]{7,}/g, () => 'mg_…'],
  [/[0-9A-Za-z_-]{40,}/g, () => '…'],
]
const LOCAL_PARTS = /(?:"[^"\n]{1,255}"|[^\s<>"'`(),;:/\\@]{1,255})@(?=[^\s@])/g

/** Text from anywhere on one line: bounded, with nothing in it that opens something, names a person or cannot be seen. */
export function cleanText(text: string, longest = LONGEST): string {
  const masked = withoutSecrets(text.slice(0, longest + BEYOND))
  const short = text.length > longest ? `${masked.slice(0, longest)}…` : masked
  return PLAIN.test(short) ? short : short.replaceAll(UNSEEN, written)
}

export function withoutSecrets(text: string): string {
  let masked = text
  for (const [what, shown] of MASKS) masked = masked.replace(what, shown)
  return masked.includes('@') ? masked.replace(LOCAL_PARTS, '…@') : masked
}

function written(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

/** A fact of a line, whatever it is. */
export function cleanValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Error) return errorFacts(value)
  if (depth >= DEEPEST) return '…'
  if (!Array.isArray(value)) return cleanFacts(value, depth + 1)
  const shown = value.slice(0, MOST_ENTRIES).map((one) => cleanValue(one, depth + 1))
  return value.length > MOST_ENTRIES ? [...shown, `and ${value.length - MOST_ENTRIES} more`] : shown
}

/** The facts of a line. */
export function cleanFacts(facts: object, depth = 0): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(facts).slice(0, MOST_ENTRIES)) {
    cleaned[name] =
      name === 'stack' && typeof value === 'string' ? stackOf(value, facts) : cleanValue(value, depth)
  }
  return cleaned
}

const LONGEST_MESSAGE = 300
const MOST_FRAMES = 20
const MOST_CAUSES = 4

/** What failed, and where. The words of a fault may quote what it stumbled on: those of the system alone are told whole. */
function errorFacts(error: Error, depth = 0): Record<string, unknown> {
  const { code } = error as { code?: unknown }
  const ofSystem = typeof code === 'string' && /^(?:E[A-Z0-9]+|SQLITE_\w+)$/.test(code)
  const first = error.message.split('\n', 1)[0] ?? ''
  return {
    type: cleanText(error.name, 100),
    message: ofSystem ? cleanText(first) : withoutQuotes(cleanText(first, LONGEST_MESSAGE)),
    ...(typeof code === 'string' && { code: cleanText(code, 100) }),
    stack: framesOf(error.stack ?? ''),
    ...(error.cause instanceof Error && depth < MOST_CAUSES && { cause: errorFacts(error.cause, depth + 1) }),
  }
}

/** What stumbled over a message may say its words; of a step of an analysis nothing but the kind is told. */
function stackOf(stack: string, facts: object): string {
  const first = stack.slice(0, LONGEST).split('\n', 1)[0] ?? ''
  const kind = /^[A-Z]\w{0,40}(?=:|$)/.exec(first)?.[0] ?? 'Error'
  const head = 'step' in facts ? kind : withoutQuotes(cleanText(first, LONGEST_MESSAGE))
  return `${head}\n${framesOf(stack)}`.trimEnd()
}

function framesOf(stack: string): string {
  return stack
    .slice(0, 20 * LONGEST)
    .split('\n')
    .filter((line) => /^\s{2,8}at /.test(line))
    .slice(0, MOST_FRAMES)
    .map((line) => cleanText(line, LONGEST_MESSAGE))
    .join('\n')
}

function withoutQuotes(text: string): string {
  return text
    .replace(/"[^"]{1,300}(?:"|$)/g, '"…"')
    .replace(/`[^`]{1,300}(?:`|$)/g, '`…`')
    .replace(/“[^”]{1,300}(?:”|$)/g, '“…”')
    .replace(/(?<!\w)'[^']{1,300}(?:'(?!\w)|$)/g, "'…'")
}
