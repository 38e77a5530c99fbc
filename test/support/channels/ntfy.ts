import { isText, isWebAddress, listOf, type StandIn, standIn, type Taken } from './stand-in.ts'

const TOKEN = 'tk_agqdq7mvbofd37zqvn29rhu2niz'

/** A server of ntfy that lets nobody write to the topic `closed` without a token: docs.ntfy.sh/publish, "Publish as JSON". */
export function ntfy(): StandIn {
  return standIn((request) => {
    const { method, path, headers, json } = request
    if (method !== 'POST' || path !== '/') return refused(404, 40401, 'page not found')
    if (!isText(json['topic'], 1, 64) || !/^[-_A-Za-z0-9]{1,64}$/.test(json['topic']))
      return refused(400, 40009, 'invalid request: topic invalid')
    if (json['topic'] === 'closed' && headers.get('authorization') !== `Bearer ${TOKEN}`)
      return refused(403, 40301, 'forbidden')
    const fault = faultOf(request)
    if (fault !== undefined) return refused(400, 40024, `invalid request: ${fault}`)
    return { status: 200, body: { id: 'x', time: 1, event: 'message', topic: json['topic'] } }
  })
}

const refused = (status: number, code: number, error: string) => ({
  status,
  body: { code, http: status, error },
})

function faultOf({ json }: Taken): string | undefined {
  const { message, title, priority, tags, click } = json
  if (typeof message !== 'string' || message === '') return 'an empty message is shown as "triggered"'
  if (Buffer.byteLength(message) > 4_096) return 'message is too large, and would become an attachment'
  if (title !== undefined && typeof title !== 'string') return 'title'
  if (
    priority !== undefined &&
    !(Number.isInteger(priority) && Number(priority) >= 1 && Number(priority) <= 5)
  )
    return 'priority'
  if (!listOf(tags).every((tag) => typeof tag === 'string')) return 'tags'
  return click === undefined || isWebAddress(click) ? undefined : 'click'
}

export const NTFY_TOKEN = TOKEN
