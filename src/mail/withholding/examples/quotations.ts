import type { Line } from '../text/lines.ts'

/** What stands between quotation marks in a line, without the marks; a quotation may hold several lines of one paragraph. */
export interface Span {
  start: number
  end: number
  /** Everything that is quoted, in this line and the others. */
  text: string
  /** The line that the quotation begins in. */
  from: number
}

/** Every mark that opens, and those that close it: habits differ, and straight ones are mixed with the others. */
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"\u201d\u201c',
  '\u201c': '\u201d\u201c"',
  '\u201d': '\u201d',
  '\u201e': '\u201c\u201d"\u201f',
  '\u201f': '\u201d"',
  '\u00ab': '\u00bb',
  '\u00bb': '\u00ab\u00bb',
  '\u2039': '\u203a',
  '\u203a': '\u2039\u203a',
  '\u300c': '\u300d',
  '\u300e': '\u300f',
  '\u2018': '\u2019',
  '\u201a': '\u2018\u2019',
  "'": "'",
  '`': '`',
} // prettier-ignore
const QUOTED = /["\u2018-\u201f\u00ab\u00bb\u2039\u203a\u300c-\u300f'`]/
/** These also stand in words, or in front of a number's unit. */
const ALSO_WITHIN = '\'\u2019\u2018`"\u201d\u00bb\u203a'
const WITHIN = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]/u
const LEAST = 3
const MOST = 300
/** Single ones are apostrophes as well. */
const SINGLE = "'\u2018\u201a`"
const MOST_SINGLE = 100

/** What is quoted, by line. */
export function quotationsOf(lines: readonly Line[]): ReadonlyMap<number, Span[]> {
  const found = new Map<number, Span[]>()
  for (let from = 0; from < lines.length; ) {
    const to = endOf(lines, from)
    addRow(found, lines, from, to)
    from = to
  }
  return found
}

/** A row so long that it was broken for width goes on in the next one. */
const LEAST_BROKEN = 50
const MOST_BROKEN = 100
const MOST_ROWS = 30

/** The line behind a paragraph: a row, and those that it goes on in. */
function endOf(lines: readonly Line[], from: number): number {
  let to = from
  for (let rows = 0; rows < MOST_ROWS && to < lines.length; rows += 1) {
    const row = lines[to]?.row
    let length = 0
    for (; to < lines.length && lines[to]?.row === row; to += 1) length += (lines[to]?.plain.length ?? 0) + 1
    if (length < LEAST_BROKEN || length > MOST_BROKEN || lines[to]?.row !== (row ?? 0) + 1) break
  }
  return to
}

/** These tell by themselves that a quotation begins, in the next row too. */
const PAIRED = '\u201c\u201e\u00ab\u300c\u300e'

interface Open {
  mark: string
  closing: string
  line: number
  at: number
}

/** The quotations of one paragraph: what is not closed in it is none, nor where marks are alike what is not in its row. */
function addRow(found: Map<number, Span[]>, lines: readonly Line[], from: number, to: number): void {
  let open: Open | undefined
  for (let line = from; line < to; line += 1) {
    if (open && !goesOn(open, lines, line)) open = undefined
    if (QUOTED.test(lines[line]?.plain ?? '')) open = addLine(found, lines, line, open)
  }
}

/** The quotations that end in a line; what is open behind it. */
function addLine(
  found: Map<number, Span[]>,
  lines: readonly Line[],
  line: number,
  before: Open | undefined,
): Open | undefined {
  const plain = lines[line]?.plain ?? ''
  let open = before
  for (let at = 0; at < plain.length; at += 1) {
    const mark = plain[at] as string
    if (open?.closing.includes(mark) && closes(plain, at)) {
      addSpans(found, lines, open, line, at)
      open = undefined
    } else if (!open && CLOSING[mark] !== undefined && opens(plain, at)) {
      open = { mark, closing: CLOSING[mark], line, at: at + 1 }
    }
  }
  return open
}

function goesOn({ mark }: Open, lines: readonly Line[], line: number): boolean {
  return PAIRED.includes(mark) || lines[line]?.row === lines[line - 1]?.row
}

function opens(plain: string, at: number): boolean {
  const isWithin = ALSO_WITHIN.includes(plain[at] as string)
  return !(isWithin && WITHIN.test(plain[at - 1] ?? '')) && at + 1 < plain.length
}

/** An apostrophe closes nothing. */
function closes(plain: string, at: number): boolean {
  return !("'\u2019\u2018".includes(plain[at] as string) && WITHIN.test(plain[at + 1] ?? ''))
}

function addSpans(
  found: Map<number, Span[]>,
  lines: readonly Line[],
  open: Open,
  last: number,
  end: number,
): void {
  const pieces: string[] = []
  const spans: [number, number, number][] = []
  for (let line = open.line; line <= last; line += 1) {
    const plain = lines[line]?.plain ?? ''
    const start = line === open.line ? open.at : 0
    const stop = line === last ? end : plain.length
    pieces.push(plain.slice(start, stop))
    spans.push([line, start, stop])
  }
  const text = pieces.join(' ')
  const most = SINGLE.includes(lines[open.line]?.plain[open.at - 1] ?? '') ? MOST_SINGLE : MOST
  if (text.length < LEAST || text.length > most) return
  for (const [line, start, stop] of spans) {
    const known = found.get(line)
    const span = { start, end: stop, text, from: open.line }
    if (known) known.push(span)
    else found.set(line, [span])
  }
}

/** A line with blanks for what it quotes. */
export function withoutSpans(plain: string, spans: readonly Span[]): string {
  return spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    plain,
  )
}
