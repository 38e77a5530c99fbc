import { describeApi } from '../../services/api-description/describe-api.ts'
import { methodNotAllowed } from '../method.ts'

/** Answers /openapi.json: the API as OpenAPI 3.1, with base_url as its server. */
export function createOpenApi(baseUrl: string): (request: Request) => Response {
  const wrongMethod = methodNotAllowed('GET, HEAD')
  let made: ReturnType<typeof documentAt> | undefined
  return (request) => {
    if (request.method !== 'GET') return wrongMethod()
    // By the first who asks: the service starts without it.
    made ??= documentAt(baseUrl)
    const { body, headers } = made
    const known = request.headers.get('if-none-match')?.split(',') ?? []
    const isKnown = known.some((one) => [headers.etag, '*'].includes(one.trim().replace(/^W\//, '')))
    return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
  }
}

function documentAt(baseUrl: string) {
  const body = `${JSON.stringify(describeApi(baseUrl), null, 2)}\n`
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    etag: `"${new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 32)}"`,
  }
  return { body, headers }
}
