import type { Receiver } from '../../data/bounces/row.ts'
import type { RawFailure } from '../reading/raw.ts'
import type { Reply } from '../reading/reply.ts'
import { receiverOf } from './receivers.ts'
import { squash } from './squash.ts'

/** Letters of a text that are looked at. */
export const MAX_PROSE = 4_000

/** Who answered. isGuess: only the recipient's domain tells it; a relay that refuses is somebody else. */
export interface Whose {
  receiver?: Receiver
  isGuess: boolean
  /** Only who wrote the notice tells it; the answer may be somebody else's. */
  isReporter: boolean
}

/** Whose server refused, and how that is known. */
export function whoseOf(
  { recipient }: RawFailure,
  reply: Reply,
  written: string,
  remote: string | undefined,
  reportedBy: string | undefined,
): Whose {
  const theirs = written.slice(0, MAX_PROSE).replace(CLIENT, ' ')
  const answered = reply.code !== undefined
  const isSilent = isOwnWords(written, reply)
  const traces = {
    reply: theirs,
    greeting: GREETING.exec(reply.text)?.[1],
    squashed: squash(theirs),
    answered,
    remote: isSilent ? undefined : remote,
    reportedBy: isSilent ? undefined : reportedBy,
  }
  const isGuess = receiverOf({ ...traces, recipient: undefined }) === undefined
  const told = receiverOf({ ...traces, recipient })
  const isReporter = answered && receiverOf({ ...traces, recipient, reportedBy: undefined }) === undefined
  return { ...(told && { receiver: told }), isGuess, isReporter }
}

/** The sending server’s own words: of a connection that came to nothing, of its TLS policy, of a route that leads to itself. */
const OWN_WORDS = new RegExp(
  [
    'connect to \\S{1,300}: ',
    'lost connection with ',
    'conversation with ',
    'host or domain name not found',
    'failure in mx lookup',
    'connection (?:timed out|refused|reset|aborted|lost|dropped)',
    'timed out while',
    '(?:operation|handshake) timed out',
    'no route to host',
    'network is unreachable',
    'server certificate (?:not|verification)',
    'cannot start tls',
    'ssl_connect error',
    'tls is required',
    '(?:a )?tls session is required',
    'tls (?:handshake|negotiation) fail',
    'no (?:usable )?tlsa records',
    'policy (?:does not|doesn.t) allow (?:plain|unencrypted)',
    'loops back to myself',
    'my own hostname',
    'mail loop(?:s back)? to me',
    'retry time(?:out)? (?:exceeded|not reached)',
    'message expired in (?:the )?queue',
    'remote host closed connection',
    'too many failures',
    'remote server (?:closed|dropped) the connection',
  ]
    .map((words) => `\\b${words}`)
    .join('|'),
  'i',
)
/** Codes that Sendmail writes itself of a connection that it could not make. */
const OWN_CODE = /^(?:403 4\.7\.0|421 4\.4\.[12]|451 4\.4\.[012]) /

/** Whether nobody answered: the host that is named beside these words said nothing. */
export function isOwnWords(written: string, { code, text }: Pick<Reply, 'code' | 'text'>): boolean {
  if (code !== undefined && !OWN_CODE.test(text)) return false
  return OWN_WORDS.test(written.slice(0, MAX_PROSE).replace(CLIENT, ' '))
}

/** An answer quotes who it is said to: host.example.org [192.0.2.1]. Whose words they are is not told by that name. */
const CLIENT = /(?<![\w.-])[a-z0-9_][a-z0-9_.-]{1,250}\.[a-z]{2,24} ?\[[0-9a-f.:]{7,45}\]/gi

/** The server that answers names itself first: 554 mx.example.org … */
const GREETING =
  /^[45]\d\d[ -](?:[45]\.\d{1,3}\.\d{1,3} )?((?:[a-z0-9_-]{1,63}\.){1,8}[a-z]{2,24})(?=[\s:;,]|$)/i
