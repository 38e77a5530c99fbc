import { DELIVERY_STATES } from '../../../core/watching/destination.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { json, table, when } from '../../table.ts'
import {
  type About,
  aboutOne,
  DESTINATION_OPERAND,
  JSON_OPTION,
  OWNER_OPTIONS,
  refusalWords,
} from './meant.ts'
import { attemptJson, deliveryJson } from './told.ts'

const USUAL = 20
const MOST = 200

export const alertsDeliveries: Command = {
  name: 'alerts deliveries',
  summary: 'Shows what was sent to a webhook or an alert channel',
  about:
    'The newest first. With a delivery named it shows what was sent and what came back, without secrets.',
  operands: [
    DESTINATION_OPERAND,
    { name: 'delivery', sentence: 'The id of a delivery, to see its attempts.', optional: true },
  ],
  options: {
    ...OWNER_OPTIONS,
    state: { value: 'name', sentence: `Only those that are ${DELIVERY_STATES.join(', ')}.` },
    limit: { value: 'number', sentence: `How many, at most ${MOST}.`, default: String(USUAL) },
    json: JSON_OPTION,
  },
  configured: true,
  run: aboutOne(async (invocation, about, { id }) => {
    const [, named] = invocation.operands
    return named === undefined ? list(invocation, about, id) : show(invocation, about, id, named)
  }),
}

async function list({ io, value, isSet }: Invocation, { admin, actor }: About, id: string): Promise<number> {
  const [named, written] = [value('state'), value('limit')]
  const state = DELIVERY_STATES.find((one) => one === named)
  if (named !== undefined && !state)
    return misuse(io, `There is no state "${named.slice(0, 100)}". There are: ${DELIVERY_STATES.join(', ')}.`)
  const limit = written === undefined ? USUAL : Number(/^\d{1,3}$/.test(written) ? written : Number.NaN)
  if (!(limit >= 1 && limit <= MOST)) return misuse(io, `--limit: expected a number from 1 to ${MOST}.`)
  const read = await admin.destinations.deliveries(actor, id, { limit, ...(state && { state }) })
  if (!read.ok) return fail(io, refusalWords(read.refusal))
  const { items, next } = read.value
  if (isSet('json')) io.out(json(items.map(deliveryJson)))
  else if (items.length === 0) io.say('There are none.\n')
  else {
    const rows = items.map((one) => [
      one.id,
      one.type,
      when(one.createdAt, ''),
      one.state,
      String(one.attempts),
      one.dueAt ? when(one.dueAt, '') : '',
      one.says ?? '',
    ])
    io.out(table(['DELIVERY', 'TYPE', 'MADE', 'STATE', 'ATTEMPTS', 'NEXT', 'LAST'], rows))
  }
  if (next !== undefined) io.say('There is more: --limit shows up to 200.\n')
  return EXIT.done
}

async function show(
  { io, isSet }: Invocation,
  { admin, actor }: About,
  id: string,
  named: string,
): Promise<number> {
  const read = await admin.destinations.delivery(actor, id, named)
  if (!read.ok) return fail(io, refusalWords(read.refusal))
  const { delivery, attempts } = read.value
  if (isSet('json')) {
    const body: unknown = JSON.parse(delivery.body)
    io.out(json({ ...deliveryJson(delivery), payload: body, tried: attempts.map(attemptJson) }))
    return EXIT.done
  }
  const { type, state, messageId, createdAt, dueAt } = delivery
  const next = dueAt ? `, tried next ${when(dueAt, '')}` : ''
  const lines = [
    `${delivery.id}: ${type}, ${state}${next}`,
    `webhook-id ${messageId}, made ${when(createdAt, '')}`,
    ...attempts.flatMap((one) => [
      '',
      `${one.number}. ${one.at.toISOString()}, ${one.tookMs} ms: ${one.says}`,
      `   ${one.request.method} ${one.request.url}`,
      ...fields(one.request.headers),
      ...(one.response ? [`   -> ${one.response.status}`, ...fields(one.response.headers)] : []),
      ...(one.response && one.response.body !== ''
        ? [`   ${one.response.body.replaceAll('\n', '\n   ')}`]
        : []),
    ]),
    '',
    delivery.body,
  ]
  io.out(withoutControl(`${lines.join('\n')}\n`))
  return EXIT.done
}

const fields = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `   ${name}: ${value}`)
