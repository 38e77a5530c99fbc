import type { Poster, PostRequest } from '../../../net/post-ports.ts'
import type { Send } from '../sending.ts'
import type { EventWords, Severity } from '../words/words.ts'
import { wordsOfEvent } from '../words/words-of-event.ts'
import { fitted, octets } from './fitted.ts'
import { jsonOf, misplaced, post } from './post.ts'

/** More than 4,096 octets becomes an attachment, or is refused. */
const MOST_OCTETS = 4_000

/** 3 is what an ordinary message has; 5 vibrates until somebody comes. */
const PRIORITIES: Readonly<Record<Severity, number>> = { critical: 4, warning: 3, info: 2, good: 3 }
/** Shown as emoji before the title. */
const TAGS: Readonly<Record<Severity, string>> = {
  critical: 'rotating_light',
  warning: 'warning',
  info: 'information_source',
  good: 'white_check_mark',
}

/** Publishes to a topic of ntfy.sh or of a server of one's own. */
export function createNtfySend({ poster }: { poster: Poster }): Send {
  return async (sending) => {
    const { target, payload } = sending
    const place = target.kind === 'ntfy' ? placeOf(target.url) : undefined
    if (target.kind !== 'ntfy' || !place) return misplaced(sending)
    const headers = {
      'content-type': 'application/json',
      ...(target.token !== undefined && { authorization: `Bearer ${target.token}` }),
    }
    const body = JSON.stringify({ topic: place.topic, ...ntfyMessage(wordsOfEvent(payload)) })
    const request: PostRequest = { url: place.server, method: 'POST', headers, body }
    return post(poster, sending, request, { shows: ['content-type'], means })
  }
}

function means({ status, body }: { status: number; body: string }) {
  if (status === 401 || status === 403)
    return {
      says: `The server answered ${status}: it does not let us publish to this topic. Enter an access token that may.`,
    }
  const { error } = jsonOf(body)
  return typeof error === 'string' ? { says: `The server answered ${status}: ${error.slice(0, 200)}.` } : {}
}

/** JSON is published at the server's root, whatever the topic is: titles need no encoding there. */
function placeOf(text: string): { server: string; topic: string } | undefined {
  const url = URL.parse(text)
  const topic = url?.pathname.split('/').at(-1)
  return url && topic ? { server: new URL('.', url).href, topic } : undefined
}

/** The message without its topic. */
export function ntfyMessage({ title, lines, link, severity }: EventWords): object {
  const message = fitted(lines, MOST_OCTETS, octets)
  return {
    title,
    // An empty one is shown as the word "triggered".
    message: message === '' ? title : message,
    priority: PRIORITIES[severity],
    tags: [TAGS[severity]],
    ...(link && { click: link.url }),
  }
}
