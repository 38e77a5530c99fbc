/** The most that a provider may say at once: metadata, keys and tokens are a few kilobytes. */
const LARGEST_ANSWER = 512 * 1024
const TIMEOUT_MS = 10_000

/** What a request to the provider is made of; as openid-client hands it over. */
interface Asked {
  method: string
  headers: Record<string, string>
  body?: ArrayBuffer | null | ReadableStream | string | Uint8Array | URLSearchParams | undefined
}

/** Why a request to the provider failed, in words for the log. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/** Asks the provider: no redirect, bounded in time and size; without TLS at loopback alone. */
export async function boundedFetch(address: string, asked: Asked): Promise<Response> {
  const url = new URL(address)
  if (url.protocol !== 'https:' && !isLoopbackHost(url.hostname))
    throw new ProviderUnreachable(`${url.origin} is not https`)
  const response = await fetch(url, {
    method: asked.method,
    headers: asked.headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(asked.body !== undefined && { body: asked.body as BodyInit | null }),
  }).catch((cause: unknown) => {
    throw new ProviderUnreachable(`${url.origin} did not answer (${wordsOf(cause)})`)
  })
  const body = await readBounded(response, url)
  const { status, headers } = response
  return new Response(status === 204 || status === 304 ? null : body, { status, headers: plainOf(headers) })
}

/** Whether this host is this machine: there alone a provider needs no TLS. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

async function readBounded(response: Response, url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > LARGEST_ANSWER) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new ProviderUnreachable(`${url.origin} broke its answer off (${wordsOf(cause)})`)
  }
  if (size > LARGEST_ANSWER)
    throw new ProviderUnreachable(`${url.origin} answered more than ${LARGEST_ANSWER} bytes`)
  return new Uint8Array(Buffer.concat(chunks))
}

/** What was read is no longer compressed. */
function plainOf(headers: Headers): Headers {
  const plain = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) plain.delete(name)
  return plain
}

function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
