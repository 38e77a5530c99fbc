import type { Target } from '../../../core/watching/destination.ts'
import type { Sent } from '../sending.ts'

const MASK = '•••'
/** What is shorter is found in any text. */
const LEAST_PATH = 6
const LEAST_VALUE = 4
const LEAST_TOKEN = 8
const LEAST_WORD = 16
/** Words of a body that may be a key; placeholders are none. */
const WORDS = /[\w+/=:.-]{16,}/g

/** Makes what leads to a target unreadable, wherever it is quoted: also by whoever answers. */
export function maskOf(target: Target): (text: string) => string {
  const secrets = [...new Set(secretsOf(target))].toSorted((a, b) => b.length - a.length)
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
}

/** The same of all that is kept of an attempt. */
export function masked<S extends Sent>(sent: S, mask: (text: string) => string): S {
  const { says, request, response } = sent
  return {
    ...sent,
    says: mask(says),
    request: { ...request, url: mask(request.url), headers: values(request.headers, mask) },
    ...(response && {
      response: { ...response, headers: values(response.headers, mask), body: mask(response.body) },
    }),
  }
}

const values = (headers: Readonly<Record<string, string>>, mask: (text: string) => string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)]))

function secretsOf(target: Target): string[] {
  switch (target.kind) {
    case 'email':
      return []
    case 'ntfy':
      return [...ofUrl(target.url), ...(target.token === undefined ? [] : [target.token])]
    case 'template':
      return [
        ...ofUrl(target.url),
        ...Object.values(target.headers).flatMap(ofHeader),
        ...(target.body.match(WORDS) ?? []),
      ]
    default:
      return ofUrl(target.url)
  }
}

function ofUrl(written: string): string[] {
  const url = URL.parse(written)
  if (!url) return [written]
  const path = `${url.pathname}${url.search}`
  const segments = url.pathname.split('/').filter(isToken)
  const queried = [...url.searchParams.values()].filter(({ length }) => length >= LEAST_VALUE)
  const decoded = segments.map((segment) => decodedOr(segment))
  return [
    ...(path.length >= LEAST_PATH ? [path] : []),
    ...segments,
    ...decoded,
    ...queried,
    ...queried.map(encodeURIComponent),
  ]
}

const isToken = (segment: string) =>
  segment.length >= LEAST_WORD || (segment.length >= LEAST_TOKEN && /\d/.test(segment))

function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `Bearer abc`: the whole and its parts. */
const ofHeader = (value: string) =>
  [value, ...value.split(/\s+/)].filter(({ length }) => length >= LEAST_TOKEN)
