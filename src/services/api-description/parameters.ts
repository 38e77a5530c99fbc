import type { Parameter } from './document.ts'
import type { DeclaredParameter } from './route.ts'

/** The parameter with its example, as code examples of a route give it. */
export const shown = (parameter: Parameter): DeclaredParameter => ({ ...parameter, shown: true })

export const TOKEN: Parameter = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'The token of the test.',
  schema: { type: 'string' },
  example: 'k5x2mzq7c3w4n6r2t7b5d3f4ga',
}

export const DOMAIN_ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of a domain, from GET /v1/domains.',
  schema: { type: 'string' },
  example: '0b8f5a52-6a43-4f0e-9a3d-5d1f1c3a7e21',
}

export const MESSAGE: Parameter = {
  name: 'm',
  in: 'query',
  description: 'A message_id: the report of that message instead of the latest.',
  schema: { type: 'string', pattern: '^msg_[a-z2-7]{26}$' },
  example: 'msg_q3v7h2k6c5x4m2z7w3n5r6t4ba',
}

export const WAIT: Parameter = {
  name: 'wait',
  in: 'query',
  description:
    'Seconds to hold the answer while the status is pending. Values outside the range are taken as the nearest within it.',
  schema: { type: 'integer', minimum: 0, maximum: 60, default: 0 },
  example: 30,
}

export const LIMIT: Parameter = {
  name: 'limit',
  in: 'query',
  description:
    'The page size. Values outside the range are taken as the nearest within it; what is no integer counts as absent.',
  schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  example: 20,
}

export const OFFSET: Parameter = {
  name: 'offset',
  in: 'query',
  description: 'How many to leave out before the page. Past the end the page is empty.',
  schema: { type: 'integer', minimum: 0, default: 0 },
  example: 0,
}

export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A value of your own, new for each test. A request with the same one within 24 hours gets the answer of the first and makes no second test.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  example: 'build-4711',
}
