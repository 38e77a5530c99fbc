import { type Answer, isObject, isText, listOf, type StandIn, standIn, type Taken } from './stand-in.ts'

const KNOWN = [
  'text',
  'blocks',
  'attachments',
  'unfurl_links',
  'unfurl_media',
  'mrkdwn',
  'thread_ts',
  'username',
  'icon_url',
  'icon_emoji',
  'channel',
  'link_names',
]

/** Incoming webhooks of Slack: docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and reference/block-kit/blocks. */
export function slack(): StandIn {
  return standIn((request) => {
    if (request.path !== '/services/T000/B000/XXXXsecretXXXX') return { status: 404, body: 'no_service' }
    return judged(request)
  })
}

function judged({ method, headers, text, json }: Taken): Answer {
  const refused = (body: string): Answer => ({ status: 400, body })
  if (method !== 'POST' || !headers.get('content-type')?.startsWith('application/json'))
    return refused('invalid_payload')
  if (text === '' || Object.keys(json).length === 0) return refused('invalid_payload')
  if (Object.keys(json).some((key) => !KNOWN.includes(key))) return refused('invalid_payload')
  const blocks = listOf(json['blocks'])
  if (!isText(json['text'], 1, 40_000) && blocks.length === 0) return refused('no_text')
  if (blocks.length > 50 || !blocks.every(isBlock)) return refused('invalid_blocks')
  // Found by others: all blocks together may have some 13,000 characters.
  return JSON.stringify(blocks).length > 13_000 ? refused('msg_blocks_too_long') : { status: 200, body: 'ok' }
}

function isBlock(block: unknown): boolean {
  if (!isObject(block)) return false
  switch (block['type']) {
    case 'divider':
      return true
    case 'header':
      return (
        isObject(block['text']) && block['text']['type'] === 'plain_text' && isTextObject(block['text'], 150)
      )
    case 'section':
      return isTextObject(block['text'], 3_000)
    case 'context':
      return (
        listOf(block['elements']).length <= 10 &&
        listOf(block['elements']).every((one) => isTextObject(one, 3_000))
      )
    default:
      return false
  }
}

function isTextObject(value: unknown, most: number): boolean {
  if (!isObject(value) || !isText(value['text'], 1, most)) return false
  const others = Object.keys(value).filter((key) => key !== 'type' && key !== 'text')
  if (value['type'] === 'plain_text') return others.every((key) => key === 'emoji')
  return value['type'] === 'mrkdwn' && others.every((key) => key === 'verbatim')
}

/** Mattermost takes the same address form and reads `text` alone, as Markdown (docs.mattermost.com, incoming webhooks). */
export function mattermost(): StandIn {
  return standIn(({ path, json }) => {
    if (!/^\/hooks\/[a-z0-9]{26}$/.test(path))
      return { status: 400, body: { id: 'web.incoming_webhook.invalid.app_error' } }
    return isText(json['text'], 1, 16_383)
      ? { status: 200, body: 'ok' }
      : { status: 400, body: { id: 'web.incoming_webhook.text.app_error', message: 'No text specified.' } }
  })
}
