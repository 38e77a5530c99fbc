import type { Method, OpenApiDocument, Operation } from './document.ts'
import { HEADERS } from './headers.ts'
import { OPERATIONS } from './operations.ts'
import { SCHEMAS } from './schemas.ts'
import { EVENT_SCHEMAS, webhooksOf } from './webhooks/webhooks.ts'

const ABOUT = `Mailgauge measures how well an e-mail is delivered. Allocate a test address, send a message to it, and read the report: a score that counts down from 10, with one check for each thing that was looked at.

Every error is a JSON object with one key, error. Go by the status; the text is for people and may change. A field that does not apply is absent, never null, unless its schema allows null. Names of checks and keys of their details are added under v1: take those you do not know.

Every address answers HEAD as GET without the body, and 405 with Allow to other methods. No CORS header is sent: keys belong on servers, not into browsers.`

/** The API of one service as OpenAPI 3.1. `baseUrl` has no slash at its end. */
export function describeApi(baseUrl: string): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Mailgauge',
      version: '1.0.0',
      summary: 'Measures how well an e-mail is delivered.',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This service.' }],
    tags: [
      { name: 'Tests', description: 'Test addresses of the account and their reports.' },
      { name: 'Shared', description: 'Tests made on the web site: the token is the credential.' },
      { name: 'Account', description: 'What a key stands for.' },
      { name: 'DMARC', description: 'What mailbox providers report about mail of a domain.' },
      {
        name: 'Webhooks',
        description:
          'What this service sends to addresses that are entered in the dashboard, signed as Standard Webhooks 1.0 says.',
      },
    ],
    paths: pathsOf(),
    webhooks: webhooksOf(baseUrl),
    components: {
      schemas: { ...SCHEMAS, ...EVENT_SCHEMAS },
      headers: HEADERS,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'mg_…',
          description: 'An API key. It acts for its account and can do what its scopes allow.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          // The prefix binds the cookie to https and to this host; browsers refuse it on plain http.
          name: baseUrl.startsWith('https:') ? '__Host-mailgauge' : 'mailgauge',
          description:
            'A dashboard session, which reads the tests of its current account. A key wins over it.',
        },
      },
    },
  }
}

function pathsOf(): OpenApiDocument['paths'] {
  const paths: Record<string, Partial<Record<Method, Operation>>> = {}
  for (const { method, path, shown: _, ...operation } of OPERATIONS)
    paths[path] = { ...paths[path], [method]: operation }
  return paths
}
