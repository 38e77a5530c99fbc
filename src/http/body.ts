import { createRoom, gather, type NotGathered, type Pace, stillAsks } from '../services/intake/incoming.ts'
import { problem, refuse } from './answer.ts'

export interface BodyBounds {
  /** The most bytes of a body. */
  most: number
  /** The longest that a body may take to arrive. Default 30 seconds. */
  longestMs?: number | undefined
}

/** Reads the bodies of requests. Whatever is sent is read to its end: a request that was cut short, or that nobody waits
 * for any longer, has no effect. */
export interface Bodies {
  /** The body, or the answer that says why there is none. */
  read(request: Request, client: string): Promise<Uint8Array<ArrayBuffer> | Response>
  /** Of a route without parameters of its own: nothing, or anything that is what it says it is. */
  unused(request: Request, client: string): Promise<Response | undefined>
  /** A body that has to be a JSON object. */
  object(request: Request, client: string): Promise<Record<string, unknown> | Response>
  /** The answer to a request that declares a body that is too long. */
  tooLarge(): Response
}

const MB = 1024 * 1024
/** Bodies that are under way, of everybody and of one client. */
const ROOM = { all: 32 * MB, one: 8 * MB }
const LONGEST_MS = 30_000
const NOT_JSON = 'The body says it is JSON and is not. This request needs no body.'
const CLOSE = { connection: 'close' }

export function createBodies({ most, longestMs = LONGEST_MS }: BodyBounds): Bodies {
  const room = createRoom(ROOM.all, ROOM.one)
  // As much as there may be in one stretch: who has not ended by then is too slow.
  const pace: Pace = { bytes: most + 1, everyMs: longestMs }
  const tooLarge = () => problem(413, `A request body is at most ${most} bytes.`)

  const failed = (why: NotGathered): Response => {
    if (why === 'too_large') return tooLarge()
    if (why === 'too_slow') return problem(408, 'The body took too long to arrive.', CLOSE)
    if (why === 'gone') return problem(400, 'The connection ended before the request was complete.', CLOSE)
    return problem(503, 'Too many requests with a body at once. Try again later.', {
      ...CLOSE,
      'retry-after': '10',
    })
  }

  const read = async (request: Request, client: string): Promise<Uint8Array<ArrayBuffer> | Response> => {
    if (declaresMore(request, most)) return tooLarge()
    const body = await gather(request.body, { most, room, client, pace })
    if (typeof body === 'string') return failed(body)
    const bytes = body.bytes()
    body.letGo()
    return (await stillAsks(request)) ? bytes : failed('gone')
  }

  return {
    read,
    tooLarge,
    async unused(request, client) {
      const bytes = await read(request, client)
      if (bytes instanceof Response) return bytes
      if (!declaresJson(request) || bytes.length === 0 || parsed(bytes) !== undefined) return undefined
      return refuse({ kind: 'bad_request', reason: NOT_JSON })
    },
    async object(request, client) {
      const bytes = await read(request, client)
      if (bytes instanceof Response) return bytes
      const value = parsed(bytes)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        return value as Record<string, unknown>
      }
      return refuse({ kind: 'bad_request', reason: 'The body has to be a JSON object.' })
    },
  }
}

/** Whether a request says of its body that it is longer than `most` bytes. */
export function declaresMore(request: Request, most: number): boolean {
  return Number(request.headers.get('content-length') ?? 0) > most
}

function declaresJson({ headers }: Request): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type') ?? '')
}

/** Absent: it is no JSON. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
