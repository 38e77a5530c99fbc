import { readAddress } from '../../core/mailbox.ts'
import type { Target } from '../../core/watching/destination.ts'
import type { ReadTarget } from './sending.ts'

const LONGEST_URL = 2_000
const LONGEST_TOKEN = 500
const MOST_HEADERS = 20
const LONGEST_HEADER = 2_000
const LONGEST_BODY = 8_000
/** Bytes of all of it. */
const LONGEST_TARGET = 15_000
const PRINTABLE = /^[\x21-\x7e]+$/
/** RFC 9110 section 5.6.2. */
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
/** RFC 9110 section 5.5, of ASCII. */
const FIELD_VALUE = /^[\x20-\x7e]*$/

/** Reads where a destination is to lead. Whether its host may be reached is found out when something is sent. */
export function readTarget(target: Target): ReadTarget {
  if (target.kind === 'email') return readRecipient(target)
  const says = problemOfUrl(target.url) ?? problemOfRest(target)
  if (says !== undefined) return { says }
  return { target, shown: URL.parse(target.url)?.origin ?? '' }
}

function problemOfRest(target: Target): string | undefined {
  if (target.kind === 'ntfy') return problemOfTopic(target)
  return target.kind === 'template' ? problemOfTemplate(target) : undefined
}

function readRecipient(target: Extract<Target, { kind: 'email' }>): ReadTarget {
  if (target.to === 'administrators') return { target, shown: 'administrators of the instance' }
  const to = readAddress(target.to)
  return to === undefined ? { says: 'That is no e-mail address.' } : { target: { ...target, to }, shown: to }
}

function problemOfUrl(written: unknown): string | undefined {
  if (typeof written !== 'string' || written === '') return 'A URL is missing.'
  if (written.length > LONGEST_URL) return `A URL has at most ${LONGEST_URL} characters.`
  const url = /^[\x21-\x7e]+$/.test(written) ? URL.parse(written) : null
  if (!url) return 'That is no URL.'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The URL begins with https:// or http://.'
  if (url.username !== '' || url.password !== '')
    return 'A URL with a user name or a password is not taken. Where the server wants them, use a header.'
  return url.hash === '' ? undefined : 'The URL ends before its #: what follows is never sent.'
}

function problemOfTopic({ url, token }: Extract<Target, { kind: 'ntfy' }>): string | undefined {
  if ((URL.parse(url)?.pathname ?? '/') === '/')
    return 'The URL of ntfy ends with the topic: https://ntfy.example.org/topic.'
  if (token === undefined) return undefined
  return typeof token === 'string' && token.length <= LONGEST_TOKEN && PRINTABLE.test(token)
    ? undefined
    : 'The access token of ntfy has printable ASCII characters alone.'
}

function problemOfTemplate(target: Extract<Target, { kind: 'template' }>): string | undefined {
  const { method, headers, body } = target
  if (method !== 'POST' && method !== 'PUT') return 'The method is POST or PUT.'
  if (typeof body !== 'string' || body.length > LONGEST_BODY)
    return `The body has at most ${LONGEST_BODY} characters.`
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers))
    return 'The headers are an object of names and values.'
  const fields = Object.entries(headers)
  if (fields.length > MOST_HEADERS) return `There are at most ${MOST_HEADERS} headers.`
  const wrong = fields.find(
    ([name, value]) =>
      !FIELD_NAME.test(name) ||
      typeof value !== 'string' ||
      value.length > LONGEST_HEADER ||
      !FIELD_VALUE.test(value),
  )
  if (Buffer.byteLength(JSON.stringify(target)) > LONGEST_TARGET)
    return `URL, headers and body have at most ${LONGEST_TARGET} bytes together.`
  return wrong && `The header "${wrong[0].slice(0, 100)}" is none that can be sent.`
}
