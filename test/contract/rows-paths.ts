import type { Row } from './rows.ts'
import { pending } from './scenes.ts'

const NOTHING_HERE = 'There is nothing at this address.'

/** Paths that look like those of the API and are none. Those that begin with several slashes are in test/http/raw.test.ts: the
 * runtime's fetch sends one. */
const UNKNOWN = [
  '/v1/tests/',
  '/v1/tests//',
  '/v1//tests',
  '/v1/tests/{token}/',
  '/v1/tests/{token}/kind/',
  '/v1/tests//kind',
  '/v1/tests/{token}//kind',
  '/v1/whoami/',
  '/v1/whoami//',
  '/v1/WHOAMI',
  '/v1/Tests',
  '/v1/%77hoami',
  '/v1/tests%2F',
  '/v1/tests/.',
  '/v1/tests/%2e',
  '/v1/domains/',
  '/v1/domains/x/dmarc/summary/',
  '/v1/shared/{token}/',
  '/v1/shared/{token}/message/',
  '/v1/shared/',
  '/v1/',
  '/v1',
  '/V1',
  '/V1/',
  '/V1/tests',
  '/V1/tests/{token}',
  '/V2/whoami',
  '/%761/whoami',
  '/%56%31/whoami',
  '/v%31/whoami',
  '/v1%2fwhoami',
  '/%2fv1/whoami',
]

/** A trailing slash, another case and other encodings name nothing, with every method, and say so as the API does. */
export const PATHS: Row[] = UNKNOWN.flatMap((path) =>
  ['GET', 'POST'].map(
    (method): Row => ({
      name: `${method} ${path}`,
      proves: 'Unknown path 404: always {"error": …}.',
      request: `${method} ${path}`,
      key: 'full',
      given: pending,
      status: 404,
      has: { error: NOTHING_HERE },
      keys: ['error'],
      answers: { 'content-type': /^application\/json/, 'cache-control': 'no-store', ratelimit: undefined },
    }),
  ),
)
