import type { Header, Reference } from './document.ts'

/** Every header that answers carry and a client may go by. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Names the request in the log of the service.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-f]{24}$' },
    example: 'req_5f1c2a9b7d3e4f60718293a4',
  },
  'Cache-Control': {
    description: 'Nothing under /v1 is kept by caches.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
    example: 'no-store',
  },
  RateLimit: {
    description:
      'What is left of the account’s budget (r) and the seconds until it is whole again (t). On every answer to a key that may use the API.',
    schema: { type: 'string', pattern: '^"account";r=\\d+;t=\\d+$' },
    example: '"account";r=59;t=1',
  },
  'RateLimit-Policy': {
    description: 'The account’s budget: requests (q) in so many seconds (w). Where RateLimit is.',
    schema: { type: 'string', pattern: '^"account";q=\\d+;w=60$' },
    example: '"account";q=60;w=60',
  },
  'Retry-After': {
    description: 'Whole seconds to wait before asking again; asking sooner uses up the limit again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
    example: 'Bearer',
  },
  Location: {
    description: 'Where the report of the new test is read.',
    required: true,
    schema: { type: 'string' },
    example: '/v1/tests/k5x2mzq7c3w4n6r2t7b5d3f4ga',
  },
  'Idempotent-Replayed': {
    description: 'Present when this is the answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Link: {
    description: 'The next page (rel="next"), while there is one.',
    schema: { type: 'string', pattern: '^<[^<>]+>; rel="next"$' },
    example: '<https://mailgauge.example.org/v1/tests?limit=50&offset=50>; rel="next"',
  },
  'X-Total-Count': {
    description: 'How many there are in all pages together.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 128,
  },
  'Referrer-Policy': {
    description: 'The token in the address is a credential: it is not passed on.',
    required: true,
    schema: { type: 'string', const: 'no-referrer' },
    example: 'no-referrer',
  },
  'X-Robots-Tag': {
    description: 'Not for search engines.',
    required: true,
    schema: { type: 'string', const: 'noindex' },
    example: 'noindex',
  },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof HEADERS

/** References to headers, those of every answer included. */
export function headers(...names: HeaderName[]): Record<string, Reference> {
  const all = [...names, 'X-Request-Id', 'Cache-Control'] as const
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
