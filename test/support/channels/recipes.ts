import { isObject, isText, isWebAddress, listOf, type StandIn, standIn } from './stand-in.ts'

/** The Bot API of Telegram: core.telegram.org/bots/api#sendmessage. */
export const telegram = (): StandIn =>
  standIn(({ method, path, headers, json }) => {
    const refused = (error_code: number, description: string) => ({
      status: error_code,
      body: { ok: false, error_code, description },
    })
    if (!/^\/bot\d+:[\w-]{35}\/sendMessage$/.test(path)) return refused(404, 'Not Found')
    if (method !== 'POST' || !headers.get('content-type')?.startsWith('application/json'))
      return refused(400, 'Bad Request: message text is empty')
    const { chat_id: chat, text, parse_mode: mode } = json
    if (!(Number.isInteger(chat) || (typeof chat === 'string' && /^(@\w+|-?\d+)$/.test(chat))))
      return refused(400, 'Bad Request: chat not found')
    if (mode !== undefined) return refused(400, "Bad Request: can't parse entities")
    if (!isText(text, 1, 4_096)) return refused(400, 'Bad Request: message is too long')
    return { status: 200, body: { ok: true, result: { message_id: 1 } } }
  })

/** gotify.net/api-docs: createMessage. */
export const gotify = (): StandIn =>
  standIn((request) => {
    const { method, path, headers } = request
    const refused = (errorCode: number, errorDescription: string) => ({
      status: errorCode,
      body: { error: 'Bad Request', errorCode, errorDescription },
    })
    if (method !== 'POST' || path !== '/message') return refused(404, 'page not found')
    if (!/^A[\w.-]{14}$/.test(headers.get('x-gotify-key') ?? ''))
      return refused(401, 'you need to provide a valid access token')
    const fault = gotifyFault(request.json)
    return fault === undefined ? { status: 200, body: { id: 1 } } : refused(400, fault)
  })

function gotifyFault({ message, title, priority, extras }: Record<string, unknown>): string | undefined {
  if (!isText(message, 1, 1_000_000)) return "Field 'message' is required"
  if (title !== undefined && typeof title !== 'string') return 'title'
  if (priority !== undefined && !Number.isInteger(priority))
    return 'cannot unmarshal string into Go struct field .priority of type int'
  return extras === undefined || isObject(extras) ? undefined : 'extras'
}

/** The Events API v2 of PagerDuty: developer.pagerduty.com, Send an Alert Event. */
export const pagerduty = (): StandIn =>
  standIn(({ method, path, json }) => {
    if (method !== 'POST' || path !== '/v2/enqueue') return { status: 404 }
    const errors = pagerdutyFaults(json)
    return errors.length > 0
      ? { status: 400, body: { status: 'invalid event', message: 'Event object is invalid', errors } }
      : { status: 202, body: { status: 'success', message: 'Event processed' } }
  })

function pagerdutyFaults(json: Record<string, unknown>): string[] {
  const { routing_key: key, event_action: action, dedup_key: dedup, payload, links } = json
  const isAction = ['trigger', 'acknowledge', 'resolve'].includes(String(action))
  const areLinks = listOf(links).every((link) => isObject(link) && isWebAddress(link['href']))
  return [
    ...(isText(key, 32, 32) ? [] : ["'routing_key' is missing or is not 32 characters"]),
    ...(isAction ? [] : ["'event_action' is unknown"]),
    ...(dedup === undefined || isText(dedup, 1, 255) ? [] : ["'dedup_key' is too long"]),
    ...payloadFaults(payload),
    ...(areLinks ? [] : ["'links' is invalid"]),
  ]
}

function payloadFaults(payload: unknown): string[] {
  if (!isObject(payload)) return ["'payload' is missing"]
  const { summary, source, severity, timestamp } = payload
  return [
    ...(isText(summary, 1, 1_024) ? [] : ["'payload.summary' is missing or too long"]),
    ...(isText(source, 1, 255) ? [] : ["'payload.source' is missing"]),
    ...(['critical', 'error', 'warning', 'info'].includes(String(severity))
      ? []
      : ["'payload.severity' is unknown"]),
    ...(timestamp === undefined || !Number.isNaN(Date.parse(String(timestamp)))
      ? []
      : ["'payload.timestamp'"]),
  ]
}

const MATRIX = /^\/_matrix\/client\/v3\/rooms\/([^/]+)\/send\/m\.room\.message\/([^/?]+)$/

/** A Matrix homeserver: spec.matrix.org, PUT /_matrix/client/v3/rooms/{roomId}/send/{eventType}/{txnId}. One transaction makes one event. */
export function matrix(): StandIn & { rooms: Map<string, unknown> } {
  const rooms = new Map<string, unknown>()
  const server = standIn(({ method, path, headers, text, json }) => {
    const refused = (status: number, errcode: string) => ({ status, body: { errcode, error: errcode } })
    const [, room, transaction] = MATRIX.exec(path) ?? []
    if (method !== 'PUT' || room === undefined) return refused(404, 'M_UNRECOGNIZED')
    if (!/^Bearer syt_\S+$/.test(headers.get('authorization') ?? '')) return refused(401, 'M_MISSING_TOKEN')
    if (!decodeURIComponent(room).startsWith('!')) return refused(403, 'M_FORBIDDEN')
    if (!isRoomMessage(json)) return refused(400, 'M_BAD_JSON')
    if (Buffer.byteLength(text) > 65_536) return refused(413, 'M_TOO_LARGE')
    const key = `${room} ${transaction}`
    if (!rooms.has(key)) rooms.set(key, json)
    return { status: 200, body: { event_id: `$${Bun.hash(key).toString(36)}` } }
  })
  return { ...server, rooms }
}

const isRoomMessage = (json: Record<string, unknown>) =>
  json['msgtype'] === 'm.text' && isText(json['body'], 1, 60_000)
