/** What a stand-in was sent and took. */
export interface Taken {
  path: string
  method: string
  headers: Headers
  text: string
  json: Record<string, unknown>
}

export interface Answer {
  status: number
  body?: string | object
  headers?: Record<string, string>
}

export interface StandIn {
  /** http://127.0.0.1:port */
  origin: string
  /** What it took: what it refused is not among it. */
  taken: Taken[]
  /** Everything it was sent. */
  asked: Taken[]
  /** The next request is answered so, whatever it is. */
  next(answer: Answer): void
  stop(): Promise<void>
}

/** A server on loopback that judges requests as a service does. `judge` gives its answer; one of 2xx means that it was taken. */
export function standIn(judge: (request: Taken) => Answer): StandIn {
  const taken: Taken[] = []
  const asked: Taken[] = []
  const waiting: Answer[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      const text = await request.text()
      const one: Taken = {
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: request.headers,
        text,
        json: objectOf(text),
      }
      asked.push(one)
      const answer = waiting.shift() ?? judge(one)
      if (answer.status >= 200 && answer.status < 300) taken.push(one)
      const { body = '', status, headers } = answer
      return typeof body === 'string'
        ? new Response(status === 204 ? null : body, { status, ...(headers && { headers }) })
        : Response.json(body, { status, ...(headers && { headers }) })
    },
  })
  return {
    origin: `http://127.0.0.1:${server.port}`,
    taken,
    asked,
    next: (answer) => waiting.push(answer),
    stop: () => server.stop(true),
  }
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : {}
  } catch {
    return {}
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const isText = (value: unknown, least: number, most: number): value is string =>
  typeof value === 'string' && value.length >= least && value.length <= most
export const isWebAddress = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 2_048 && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
