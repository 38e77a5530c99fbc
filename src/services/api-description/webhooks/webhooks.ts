import { PAYLOAD_TYPES, samplePayload } from '../../destinations/payloads/samples.ts'
import type { WebhookPayload } from '../../destinations/sending.ts'
import type { Json, Parameter, Schema, Webhook } from '../document.ts'
import { object, ref, text, time } from '../fields.ts'
import { type DescribedEvent, EVENT_PART_SCHEMAS, EVENTS } from './events.ts'

type Type = WebhookPayload['type']

/** test.scored: TestScoredEvent. */
export const eventName = (type: Type): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

const described = (type: Type): DescribedEvent => EVENTS[type]

/** The bodies of all webhooks. */
export const EVENT_SCHEMAS: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(PAYLOAD_TYPES.map((type) => [eventName(type), schemaOf(type)])),
  ...EVENT_PART_SCHEMAS,
}

function schemaOf(type: Type): Schema {
  const { summary, description, data } = described(type)
  return object(`${summary}. ${description}`, {
    type: { type: 'string', const: type, description: `What happened: always ${type}.` },
    timestamp: time('When it happened; the same in each attempt.'),
    data: object('What is told of it. Keys are added over time: take those you do not know.', {
      ...data,
      link: text('The page about it.'),
    }),
  })
}

const header = (name: string, description: string, schema: Schema, example: Json): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
})

const HEADERS: readonly Parameter[] = [
  header(
    'webhook-id',
    'Names what is sent: the same in each attempt and replay. Drop what you have taken before.',
    { type: 'string', pattern: '^msg_[0-9A-Za-z]{16}$' },
    'msg_5tYb82QmZx0LcR4k',
  ),
  header(
    'webhook-timestamp',
    'When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.',
    { type: 'integer', minimum: 0 },
    1_795_253_445,
  ),
  header(
    'webhook-signature',
    'One or more signatures, separated by blanks: v1, and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots. One that matches is enough.',
    { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=(?: v1,[A-Za-z0-9+/]{43}=)*$' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

/** Every webhook with its request, as OpenAPI describes it. `baseUrl`: where links lead. */
export function webhooksOf(baseUrl: string): Readonly<Record<string, { post: Webhook }>> {
  return Object.fromEntries(PAYLOAD_TYPES.map((type) => [type, { post: webhookOf(type, baseUrl) }]))
}

function webhookOf(type: Type, baseUrl: string): Webhook {
  const { summary, description } = described(type)
  return {
    operationId: `on${eventName(type)}`,
    tags: ['Webhooks'],
    summary,
    description,
    parameters: HEADERS,
    requestBody: {
      description: 'The event. Verify the signature over the bytes as they came, before reading them.',
      required: true,
      content: {
        'application/json': { schema: ref(eventName(type)), example: exampleOf(type, baseUrl) },
      },
    },
    responses: {
      '2XX': { description: 'It was taken.' },
      410: { description: 'Nothing more is wanted: the webhook is turned off.' },
      default: {
        description:
          'It is tried again, over three days. Retry-After of 429 and 503 is obeyed up to an hour; redirects are not followed.',
      },
    },
  }
}

/** Payloads are JSON by their making. */
const exampleOf = (type: Type, baseUrl: string) => samplePayload(type, { baseUrl }) as unknown as Json
