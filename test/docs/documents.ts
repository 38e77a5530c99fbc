import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dir, '..', '..')

/** A fenced block of a document. */
export interface Block {
  document: string
  /** The word behind the fence; '' without one. */
  language: string
  text: string
  /** Of its first line in the document, from 1. */
  line: number
}

/** Words in backticks, outside blocks. */
export interface Span {
  document: string
  text: string
  line: number
  /** What stands right behind it in its line. */
  behind: string
}

const markdownIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

/** What people read who run, use or change Mailgauge. */
export const DOCUMENTS: readonly string[] = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md'],
  ...markdownIn('docs'),
]

/** The others that lead from one file to the next. */
export const LINKED: readonly string[] = [
  ...DOCUMENTS,
  'CHANGELOG.md',
  'src/README.md',
  'bench/README.md',
  'bench/RESULTS.md',
  'test/corpus/README.md',
  'clients/typescript/README.md',
]

const read = new Map<string, string>()

/** The text of a document, by its path from the root. */
export function textOf(document: string): string {
  const known = read.get(document) ?? readFileSync(join(ROOT, document), 'utf8')
  read.set(document, known)
  return known
}

interface Parts {
  blocks: Block[]
  /** Lines outside blocks, with their numbers. */
  prose: { text: string; line: number }[]
}

function partsOf(document: string): Parts {
  const parts: Parts = { blocks: [], prose: [] }
  let open: { fence: RegExp; indent: number; block: Block; lines: string[] } | undefined
  for (const [at, text] of textOf(document).split('\n').entries()) {
    const line = at + 1
    if (open) {
      if (open.fence.test(text)) {
        parts.blocks.push({ ...open.block, text: `${open.lines.join('\n')}\n` })
        open = undefined
      } else open.lines.push(text.slice(Math.min(open.indent, text.search(/\S|$/))))
      continue
    }
    const fence = /^( *)(`{3,})([\w+-]*)\s*$/.exec(text)
    if (!fence) {
      parts.prose.push({ text, line })
      continue
    }
    const [, indent = '', ticks = '', language = ''] = fence
    open = {
      fence: new RegExp(`^ *${ticks}\\s*$`),
      indent: indent.length,
      block: { document, language, text: '', line: line + 1 },
      lines: [],
    }
  }
  if (open) throw new Error(`${document}:${open.block.line}: the block does not end`)
  return parts
}

export const blocksOf = (document: string): Block[] => partsOf(document).blocks
export const proseOf = (document: string) => partsOf(document).prose

/** The one block of a language under a heading, or in the whole document. */
export function blockOf(document: string, language: string, which: (text: string) => boolean = () => true) {
  const found = blocksOf(document).filter((block) => block.language === language && which(block.text))
  const [only, another] = found
  if (!only || another) throw new Error(`${document} has ${found.length} such blocks of ${language}, not one`)
  return only.text
}

export function spansOf(document: string): Span[] {
  return proseOf(document).flatMap(({ text, line }) =>
    [...text.matchAll(/(`+)(.+?)\1(?!`)/g)].map((match) => ({
      document,
      text: match[2] ?? '',
      line,
      behind: text.slice(match.index + match[0].length),
    })),
  )
}

/** The anchors that headings get where Markdown is shown. */
export function anchorsOf(document: string): Set<string> {
  const anchors = new Set<string>()
  for (const { text } of proseOf(document)) {
    const heading = /^#{1,6} +(.*?) *$/.exec(text)?.[1]
    if (heading === undefined) continue
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-')
    let unique = slug
    for (let more = 1; anchors.has(unique); more += 1) unique = `${slug}-${more}`
    anchors.add(unique)
  }
  return anchors
}

/** Where a document leads, without what stands in backticks. */
export function linksOf(document: string): { to: string; line: number }[] {
  return proseOf(document).flatMap(({ text, line }) =>
    [...text.replaceAll(/(`+).+?\1(?!`)/g, '').matchAll(/\]\(([^()\s]+(?:\([^()]*\))?)\)/g)].map((match) => ({
      to: match[1] ?? '',
      line,
    })),
  )
}
