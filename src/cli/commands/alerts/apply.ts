import type { Applied } from '../../../services/destinations/provisioning/provisioning.ts'
import { type ReadEntry, readProvisioning } from '../../../services/destinations/provisioning/read.ts'
import { type Command, EXIT, type Invocation, misuse } from '../../command.ts'
import { inputText } from '../../input-text.ts'
import { withoutControl } from '../../io.ts'
import { json } from '../../table.ts'
import { type About, aboutAlerts, JSON_OPTION, OWNER_OPTIONS, refusalWords } from './meant.ts'
import { asJson } from './told.ts'

interface Outcome {
  name: string
  outcome: Applied['became'] | 'refused'
  says: string
  applied?: Applied
}

export const alertsApply: Command = {
  name: 'alerts apply',
  summary: 'Makes webhooks and alert channels described by a file',
  about:
    'The file is a JSON array of webhooks and channels, or has one a line (JSON Lines). One is known by its name: it is created where it is not there, changed where it is otherwise, and what the file does not name stays. The same file again changes nothing. Where something in the file cannot be read, nothing is changed. Nothing secret of the file is printed; the signing secret of a webhook that the file gives none goes to standard output, this once. Fails when one could not be made so. The fields are in docs/alerts.md.',
  operands: [{ name: 'file', sentence: 'The file; - is standard input.' }],
  options: { ...OWNER_OPTIONS, json: JSON_OPTION },
  configured: true,
  examples: [
    ['mailgauge alerts apply alerts.json', 'Creates and changes webhooks and channels.'],
    ['mailgauge alerts apply - --instance < alerts.json', 'Those of the service itself.'],
  ],
  run: aboutAlerts(async (invocation, about) => {
    const { io, operands, isSet } = invocation
    const input = await inputText(io, operands[0] ?? '')
    if ('refused' in input) return misuse(io, input.refused)
    const read = readProvisioning(input.text)
    if (typeof read === 'string') return misuse(io, read)
    const problems = read.flatMap(problemOf)
    if (problems.length > 0) return misuse(io, withoutControl(problems.join('\n')))
    const outcomes: Outcome[] = []
    for (const one of read) {
      if (!('entry' in one)) continue
      const outcome = await apply(about, one)
      outcomes.push(outcome)
      if (!isSet('json')) say(invocation, outcome)
    }
    if (isSet('json')) io.out(json(outcomes.map(outcomeJson)))
    return outcomes.some(({ outcome }) => outcome === 'refused') ? EXIT.failed : EXIT.done
  }),
}

function problemOf(one: ReadEntry, index: number): string[] {
  if ('entry' in one) return []
  const named = one.name === undefined ? '' : ` ("${one.name}")`
  return [`Entry ${index + 1}${named}: ${one.problem}`]
}

const WORDS: Readonly<Record<Applied['became'], string>> = {
  created: 'created.',
  changed: 'changed.',
  same: 'is unchanged.',
}

async function apply(
  { admin, actor }: About,
  { entry }: Extract<ReadEntry, { entry: unknown }>,
): Promise<Outcome> {
  const { name } = entry
  const done = await admin.provisioning.apply(actor, entry)
  if (!done.ok) return { name, outcome: 'refused', says: refusalWords(done.refusal) }
  const applied = done.value
  return { name, outcome: applied.became, says: WORDS[applied.became], applied }
}

function say({ io }: Invocation, { name, says, applied }: Outcome): void {
  io.say(withoutControl(`${name.slice(0, 300)}: ${says}\n`))
  if (applied?.secret !== undefined) io.out(withoutControl(`${name}\t${applied.secret}\n`))
}

function outcomeJson({ name, outcome, says, applied }: Outcome) {
  return {
    name,
    outcome,
    says,
    ...(applied && asJson(applied.destination)),
    ...(applied?.secret !== undefined && { secret: applied.secret }),
  }
}
