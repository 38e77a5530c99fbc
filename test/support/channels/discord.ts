import {
  type Answer,
  isObject,
  isText,
  isWebAddress,
  listOf,
  type StandIn,
  standIn,
  type Taken,
} from './stand-in.ts'

const MENTIONS = ['roles', 'users', 'everyone']

/** Webhooks of Discord: docs.discord.com, Execute Webhook and Embed Limits. */
export function discord(): StandIn {
  return standIn((request) => {
    const url = new URL(request.path, 'http://stand.in')
    if (url.pathname !== '/api/webhooks/123456789012345678/aSecret-Token_of68')
      return { status: 404, body: { message: 'Unknown Webhook', code: 10015 } }
    const fault = faultOf(request)
    if (fault !== undefined)
      return { status: 400, body: { message: 'Invalid Form Body', code: 50035, errors: { fault } } }
    return taken(url)
  })
}

const taken = (url: URL): Answer =>
  url.searchParams.get('wait') === 'true'
    ? { status: 200, body: { id: '1', type: 0, content: '', channel_id: '2' } }
    : { status: 204 }

function faultOf({ method, headers, json }: Taken): string | undefined {
  if (method !== 'POST' || !headers.get('content-type')?.startsWith('application/json')) return 'content type'
  const embeds = listOf(json['embeds'])
  if (embeds.length === 0 && !isText(json['content'], 1, 2_000)) return 'empty message'
  if (json['content'] !== undefined && !isText(json['content'], 0, 2_000)) return 'content'
  if (embeds.length > 10 || !embeds.every(isEmbed)) return 'embeds'
  if (embeds.reduce<number>((sum, one) => sum + sizeOf(one), 0) > 6_000) return 'embeds together'
  const mentions = json['allowed_mentions']
  if (
    mentions !== undefined &&
    !(isObject(mentions) && listOf(mentions['parse']).every((one) => MENTIONS.includes(String(one))))
  )
    return 'allowed_mentions'
  return undefined
}

function isEmbed(embed: unknown): boolean {
  if (!isObject(embed)) return false
  const { title, description, url, color, timestamp } = embed
  return (
    (title === undefined || isText(title, 1, 256)) &&
    (description === undefined || isText(description, 1, 4_096)) &&
    (url === undefined || isWebAddress(url)) &&
    (color === undefined || (Number.isInteger(color) && Number(color) >= 0 && Number(color) <= 0xffffff)) &&
    (timestamp === undefined || (typeof timestamp === 'string' && !Number.isNaN(Date.parse(timestamp))))
  )
}

const sizeOf = (embed: unknown): number =>
  isObject(embed) ? String(embed['title'] ?? '').length + String(embed['description'] ?? '').length : 0
