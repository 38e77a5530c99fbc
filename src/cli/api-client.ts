import {
  ConnectionError,
  createClient,
  ForbiddenError,
  type MailgaugeClient,
  MailgaugeError,
  NotFoundError,
  RateLimitedError,
  UnauthenticatedError,
  UnexpectedAnswerError,
} from '../../clients/typescript/src/client.ts'
import { CLIENT_VARIABLES } from '../config/from-environment.ts'
import { type Command, fail, type Invocation, misuse } from './command.ts'
import type { Io } from './io.ts'

/** Where a started evaluation is. */
const HERE = 'http://127.0.0.1:8080'

/** Options of every command that asks a service over its API. */
export const API_OPTIONS = {
  url: {
    value: 'address',
    sentence: `Where the service is. Also as ${CLIENT_VARIABLES.url}.`,
    default: HERE,
  },
  key: {
    value: 'key',
    sentence: `The API key. Better set as ${CLIENT_VARIABLES.key}: other users of this machine can see command lines.`,
  },
} as const satisfies Command['options']

/** Where a service is and the key that opens it, as options and variables say; `wrong`: what is not right with them. An empty key:
 * there is none. */
export function serviceOf({
  io,
  value,
}: Pick<Invocation, 'io' | 'value'>): { baseUrl: string; apiKey: string } | { wrong: string } {
  const baseUrl = value('url') ?? (io.environment[CLIENT_VARIABLES.url] || HERE)
  const apiKey = value('key') ?? io.environment[CLIENT_VARIABLES.key] ?? ''
  if (!isAddress(baseUrl)) {
    return { wrong: `--url: expected an address such as https://mailgauge.example.org, found "${baseUrl}".` }
  }
  // What a header cannot carry is no key either.
  if (!/^[!-~]*$/.test(apiKey)) return { wrong: 'The API key holds characters that no key has.' }
  return { baseUrl, apiKey }
}

export const KEY_MISSING = `An API key is missing: set ${CLIENT_VARIABLES.key} (mailgauge key create creates one).`

/** Makes a `run` that gets a client of the service; what goes wrong on the way is said in a sentence. */
export function withApi(
  run: (invocation: Invocation, client: MailgaugeClient) => Promise<number>,
): (invocation: Invocation) => Promise<number> {
  return async (invocation) => {
    const { io } = invocation
    const service = serviceOf(invocation)
    if ('wrong' in service) return misuse(io, service.wrong)
    if (service.apiKey === '') return misuse(io, KEY_MISSING)
    try {
      return await run(invocation, createClient(service))
    } catch (error) {
      if (!(error instanceof MailgaugeError)) throw error
      return fail(io, sentenceOf(error, service.baseUrl))
    }
  }
}

function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
}

function sentenceOf(error: MailgaugeError, baseUrl: string): string {
  const place = `Check --url or ${CLIENT_VARIABLES.url}.`
  if (error instanceof UnauthenticatedError) return `${baseUrl} does not take the key: ${error.message}`
  if (error instanceof ForbiddenError || error instanceof NotFoundError) return error.message
  if (error instanceof RateLimitedError) return error.message
  if (error instanceof ConnectionError && isRefused(error)) {
    return `No answer from ${baseUrl}: nothing listens there. ${place}`
  }
  if (error instanceof ConnectionError || error instanceof UnexpectedAnswerError) {
    return `${error.message.replace(/[.?]$/, '')}. ${place}`
  }
  return `${baseUrl} could not do it: ${error.message}`
}

/** Runtimes word a port that nothing listens at in ways of their own. */
function isRefused(error: Error): boolean {
  return /ECONNREFUSED|ConnectionRefused/.test(error.message)
}

const FIRST_WORD_MS = 1000
const NEXT_WORD_MS = 30_000

/** Tells a person what is waited for, once it takes longer than a second, and that it still is. */
export async function withProgress<T>(io: Io, what: string, work: Promise<T>): Promise<T> {
  if (!io.terminal) return work
  const began = Date.now()
  let again: ReturnType<typeof setInterval> | undefined
  const first = setTimeout(() => {
    io.say(`Waiting for ${what} …\n`)
    again = setInterval(
      () => io.say(`Still waiting, for ${Math.round((Date.now() - began) / 1000)} seconds now.\n`),
      NEXT_WORD_MS,
    )
  }, FIRST_WORD_MS)
  try {
    return await work
  } finally {
    clearTimeout(first)
    clearInterval(again)
  }
}
