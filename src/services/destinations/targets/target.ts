import { readAddress } from '../../../core/mailbox.ts'
import type { Target } from '../../../core/watching/destination.ts'
import { templateFault } from '../templates/fault.ts'
import { chatFault } from './chats.ts'

/** A target as it is kept, with what may be shown of it; or what is wrong with it, in a sentence for who typed it. */
export type ReadTarget = { target: Target; shown: string } | { says: string }

const LONGEST_URL = 2_000
/** ntfy's own rule. */
const TOPIC = /^\/(?:[^/]+\/)*[-_A-Za-z0-9]{1,64}$/

/** Reads where a destination is to lead. Whether its host may be reached is found out when something is sent. */
export function readTarget(target: Target): ReadTarget {
  if (target.kind === 'email') return readEmail(target)
  const url = target.url.trim()
  const parsed = URL.parse(url)
  const fault = parsed ? urlFault(parsed, url) : NO_URL
  if (!parsed || fault !== undefined) return { says: fault ?? NO_URL }
  const wrong = kindFault({ ...target, url }, parsed)
  if (wrong !== undefined) return { says: wrong }
  // Placeholders would be encoded in it.
  const kept = target.kind === 'template' ? url : parsed.href
  return { target: { ...target, url: kept }, shown: parsed.origin }
}

const NO_URL = 'The URL has to begin with https:// or http:// and name a host.'

function urlFault(url: URL, text: string): string | undefined {
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') return NO_URL
  if (url.username !== '' || url.password !== '') return 'The URL must have no user and no password in it.'
  if (url.hash !== '') return 'The URL must have no part behind a #.'
  return text.length > LONGEST_URL ? `The URL is longer than ${LONGEST_URL} characters.` : undefined
}

function kindFault(target: Exclude<Target, { kind: 'email' }>, url: URL): string | undefined {
  switch (target.kind) {
    case 'webhook':
      return undefined
    case 'slack':
    case 'discord':
    case 'teams':
      return chatFault(target.kind, url)
    case 'ntfy':
      return ntfyFault(target, url)
    case 'template':
      return templateFault(target)
  }
}

function ntfyFault({ token }: Extract<Target, { kind: 'ntfy' }>, url: URL): string | undefined {
  if (!TOPIC.test(url.pathname) || url.search !== '')
    return 'The URL has to end with the topic: https://ntfy.sh/my-topic, of letters, digits, - and _, 64 at most.'
  return token === undefined || /^[\x21-\x7e]{1,200}$/.test(token)
    ? undefined
    : 'The access token is letters, digits and signs without blanks, 200 at most.'
}

function readEmail(target: Extract<Target, { kind: 'email' }>): ReadTarget {
  if (target.to === 'administrators') return { target, shown: 'the administrators of this service' }
  const to = readAddress(target.to.trim())
  return to === undefined
    ? { says: 'The address cannot be used. Enter one address, such as bob@example.org.' }
    : { target: { ...target, to }, shown: to }
}
