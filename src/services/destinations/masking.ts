import type { Target } from '../../core/watching/destination.ts'
import type { Sent } from './sending.ts'

const MASK = '***'
/** Shorter ones stand in too many words that are none. */
const SHORTEST = 6
/** Of the beginning of one, where a text ends in the middle of it. */
const SHORTEST_BEGINNING = 4
/** Of an answer: what is shown, and kept. */
const MOST_OF_BODY = 2_000
const MOST_OF_VALUE = 1_000

/** What must not be shown of where a destination leads: whatever a server repeats of it. */
export function secretsIn(target: Target): string[] {
  const found = target.kind === 'email' ? [] : [...inUrl(target.url), ...beside(target)]
  // The longer first: what is part of another is masked with it.
  return [...new Set(found.filter((one) => one.length >= SHORTEST).flatMap(asWritten))].sort(
    (one, other) => other.length - one.length,
  )
}

/** A sign-in page that an answer leads to has the address encoded in its own; JSON of others may escape its slashes. */
function asWritten(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed())
  const inLowerCase = encoded.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase())
  return [secret, encoded, inLowerCase, secret.replaceAll('/', '\\/'), JSON.stringify(secret).slice(1, -1)]
}

function inUrl(text: string): string[] {
  const url = URL.parse(text)
  if (!url) return [text]
  const parts = url.pathname.split('/').flatMap((part) => [part, decoded(part)])
  const path = `${url.pathname}${url.search}`
  return [
    url.href,
    text,
    ...(path === '/' ? [] : [path]),
    url.search.slice(1),
    ...url.searchParams.values(),
    ...parts.filter(isTelling),
  ]
}

/** Words such as "webhooks" stand in every address of a service, and in what it answers. */
const isTelling = (part: string) => /[0-9A-Z]/.test(part) || part.length >= 16

function beside(target: Exclude<Target, { kind: 'email' }>): string[] {
  if (target.kind === 'ntfy') {
    const topic = URL.parse(target.url)?.pathname.split('/').at(-1) ?? ''
    return target.token === undefined ? [topic] : [topic, target.token]
  }
  if (target.kind !== 'template') return []
  const values = Object.values(target.headers).flatMap((value) => [value, ...value.split(/\s+/)])
  return [...values, ...textsIn(target.body)]
}

/** What is called so is one, whatever it looks like. */
const NAMED = /pass|pwd|secret|token|key|auth|credential/i
/** What looks like one, whatever it is called. */
const KEY = /^(?:\S{16,}|(?=\S*\d)\S+)$/

/** A key may stand in the body, too. */
function textsIn(body: string): string[] {
  const found: string[] = []
  try {
    JSON.parse(body, (key, value) => {
      const isText = typeof value === 'string' && !value.includes('{{')
      if (isText && (NAMED.test(key) || KEY.test(value))) found.push(value)
      return value
    })
  } catch {
    // No JSON: nothing was sent with it.
  }
  return found
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Without the secrets, and without the beginning of one at its end: an answer may break off in the middle. */
function withoutBegun(whole: string, secrets: readonly string[]): string {
  const begun = Math.max(0, ...secrets.map((secret) => endsWithin(whole, secret)))
  return begun === 0 ? whole : whole.slice(0, -begun) + MASK
}

/** Which server it is may be shown. */
const SHOWN_OF_URL = /^https?(?::|%3a)(?:[\\/]|%2f)*[^\\/?#%]*/i

/** How many characters at the end of a text begin a secret. */
function endsWithin(text: string, secret: string): number {
  const shown = SHOWN_OF_URL.exec(secret)?.[0].length ?? 0
  for (
    let length = Math.min(secret.length - 1, text.length);
    length >= shown + SHORTEST_BEGINNING;
    length -= 1
  )
    if (text.endsWith(secret.slice(0, length))) return length
  return 0
}

const firstOf = (text: string, most: number) => [...text.slice(0, 2 * most)].slice(0, most).join('')

/** What became of an attempt, without the secrets of its target; of an answer as much as is shown. */
export function masked(sent: Sent, target: Target): Sent {
  const secrets = secretsIn(target)
  const mask = (text: string) => secrets.reduce((all, secret) => all.replaceAll(secret, MASK), text)
  const answered = (text: string, most: number) => firstOf(withoutBegun(mask(text), secrets), most)
  const fields = (headers: Readonly<Record<string, string>>, show: (value: string) => string) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, show(value)]))
  const { request, response } = sent
  return {
    ...sent,
    says: mask(sent.says),
    request: { ...request, url: mask(request.url), headers: fields(request.headers, mask) },
    ...(response && {
      response: {
        status: response.status,
        headers: fields(response.headers, (value) => answered(value, MOST_OF_VALUE)),
        body: answered(response.body, MOST_OF_BODY),
      },
    }),
  }
}
