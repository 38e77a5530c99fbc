import type { Conduct } from '../../../core/message.ts'
import type { MessageStructure } from '../../reading/structure/structure.ts'
import type { Remark } from '../../remark.ts'

/** What is said of how a client spoke SMTP. */
export type ConductCode =
  | 'smtp-early-talker'
  | 'smtp-before-tls'
  | 'smtp-pipelining'
  | 'smtp-bare-lf'
  | 'smtp-8bit-undeclared'
  | 'smtp-utf8-needless'
  | 'smtp-size-exceeded'
  | 'smtp-helo'

/** What a session told of one message, beside the message itself. */
export interface Transaction {
  conduct: Conduct
  /** ESMTP parameters of MAIL FROM, upper-case keys. */
  parameters: Readonly<Record<string, string>>
  /** Of sender and recipient. */
  addresses: readonly string[]
}

/** How far a message may be larger than was declared. */
const SIZE_TOLERANCE = 1.1

const UNTHREAD =
  'Let your server wait for the reply: a program that writes SMTP by itself has to read each reply before it goes on, and to ' +
  'send commands in groups only where PIPELINING was offered and RFC 2920 allows it.'

/** What is to be said of how a client spoke SMTP. */
export function judgeConduct(transaction: Transaction, structure: MessageStructure): Remark<ConductCode>[] {
  const { conduct } = transaction
  return [
    ...judgeTurns(conduct),
    ...judgeLines(conduct),
    ...judgeOctets(transaction, structure),
    ...judgeSize(transaction.parameters, structure.size),
    ...judgeHello(conduct),
  ]
}

/** Who spoke out of turn. */
function judgeTurns({ beforeGreeting, behindStartTls, unanswered }: Conduct): Remark<ConductCode>[] {
  const remarks: Remark<ConductCode>[] = []
  if (beforeGreeting > 0) {
    remarks.push({
      code: 'smtp-early-talker',
      says: `The server sent ${octets(beforeGreeting)} before it was greeted.`,
      advice:
        'Wait for the greeting (220) before the first command: many receivers take an early talker for a bot.',
      reference: 'RFC 5321 section 3.1',
    })
  }
  if (behindStartTls > 0) {
    remarks.push({
      code: 'smtp-before-tls',
      says: `The server sent ${octets(behindStartTls)} behind STARTTLS without waiting for its reply, in plain text.`,
      advice: 'Wait for the reply to STARTTLS (220) and begin TLS then: what comes before is dropped.',
      reference: 'RFC 3207 section 4',
    })
  }
  if (unanswered.length > 0) {
    remarks.push({
      code: 'smtp-pipelining',
      says: `The server went on behind ${unanswered.join(', ')} without waiting for the reply.`,
      advice: UNTHREAD,
      reference: 'RFC 2920 section 3.1',
    })
  }
  return remarks
}

function judgeLines({ bareLf, commands }: Conduct): Remark<ConductCode>[] {
  if (bareLf === 0) return []
  return [
    {
      code: 'smtp-bare-lf',
      says: `${bareLf} of ${commands} commands ended in LF without CR.`,
      advice:
        'End each command with CRLF: since 2024 many servers refuse bare LF, because of SMTP smuggling.',
      reference: 'RFC 5321 section 2.3.8',
    },
  ]
}

/**
 * Raw UTF-8 in the header without SMTPUTF8, and a body that calls itself 7bit and is not, are faults of the message and
 * judged there.
 */
function judgeOctets(
  { addresses, parameters }: Transaction,
  structure: MessageStructure,
): Remark<ConductCode>[] {
  const remarks: Remark<ConductCode>[] = []
  const body = parameters['BODY']?.toUpperCase()
  const isMislabelled = structure.faults.some(({ code }) => code === 'eight-bit-undeclared')
  if (structure.eightBitBody.count > 0 && !isMislabelled && body !== '8BITMIME' && body !== 'BINARYMIME') {
    const declared = body === undefined ? 'without BODY=8BITMIME' : 'as BODY=7BIT'
    remarks.push({
      code: 'smtp-8bit-undeclared',
      says: `The body holds octets above 127, and the message was sent ${declared}.`,
      advice: 'Send such a message with BODY=8BITMIME, or encode its text as quoted-printable or base64.',
      reference: 'RFC 6152 section 3',
    })
  }
  const isAscii =
    structure.eightBitBody.count + structure.header.eightBit.count === 0 && addresses.every(isAsciiText)
  if (parameters['SMTPUTF8'] !== undefined && isAscii) {
    remarks.push({
      code: 'smtp-utf8-needless',
      says: 'The message was sent with SMTPUTF8, and all of it is ASCII.',
      advice:
        'Ask for SMTPUTF8 only where an address or a header field needs it: not every server can take it.',
      reference: 'RFC 6531 section 3.4',
    })
  }
  return remarks
}

const isAsciiText = (text: string) => !/[^\0-\x7F]/.test(text)

/** Octets that were declared with SIZE (RFC 1870); absent: none, or no number. */
export function declaredSize(parameters: Transaction['parameters']): number | undefined {
  const text = parameters['SIZE'] ?? ''
  const size = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return size > 0 ? size : undefined
}

function judgeSize(parameters: Transaction['parameters'], size: number): Remark<ConductCode>[] {
  const declared = declaredSize(parameters)
  if (declared === undefined || size <= declared * SIZE_TOLERANCE) return []
  return [
    {
      code: 'smtp-size-exceeded',
      says: `The message has ${octets(size)}, and ${declared} were declared with SIZE.`,
      advice: 'Count the message as it is sent, with CRLF at each line end, before declaring its SIZE.',
      reference: 'RFC 1870 section 6.1',
    },
  ]
}

function judgeHello({ hello }: Conduct): Remark<ConductCode>[] {
  if (hello === 'EHLO') return []
  return [
    {
      code: 'smtp-helo',
      says: 'The server greeted with HELO, which leaves out every extension, encryption among them.',
      advice: 'Greet with EHLO, and with HELO only when a server refuses it.',
      reference: 'RFC 5321 section 3.2',
    },
  ]
}

function octets(count: number): string {
  return `${count} octet${count === 1 ? '' : 's'}`
}
