import { isObject, isText, isWebAddress, listOf, type StandIn, standIn, type Taken } from './stand-in.ts'

const COLOURS = ['default', 'dark', 'light', 'accent', 'good', 'warning', 'attention']
const SIZES = ['default', 'small', 'medium', 'large', 'extraLarge']

/** A workflow "When a Teams webhook request is received": learn.microsoft.com/connectors/teams, adaptivecards.io/explorer. */
export function teams(): StandIn {
  return standIn((request) => {
    const fault = faultOf(request)
    if (!request.path.startsWith('/workflows/') || !request.path.includes('sig=secretSignature'))
      return { status: 401, body: { error: { code: 'DirectApiAuthorizationRequired' } } }
    return fault === undefined
      ? { status: 202 }
      : { status: 400, body: { error: { code: 'TriggerInputSchemaMismatch', message: fault } } }
  })
}

function faultOf({ text, json, headers }: Taken): string | undefined {
  if (!headers.get('content-type')?.startsWith('application/json')) return 'content type'
  if (Buffer.byteLength(text) > 28 * 1024) return 'larger than 28 KB'
  const [attachment, ...others] = listOf(json['attachments'])
  if (json['type'] !== 'message' || !isObject(attachment) || others.length > 0)
    return 'no message with one attachment'
  if (attachment['contentType'] !== 'application/vnd.microsoft.card.adaptive') return 'contentType'
  const card = attachment['content']
  if (!isObject(card) || card['type'] !== 'AdaptiveCard' || card['version'] !== '1.4') return 'no card of 1.4'
  const body = listOf(card['body'])
  if (body.length === 0 || !body.every(isElement)) return 'body'
  return listOf(card['actions']).every(isAction) ? undefined : 'actions'
}

function isElement(element: unknown): boolean {
  if (!isObject(element) || element['type'] !== 'RichTextBlock') return false
  const inlines = listOf(element['inlines'])
  return inlines.length > 0 && inlines.every(isRun)
}

function isRun(run: unknown): boolean {
  if (!isObject(run) || run['type'] !== 'TextRun' || !isText(run['text'], 1, 28_000)) return false
  const { color = 'default', size = 'default', weight = 'default' } = run
  return (
    COLOURS.includes(String(color)) &&
    SIZES.includes(String(size)) &&
    ['default', 'lighter', 'bolder'].includes(String(weight))
  )
}

const isAction = (action: unknown): boolean =>
  isObject(action) &&
  action['type'] === 'Action.OpenUrl' &&
  isText(action['title'], 1, 100) &&
  isWebAddress(action['url'])
