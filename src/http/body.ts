import type { Refusal } from '../core/refusal.ts'

/** Whether a request says of its body that it is longer than `most` bytes. */
export function declaresMore(request: Request, most: number): boolean {
  return Number(request.headers.get('content-length') ?? 0) > most
}

/** Reads what a route without parameters of its own may be sent: nothing, or anything that is what it says it is.
 * `too_large` past `most` bytes; a body that declares JSON and is none is a bad request. */
export async function checkUnusedBody(
  request: Request,
  most: number,
): Promise<Refusal | 'too_large' | undefined> {
  if (declaresMore(request, most)) return 'too_large'
  const declaresJson = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(
    request.headers.get('content-type') ?? '',
  )
  if (!request.body || !declaresJson) return undefined
  const bytes = await readAtMost(request.body, most)
  if (!bytes) return 'too_large'
  if (bytes.length === 0 || parsed(bytes) !== undefined) return undefined
  return { kind: 'bad_request', reason: 'The body says it is JSON and is not. This request needs no body.' }
}

/** Reads a body that has to be a JSON object. */
export async function readObject(
  request: Request,
  most: number,
): Promise<{ value: Record<string, unknown> } | Refusal | 'too_large'> {
  if (declaresMore(request, most)) return 'too_large'
  const bytes = request.body ? await readAtMost(request.body, most) : new Uint8Array()
  if (!bytes) return 'too_large'
  const value = parsed(bytes)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { value: value as Record<string, unknown> }
  }
  return { kind: 'bad_request', reason: 'The body has to be a JSON object.' }
}

async function readAtMost(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Absent: it is no JSON. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
