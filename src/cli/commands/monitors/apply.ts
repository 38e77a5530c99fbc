import type { Result } from '../../../core/refusal.ts'
import type { MonitorSettings } from '../../../core/watching/monitor.ts'
import type { DomainView } from '../../../services/domains/domains.ts'
import type { MonitorView } from '../../../services/monitors/told.ts'
import { type Command, EXIT, type Invocation, misuse } from '../../command.ts'
import { inputText } from '../../input-text.ts'
import { withoutControl } from '../../io.ts'
import { json } from '../../table.ts'
import { domainNamed, notVerified } from './create.ts'
import { readDocument, type WantedByName } from './document.ts'
import { type About, ACCOUNT_OPTION, aboutMonitors, JSON_OPTION, refusalWords } from './meant.ts'
import { EXPECTED, settingsFrom } from './settings.ts'
import { asJson, subjectWords } from './told.ts'

export const monitorsApply: Command = {
  name: 'monitors apply',
  summary: 'Makes monitors as a file describes them',
  about:
    'The file is a JSON array of monitors, or has a monitor a line (JSON Lines). A monitor is known by its name: one that is not there is created, one that is there is changed to what the file says, and what the file does not name stays as it is. A setting that is left out is as of a new monitor, but pause and badge stay. The same file again changes nothing. Where something in the file cannot be read, nothing is changed. Fails when a monitor could not be made so.',
  operands: [{ name: 'file', sentence: 'The file; - is standard input.' }],
  options: { account: ACCOUNT_OPTION, json: JSON_OPTION },
  configured: true,
  examples: [
    ['mailgauge monitors apply monitors.json', 'Creates and changes monitors.'],
    [
      'mailgauge monitors list --json --account shop | mailgauge monitors apply - --account other',
      'Gives another account the same monitors.',
    ],
  ],
  run: aboutMonitors(async (invocation, about) => {
    const { io, operands, isSet } = invocation
    const read = await inputText(io, operands[0] ?? '')
    if ('refused' in read) return misuse(io, read.refused)
    const document = readDocument(read.text)
    if ('problems' in document) return misuse(io, document.problems.map(withoutControl).join('\n'))
    const outcomes: Outcome[] = []
    const there = await knownOf(about)
    for (const { wanted } of document) {
      const outcome = { ...(await make(invocation, { ...about, ...there }, wanted)), name: wanted.name }
      outcomes.push(outcome)
      if (!isSet('json')) say(invocation, outcome)
    }
    if (isSet('json')) io.out(json(outcomes.map((one) => outcomeJson(one, about))))
    return outcomes.some(({ outcome }) => outcome === 'refused') ? EXIT.failed : EXIT.done
  }, true),
}

interface Became {
  outcome: 'created' | 'changed' | 'same' | 'refused'
  says: string
  monitor?: MonitorView
}

type Outcome = Became & { name: string }

/** What the account has before anything is done: a name stands in a document once. */
interface Known extends About {
  monitors: ReadonlyMap<string, MonitorView>
  domains: readonly DomainView[]
}

async function knownOf({ admin, actor }: About): Promise<Pick<Known, 'monitors' | 'domains'>> {
  const monitors = await admin.monitors.list(actor)
  return {
    monitors: new Map(monitors.map((monitor) => [monitor.name, monitor])),
    domains: await admin.domains.list(actor),
  }
}

const refusedFor = (says: string): Became => ({ outcome: 'refused', says })

async function make(invocation: Invocation, about: Known, wanted: WantedByName): Promise<Became> {
  const settings = settingsFrom(wanted, { name: wanted.name, expectations: EXPECTED, windows: [] })
  if (typeof settings === 'string') return refusedFor(settings)
  const there = about.monitors.get(wanted.name)
  const before = there && settingsOnly(there)
  const made = there ? await change(about, there, wanted, settings) : await create(about, wanted, settings)
  if (typeof made === 'string') return refusedFor(made)
  if (!made.ok) return refusedFor(refusalWords(made.refusal))
  const done = await stand(invocation, about, made.value, wanted)
  if (!done.ok) return refusedFor(refusalWords(done.refusal))
  const monitor = done.value
  const [outcome, word] =
    before === undefined
      ? (['created', 'created'] as const)
      : before === settingsOnly(monitor)
        ? (['same', 'unchanged'] as const)
        : (['changed', 'changed'] as const)
  return { outcome, says: `${word}, ${subjectWords(monitor)}.`, monitor }
}

/** All that a document may say of a monitor. */
const settingsOnly = ({ name, expectations, windows, paused, badge }: MonitorView): string =>
  JSON.stringify([name, expectations, windows, paused, badge])

async function create(
  { admin, actor, domains }: Known,
  { kind, domain = '' }: WantedByName,
  settings: MonitorSettings,
): Promise<Result<MonitorView> | string> {
  if (kind === 'mail') return admin.monitors.create(actor, { ...settings, subject: { kind } })
  const found = domainNamed(domains, domain)
  if (!found?.verified) return domain === '' ? 'A domain monitor names its domain.' : notVerified(domain)
  return admin.monitors.create(actor, { ...settings, subject: { kind, domainId: found.id } })
}

async function change(
  { admin, actor, domains }: Known,
  { id, subject }: MonitorView,
  wanted: WantedByName,
  settings: MonitorSettings,
): Promise<Result<MonitorView> | string> {
  const isOther =
    subject.kind !== wanted.kind ||
    (subject.kind === 'domain' && domainNamed(domains, wanted.domain ?? '')?.domain !== subject.domain)
  if (!isOther) return admin.monitors.change(actor, id, settings)
  const what = subject.kind === 'mail' ? 'mail' : `the domain ${subject.domain}`
  return `There is a monitor of this name, which is of ${what}. Delete it first, or choose another name.`
}

/** Pause and badge, where they are named. */
async function stand(
  { io }: Invocation,
  { admin: { monitors }, actor }: About,
  monitor: MonitorView,
  { paused, badge }: WantedByName,
): Promise<Result<MonitorView>> {
  const { id } = monitor
  let done: Result<MonitorView> = { ok: true, value: monitor }
  const isOver = paused instanceof Date && paused <= io.now()
  if (paused === null || isOver) done = await monitors.resume(actor, id)
  else if (paused !== undefined) done = await monitors.pause(actor, id, paused === true ? undefined : paused)
  const hasBadge = monitor.badge !== undefined
  return done.ok && badge !== undefined && badge !== hasBadge ? monitors.setBadge(actor, id, badge) : done
}

function say({ io }: Invocation, { name, outcome, says }: Outcome): void {
  const line = withoutControl(`${name.slice(0, 300)}: ${says}`).replace(/\n/g, ' ')
  if (outcome === 'refused') io.say(`${line}\n`)
  else io.out(`${line}\n`)
}

function outcomeJson({ name, outcome, says, monitor }: Outcome, { config }: About) {
  return { name, outcome, says, ...(monitor && asJson(monitor, config.site.baseUrl)) }
}
