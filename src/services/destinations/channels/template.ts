import type { Poster } from '../../../net/post-ports.ts'
import type { Send } from '../sending.ts'
import { filledBody, filledHeader, filledUrl } from '../templates/fill.ts'
import { valuesOf } from '../templates/values.ts'
import { misplaced, post } from './post.ts'

/** Sends what a person wrote, with the facts of an event in it. */
export function createTemplateSend({ poster }: { poster: Poster }): Send {
  return async (sending) => {
    const { target, payload, delivery } = sending
    if (target.kind !== 'template') return misplaced(sending)
    const values = valuesOf(payload, delivery.messageId)
    const body = filledBody(target.body, values)
    if (body === undefined) return misplaced(sending)
    const given = Object.entries(target.headers).map(([name, value]) => [name, filledHeader(value, values)])
    const isTyped = given.some(([name]) => name?.toLowerCase() === 'content-type')
    const headers: Record<string, string> = {
      ...(!isTyped && { 'content-type': 'application/json' }),
      ...Object.fromEntries(given),
    }
    const request = { url: filledUrl(target.url, values), method: target.method, headers, body }
    return post(poster, sending, request, { shows: ['content-type'] })
  }
}
