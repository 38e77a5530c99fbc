import type { TranscriptLine } from '../core/message.ts'

const LONGEST_LINE = 1000
const MOST_LINES = 200
/** A command with its reply. */
type Exchange = TranscriptLine[]

/** What was said on a connection, kept so that each message can be given its own part of it and nothing else. */
export interface Journal {
  /** A command came in. */
  heard(line: string): void
  /** The reply to it went out, or the greeting. */
  replied(code: number, lines: readonly string[]): void
  /** STARTTLS is done: what follows is under TLS. */
  secured(): void
  /** The transaction is over, or dropped: RSET, EHLO, the end of a message. */
  transactionOver(): void
  /** The RCPT being answered is for this recipient; its first accepted one stays. */
  recipientIs(key: string): void
  /** The name of the last EHLO or HELO that was accepted, as given. */
  helo(): string | undefined
  /** The connection's opening, then this transaction as far as it concerns the recipient, closed by `last`. */
  transcriptFor(key: string, last: string): TranscriptLine[]
}

interface Transaction {
  mail: Exchange
  recipients: Map<string, Exchange>
  data: Exchange
}

const none = (): Transaction => ({ mail: [], recipients: new Map(), data: [] })

/** `sinceOpened` tells the milliseconds since the connection was opened. */
export function createJournal(sinceOpened: () => number): Journal {
  const opening: Record<'greeting' | 'plainHello' | 'startTls' | 'secureHello', Exchange> = {
    greeting: [],
    plainHello: [],
    startTls: [],
    secureHello: [],
  }
  let transaction = none()
  let current: { verb: string; said: TranscriptLine } | undefined
  let recipient: string | undefined
  let secure = false
  let heloName: string | undefined

  const line = (from: TranscriptLine['from'], text: string): TranscriptLine => ({
    from,
    text: printable(text),
    at: sinceOpened(),
  })

  function hello(exchange: Exchange): void {
    opening[secure ? 'secureHello' : 'plainHello'] = exchange
    heloName = exchange[0]?.text.slice('EHLO '.length).trim()
  }

  function accepted(exchange: Exchange): void {
    if (recipient === undefined || transaction.recipients.has(recipient)) return
    transaction.recipients.set(recipient, exchange)
  }

  /** What an exchange is kept as; most are not kept. */
  const keep: Readonly<Record<string, (exchange: Exchange) => void>> = {
    'EHLO 250': hello,
    'HELO 250': hello,
    'LHLO 250': hello,
    'STARTTLS 220': (exchange) => {
      opening.startTls = exchange
    },
    'MAIL 250': (exchange) => {
      transaction.mail = exchange
    },
    'RCPT 250': accepted,
    'DATA 354': (exchange) => {
      transaction.data = exchange
    },
  }

  return {
    heard(text) {
      const verb = text.slice(0, 9).split(' ', 1)[0] ?? ''
      current = { verb: verb.toUpperCase(), said: line('client', text) }
      recipient = undefined
    },
    replied(code, lines) {
      const how = current ? keep[`${current.verb} ${code}`] : undefined
      if (how || (!current && opening.greeting.length === 0)) {
        const at = sinceOpened()
        const said = lines.map((text): TranscriptLine => ({ from: 'server', text: printable(text), at }))
        if (current) how?.([current.said, ...said])
        else opening.greeting = said
      }
      current = undefined
    },
    secured() {
      secure = true
      heloName = undefined
    },
    transactionOver() {
      transaction = none()
    },
    recipientIs(key) {
      recipient = key
    },
    helo: () => heloName,
    transcriptFor(key, last) {
      const { mail, recipients, data } = transaction
      const { greeting, plainHello, startTls, secureHello } = opening
      const own = recipients.get(key) ?? []
      const all = greeting.concat(plainHello, startTls, secureHello, mail, own, data)
      all.push(line('server', last))
      return all.length > MOST_LINES ? all.slice(0, MOST_LINES) : all
    },
  }
}

/** Bounded, on one line, without characters that steer a terminal. */
function printable(text: string): string {
  const short = text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text
  return hasControls(short) ? short.replaceAll(/\p{Cc}/gu, '\uFFFD') : short
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x1f\x7f-\x9f]/

/** As \p{Cc}, and several times as fast to look for: hardly any line holds one. */
function hasControls(text: string): boolean {
  return CONTROL.test(text)
}

/** The text with blanks for them. */
export function withoutControls(text: string): string {
  return hasControls(text) ? text.replaceAll(/\p{Cc}/gu, ' ') : text
}
