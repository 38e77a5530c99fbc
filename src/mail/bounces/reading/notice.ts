import { hostNamed } from './hosts.ts'
import { MAX_RECIPIENTS, MAX_TEXT, type RawFailure } from './raw.ts'
import { findCode } from './reply.ts'

/** What a text for people says of recipients. */
export interface Notice {
  failures: RawFailure[]
  more: number
  reportedBy?: string
}

const MAX_LINES = 6_000
const BLOCK_LINES = 60
const BLOCK_LENGTH = 4_000

/** Behind these lines stands the message that came back, or its header. */
const COPY =
  /^[\s\-_=*>]{0,60}(?:(?:this is |below this line is )?a copy of (?:the|your) (?:message|original)|below this line is|(?:the )?(?:header of the )?(?:original|returned|undelivered|unsent) (?:message|mail)(?: headers?| text| follows| below)?\s?[-:]|(?:the )?body of the message|message header(?:s| follow)|kopfzeilen der (?:urspr|original)|urspr.{1,3}ngliche (?:nachricht|kopf)|en-t.{1,3}tes de message|encabezados de mensaje|intestazioni (?:originali|messaggio)|return-path:\s|received: (?:from|by)\s)/i

const ADDRESS = '[^\\s<>()\\[\\]"\',;:@|]{1,128}@[\\p{L}\\p{N}._-]{1,255}'
const LABEL =
  '(?:(?:failed recipient|recipient(?: address)?|final[- ]recipient|to|an|an empf[aä]nger|destinataire|destinatario|mailto|rcpt to|user|address)\\s{0,2}:?\\s{0,4})?'
/** A line that begins with an address alone, in brackets, or with a colon behind. */
const ANCHOR = new RegExp(
  `^[\\s>*•-]{0,12}${LABEL}(?:rfc822;)?(<\\s?${ADDRESS}\\s?>|"?'?${ADDRESS}'?"?)(.*)$`,
  'iu',
)
const BEHIND = /^\s{0,4}(?:$|[:(]|\.{3}|…|=|-{1,2}>|—|–|<mailto:|on \d|failed)/i
const REPORTER =
  /(?:this is the (?:mail system|\S{1,60} program|\S{1,60} \S{1,60} program) (?:at|on)(?: host)?|generating server:|generierender server:|bei der erstellung dieser nachricht|serveur de g[eé]n[eé]ration\s?:|servidor (?:de generaci[oó]n|que gener[oó] el error):|server (?:di|che ha) generazione:|genererende server:|reporting[- ]mta:\s{0,3}(?:dns;)?)\s{0,4}([a-z0-9][a-z0-9._-]{1,250})/i

/** Reads the text of a bounce: Postfix, Exim, qmail, Sendmail, Exchange and what is written like theirs. */
export function readNotice(written: string): Notice {
  const lines = textLines(written)
  const reportedBy = REPORTER.exec(lines.join('\n').slice(0, 20_000))?.[1]?.replace(/\.$/, '')
  const blocks = blocksOf(lines)
  const byRecipient = new Map<string, RawFailure>()
  for (const block of blocks) {
    const key = block.recipient.toLowerCase()
    const known = byRecipient.get(key)
    if (known && weight(known.answer) >= weight(block.answer)) continue
    byRecipient.set(key, block)
  }
  const all = [...byRecipient.values()]
  const told = all.some(({ answer }) => answer !== '') ? all.filter(({ answer }) => answer !== '') : all
  return {
    failures: told.slice(0, MAX_RECIPIENTS),
    more: Math.max(0, told.length - MAX_RECIPIENTS),
    ...(reportedBy !== undefined && { reportedBy }),
  }
}

/** Lines of the notice, without the message that came back. */
export function textLines(written: string): string[] {
  const lines = written.slice(0, MAX_TEXT).split(/\r\n|\r|\n/, MAX_LINES)
  const copy = lines.findIndex((line, index) => index > 0 && COPY.test(line.slice(0, 200)))
  return copy > 0 ? lines.slice(0, copy) : lines
}

interface Block extends RawFailure {
  recipient: string
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let index = 0; index < lines.length && blocks.length < 4 * MAX_RECIPIENTS; index += 1) {
    const anchor = anchorOf(lines[index] ?? '')
    if (!anchor) continue
    const answer = answerBehind(lines, index, anchor.rest)
    const remote = hostNamed(answer)
    blocks.push({
      recipient: anchor.address,
      answer,
      ...(remote !== undefined && { remote }),
    })
  }
  return blocks
}

function anchorOf(line: string): { address: string; rest: string } | undefined {
  if (!line.includes('@')) return undefined
  const [, address = '', rest = ''] = ANCHOR.exec(line.slice(0, 2_000)) ?? []
  if (address === '' || !BEHIND.test(rest)) return undefined
  return { address: address.replace(/^["'<\s]+|["'>\s.]+$/g, ''), rest }
}

/** The text of a recipient: up to the next one, and no further than the second empty line without a code. */
function answerBehind(lines: readonly string[], index: number, rest: string): string {
  const taken = rest.trim() === '' ? [] : [rest.replace(/^[\s:]+/, '')]
  let blanks = 0
  for (const line of lines.slice(index + 1, index + 1 + BLOCK_LINES)) {
    if (line.trim() === '') {
      blanks += 1
      if (isOver(taken, blanks)) break
    } else {
      if (anchorOf(line)) break
      taken.push(line.slice(0, BLOCK_LENGTH))
    }
  }
  return taken.join('\n').slice(0, BLOCK_LENGTH)
}

/** An empty line ends an answer that has its code; others may stand behind an empty line. */
function isOver(taken: readonly string[], blanks: number): boolean {
  if (taken.length === 0) return blanks > 2
  return blanks > 1 || findCode(taken.join('\n').slice(0, BLOCK_LENGTH)).sure > 0
}

/** An answer with a code says more than one without, and that more than none. */
function weight(answer: string): number {
  return findCode(answer).sure * 2 + (answer === '' ? 0 : 1)
}
