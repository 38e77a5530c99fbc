import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rawOf } from './cases.ts'
import { type Form, formsOf, type Labelled } from './labelled.ts'

export const PADDING_KINDS = ['footer', 'menu', 'legal', 'thread'] as const
export type PaddingKind = (typeof PADDING_KINDS)[number]

/** What real mail has before and behind its message. */
export interface Block {
  lang: string
  kind: PaddingKind
  body: string
}

/** `fitted` is what the fit sees; `held-out` it never does. */
export function readBlocks(set: 'fitted' | 'held-out'): Block[] {
  const text = readFileSync(join(import.meta.dir, 'padding', `${set}.jsonl`), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Block)
}

/** Menus, imprints, legal text, footers and threads as programs write them in plain text, in the lines they stand in, by two authors. */
export function readWritten(): { lang: string; kind: PaddingKind; text: string }[] {
  return ['as-written', 'as-written-2'].flatMap((name) =>
    readFileSync(join(import.meta.dir, 'padding', `${name}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  )
}

/** Those of a third author, as written; the rules were changed without a look at them. */
export function readUnseen(): { lang: string; kind: PaddingKind; text: string }[] {
  return readFileSync(join(import.meta.dir, 'padding/held-out-2.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** A whole message as plain text, with a piece before or behind what it says. */
export function withPiece(raw: string, text: string, piece: string, where: Where): Buffer {
  const head = raw
    .slice(0, raw.search(/\r?\n\r?\n/))
    .split(/\r?\n(?![ \t])/)
    .filter((field) => !/^(?:content-|mime-version)/i.test(field))
  const type = ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8']
  const body = where === 'before' ? `${piece}\n\n${text}` : `${text}\n\n${piece}`
  return Buffer.from(`${[...head, ...type].join('\r\n')}\r\n\r\n${body.replace(/\r?\n/g, '\r\n')}\r\n`)
}

export type Where = 'before' | 'behind'

/** Blocks one after another, `length` characters of them. */
export function pileOf(blocks: readonly Block[], first: number, length: number): string {
  let pile = ''
  for (let index = first; pile.length < length && blocks.length > 0; index += 1) {
    const { kind, body } = blocks[index % blocks.length] as Block
    pile += `${pile && ' / '}${kind === 'thread' ? quoted(body) : body}`
  }
  const cut = pile.lastIndexOf(' / ', length)
  return pile.length <= length + 400 ? pile : pile.slice(0, cut > length / 2 ? cut : pile.length)
}

/** A message that was answered: marks of quotation before every line. */
function quoted(body: string): string {
  return body
    .split(' / ')
    .map((line) => `> ${line}`)
    .join(' / ')
}

/** A labelled message with a pile of blocks before or behind its words, in each of its forms. */
export function paddedRaws(
  { subject, fields, forms }: Pick<Labelled, 'subject' | 'fields' | 'forms'>,
  pile: string,
  where: Where,
): string[] {
  const piles = formsOf(pile)
  return forms.map((form, index) => rawOf(subject, joined(form, pileFor(form, piles, index), where), fields))
}

function pileFor({ text, html }: Form, piles: readonly Form[], index: number): Form {
  const written = piles[0]?.text
  const marked = piles[index === 2 ? 2 : 1]?.html
  return {
    ...(text !== undefined && { text: written ?? '' }),
    ...(html !== undefined && { html: marked ?? '' }),
  }
}

function joined(form: Form, pile: Form, where: Where): Form {
  const { text, html } = form
  return {
    ...(text !== undefined && {
      text: where === 'before' ? `${pile.text}\n\n${text}` : `${text}\n\n${pile.text}`,
    }),
    ...(html !== undefined && { html: inserted(html, withoutFrame(pile.html ?? ''), where) }),
  }
}

function withoutFrame(html: string): string {
  return html.replace('<html><body>', '').replace('</body></html>', '')
}

function inserted(html: string, piece: string, where: Where): string {
  if (where === 'before') {
    const body = /<body[^>]*>/i.exec(html)
    const at = body ? body.index + body[0].length : 0
    return html.slice(0, at) + piece + html.slice(at)
  }
  const end = html.lastIndexOf('</body>')
  return end < 0 ? html + piece : html.slice(0, end) + piece + html.slice(end)
}
