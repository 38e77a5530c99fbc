import { DESTINATION_KINDS } from '../../../core/watching/destination-kind.ts'
import { typesFor, usualTypes } from '../../../services/destinations/event-types.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { json } from '../../table.ts'
import { FILTER_OPTIONS, filterFrom } from './filter.ts'
import { aboutAlerts, JSON_OPTION, OWNER_OPTIONS, refusalWords } from './meant.ts'
import { asJson } from './told.ts'
import { targetFrom, WHERE } from './where.ts'

const KINDS = DESTINATION_KINDS.filter((kind) => kind !== 'template')

export const alertsAdd: Command = {
  name: 'alerts add',
  summary: 'Adds a webhook or an alert channel',
  about:
    'Of a webhook the signing secret goes to standard output, this once. Works beside a running service, which sends what happens from then on. A template is added from a file: mailgauge alerts apply.',
  operands: [
    { name: 'kind', sentence: `One of ${KINDS.join(', ')}.` },
    { name: 'name', sentence: 'How it is called.' },
    { name: 'where', sentence: WHERE, optional: true },
  ],
  options: { ...OWNER_OPTIONS, ...FILTER_OPTIONS, json: JSON_OPTION },
  configured: true,
  examples: [
    ['mailgauge alerts add webhook CI https://ci.example.org/hook', 'Adds a webhook, told of everything.'],
    ['mailgauge alerts add slack Ops - < url.txt', 'Adds a channel of Slack, whose URL is a secret.'],
    ['mailgauge alerts add email "On call" ops@example.org --types monitor.alert', 'Mails alerts alone.'],
  ],
  run: aboutAlerts(async (invocation, about) => {
    const { io, operands, isSet } = invocation
    const [typed = '', name = '', where] = operands
    const kind = KINDS.find((one) => one === typed)
    if (!kind) return misuse(io, `There is no kind "${typed.slice(0, 100)}". There are: ${KINDS.join(', ')}.`)
    const owner = about.actor.accountId === undefined ? 'instance' : 'account'
    const usual = { types: usualTypes(owner, kind) }
    const filter = await filterFrom(invocation, about, usual, typesFor(owner))
    if (typeof filter === 'string') return misuse(io, withoutControl(filter))
    const target = await targetFrom(io, kind, where)
    if ('refused' in target) return misuse(io, target.refused)
    const made = await about.admin.destinations.create(about.actor, { name, target, filter })
    if (!made.ok) return fail(io, withoutControl(refusalWords(made.refusal)))
    const { destination, secret } = made.value
    if (isSet('json')) {
      io.out(json({ ...asJson(destination), ...(secret !== undefined && { secret }) }))
      return EXIT.done
    }
    io.say(withoutControl(`${destination.name} was added: events go to ${destination.shown}.\n`))
    if (secret !== undefined) {
      io.say('Its signing secret, which is not shown again:\n')
      io.out(`${secret}\n`)
    }
    return EXIT.done
  }),
}
