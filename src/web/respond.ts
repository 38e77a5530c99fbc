import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Pages with a frame in which a message is shown. */
export const WITH_FRAME = {
  'content-security-policy': `${CONTENT_SECURITY_POLICY}; frame-src 'self'`,
} as const

/** A stranger's HTML: nothing is loaded, nothing runs, and it belongs to no origin. */
const PREVIEW_POLICY = [
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ')

const EVERYWHERE = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Pages that hold a form and no report. Under `no-referrer` a browser posts with `Origin: null`, which a plain-http
 * site (no Sec-Fetch-Site there) could not tell from a stranger's form; nothing goes to other origins either way. */
export const FORM_PAGE = { 'referrer-policy': 'same-origin' } as const

/** Pages that belong to one test, or to nothing. */
export const UNLISTED = { 'x-robots-tag': 'noindex, nofollow' } as const

export function page(content: VNode, status = 200, headers: Record<string, string> = {}): Response {
  return written(documentOf(content), status, headers)
}

/** A page of people: in no index, and with forms. */
export function ownPage(content: VNode, status = 200, headers: Record<string, string> = {}): Response {
  return page(content, status, { ...UNLISTED, ...FORM_PAGE, ...headers })
}

/** A page as it is written. */
export function documentOf(content: VNode): string {
  return `<!doctype html>${renderToString(content)}`
}

/** A page that is written already. */
export function written(
  document: string | Uint8Array<ArrayBuffer>,
  status: number,
  headers: Record<string, string>,
): Response {
  return new Response(document, {
    status,
    headers: {
      ...EVERYWHERE,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  })
}

/** A message made safe, to be shown in a frame. */
export function preview(document: string): Response {
  return new Response(document, {
    headers: {
      ...EVERYWHERE,
      ...UNLISTED,
      'content-security-policy': PREVIEW_POLICY,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
  })
}

/** JSON that is written already, as somebody may keep it. */
export function jsonText(body: string): Response {
  return new Response(`${body}\n`, {
    headers: {
      ...EVERYWHERE,
      ...UNLISTED,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    },
  })
}

export function json(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(`${JSON.stringify(body, null, 2)}\n`, {
    status,
    headers: {
      ...EVERYWHERE,
      ...UNLISTED,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  })
}

/** After a POST: where to look next. */
export function seeOther(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { ...EVERYWHERE, ...UNLISTED, location, 'cache-control': 'no-store', ...headers },
  })
}

/** The same, with cookies beside those that it sets. */
export function withCookies(response: Response, ...cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

export function file(body: string, type: string, cacheControl: string): Response {
  return new Response(body, {
    headers: { ...EVERYWHERE, 'content-type': type, 'cache-control': cacheControl },
  })
}

/** A drawing that other sites show and that is out of date at once. */
export function picture(svg: string, policy: string): Response {
  return new Response(svg, {
    headers: {
      ...EVERYWHERE,
      ...UNLISTED,
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'no-cache, max-age=0',
    },
  })
}

/** What a stranger sent, to keep: no browser takes it for anything that it opens. */
export function attachment(bytes: Uint8Array, name: string): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      ...EVERYWHERE,
      ...UNLISTED,
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${fileName(name)}"`,
      'cache-control': 'no-store',
    },
  })
}

const LONGEST_NAME = 120

/** A name that means nothing to a header, a shell or a file system. */
function fileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._!@-]/g, '_').replace(/^[.-]+/, '')
  return plain.slice(-LONGEST_NAME).replace(/^[.-]+/, '') || 'report'
}

/** A file to keep, as it is made; its reader sets the pace. */
export function download(bytes: AsyncIterable<Uint8Array>, name: string, type: string): Response {
  const reading = bytes[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await reading.next()
      if (step.done) controller.close()
      else controller.enqueue(step.value)
    },
    cancel: async () => void (await reading.return?.()),
  })
  return new Response(body, {
    headers: {
      ...EVERYWHERE,
      ...UNLISTED,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

export function eventStream(body: ReadableStream<Uint8Array> | null): Response {
  return new Response(body, {
    headers: {
      ...EVERYWHERE,
      ...UNLISTED,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies of the nginx family hold a stream back otherwise.
      'x-accel-buffering': 'no',
    },
  })
}

export function text(body: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(`${body}\n`, {
    status,
    headers: {
      ...EVERYWHERE,
      ...UNLISTED,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  })
}

/** A file that is written while it is sent; the reader sets the pace. One that cannot be written to its end ends the connection, so that
 * nobody takes it for whole; `failed` is told why, or else the runtime. */
export function streamedFile(
  parts: AsyncGenerator<string, void>,
  type: string,
  name: string,
  failed?: (cause: unknown) => void,
): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (cause) {
        if (!failed) throw cause
        failed(cause)
        controller.error()
      }
    },
    async cancel() {
      await parts.return()
    },
  })
  return new Response(body, {
    headers: {
      ...EVERYWHERE,
      ...UNLISTED,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
