import { toldReport } from '../told/report.ts'
import { type Given, isOn, STRANGERS, type Told, type Tool, textOf } from '../tool.ts'
import { DETAIL, REPORT_WORDS } from './report-input.ts'

/** Checks as this program makes them, without a service. */
export interface OwnReport {
  checks: readonly {
    name: string
    status: string
    score?: number
    detail: Readonly<Record<string, string>>
  }[]
}

/** What is known of a message beside its text. */
export interface MessageFacts {
  /** The whole message, or the file that it is in. */
  source: { text: string } | { path: string }
  clientIp?: string
  helo?: string
  sender?: string
  trustReceived: boolean
  offline: boolean
}

/** What runs in the process of whoever calls. Each gives the sentence that says why it cannot. */
export interface OwnWork {
  checkName(name: string): Promise<OwnReport | { refused: string }>
  analyzeMessage(facts: MessageFacts): Promise<OwnReport | { refused: string }>
}

/** The tools that ask no service: those of a program that runs beside the agent. */
export const ownTools = (work: OwnWork): Tool[] => [checkName(work), analyzeMessage(work)]

export const OWN_INSTRUCTIONS =
  'check_name and analyze_message run on this machine and need no service: a name before anything is sent, a message before it goes anywhere.'

const checkName = ({ checkName: check }: OwnWork): Tool => ({
  name: 'check_name',
  title: 'Check a domain or an IP address',
  description: `Checks a name without a message. Of a domain: SPF with its whole tree, DKIM keys at common selectors, DMARC, MX, MTA-STS, TLS-RPT, DANE, DNSSEC, CAA, BIMI and domain lists. Of an address: reverse DNS and blocklists. Runs on this machine and asks the DNS; takes up to half a minute. There is no score: only a message has one. ${STRANGERS}`,
  input: {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        description: 'A domain, or an IPv4 or IPv6 address.',
        minLength: 1,
        maxLength: 300,
      },
      detail: DETAIL,
    },
    required: ['name'],
    additionalProperties: false,
  },
  readOnly: true,
  run: async (given) => told(await check(textOf(given, 'name')), given),
})

/** Longer ones are read from a file. */
const LONGEST_TEXT = 2_000_000
const LONGEST_PATH = 4096

const analyzeMessage = ({ analyzeMessage: analyze }: OwnWork): Tool => ({
  name: 'analyze_message',
  title: 'Analyse a message',
  description: `Analyses a message without sending it: its text with all header fields, or a file on this machine (.eml). ${REPORT_WORDS} What the text does not show (sending host, TLS, HELO) is neutral unless it is given. Does not repeat the message's words. ${STRANGERS}`,
  input: {
    type: 'object',
    properties: {
      message: {
        type: 'string',
        description: 'The whole message, header fields first. Give this or path.',
        maxLength: LONGEST_TEXT,
      },
      path: {
        type: 'string',
        description: 'A file with one message on this machine, if message is not given.',
        maxLength: LONGEST_PATH,
      },
      client_ip: { type: 'string', description: 'The address that it was sent from.', maxLength: 64 },
      helo: { type: 'string', description: 'The name that the sending host gave with EHLO.', maxLength: 255 },
      sender: {
        type: 'string',
        description: 'The envelope sender (MAIL FROM); "<>" is the null sender.',
        maxLength: 320,
      },
      trust_received: {
        type: 'boolean',
        description:
          'Takes the sending host, HELO and TLS from the topmost Received field with a public address.',
        default: false,
      },
      offline: {
        type: 'boolean',
        description: 'Sends no query: checks that need an answer are not determined.',
        default: false,
      },
      detail: DETAIL,
    },
    additionalProperties: false,
  },
  readOnly: true,
  async run(given) {
    const [text, path] = [textOf(given, 'message'), textOf(given, 'path')]
    if ((text === '') === (path === '')) return { refused: 'Give either message or path.' }
    return told(await analyze({ ...factsOf(given), source: text === '' ? { path } : { text } }), given)
  },
})

function factsOf(given: Given): Omit<MessageFacts, 'source'> {
  const [clientIp, helo, sender] = ['client_ip', 'helo', 'sender'].map((name) => textOf(given, name))
  return {
    ...(clientIp && { clientIp }),
    ...(helo && { helo }),
    ...(sender && { sender }),
    trustReceived: isOn(given, 'trust_received'),
    offline: isOn(given, 'offline'),
  }
}

function told(made: OwnReport | { refused: string }, given: Given): Told | { refused: string } {
  if ('refused' in made) return made
  return { data: toldReport(made, textOf(given, 'detail') === 'all'), byStrangers: true }
}
