import type { SetUpItem, SetUpItems, SetUpState } from '../../../core/aggregate/set-up.ts'
import { type Change, writtenChange } from '../../../core/fix.ts'
import { withoutMarks } from '../../../core/verbatim.ts'
import type { SetUpView } from '../../../services/aggregates/set-up.ts'
import type { DomainActor } from '../../../services/domains/domains.ts'
import { accountMeant, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { json, wrap } from '../../table.ts'
import { ONLY_ACCOUNT_OPTION, refusalWords } from './each.ts'
import { written } from './verify.ts'

export const domainsDmarc: Command = {
  name: 'domains dmarc',
  summary: 'Shows how the DMARC reports of a domain come',
  about:
    'Asks the DNS for the three records by which reports come: the DMARC record of the domain, the consent of the reports host, and its MX record. What is missing is printed as it is to be published. Fails when one is missing or wrong; the exit code is 5 when the DNS did not answer.',
  operands: [{ name: 'domain', sentence: 'A verified domain of the account.' }],
  options: { account: ONLY_ACCOUNT_OPTION, json: { sentence: 'Prints JSON.' } },
  configured: true,
  examples: [['mailgauge domains dmarc example.org --account shop', 'What to publish for reports.']],
  run: withAdmin(false, async ({ io, operands, value, isSet }, admin) => {
    const account = await accountMeant(admin, value('account'))
    if (typeof account === 'string') return fail(io, account)
    const actor: DomainActor = { kind: 'operator', accountId: account.id }
    const there = await admin.domains.list(actor)
    const [typed = ''] = operands
    const domain = written(typed, { named: (name) => there.find((one) => one.domain === name) })
    if (!domain) return fail(io, withoutControl(`${typed.slice(0, 300)} is no domain of the account.`))
    const seen = await admin.reportsSetUp.look(actor, domain.id)
    if (!seen.ok) return fail(io, `${domain.domain}: ${refusalWords(seen.refusal)}`)
    if (!seen.value?.look) {
      return fail(io, `${domain.domain} is not verified. mailgauge domains verify looks for its record.`)
    }
    const { address, look } = seen.value
    io.out(isSet('json') ? asJson(domain.domain, seen.value) : asText(domain.domain, address, look.items))
    return exitOf(look.items)
  }),
}

const ORDER = ['record', 'consent', 'mx'] as const

const TITLES = { record: 'DMARC record', consent: 'Consent of the reports host', mx: 'MX record' } as const

const LABELS: Readonly<Record<SetUpState, string>> = {
  ok: 'ok',
  not_needed: 'ok',
  missing: 'MISSING',
  wrong: 'WRONG',
  unknown: 'unknown',
}

function exitOf(items: SetUpItems): number {
  const states = ORDER.map((name) => items[name].state)
  if (states.some((state) => state === 'missing' || state === 'wrong')) return EXIT.failed
  return states.includes('unknown') ? EXIT.undetermined : EXIT.done
}

const WIDTH = 80
const INDENT = 9

function asText(domain: string, address: string, items: SetUpItems): string {
  const told = ORDER.map((name) => itemText(TITLES[name], items[name])).join('\n')
  return withoutControl(`Address for reports about ${domain}: ${address}\n\n${told}`)
}

function itemText(
  title: string,
  { state, says, notes, publish, advice, by, zone, otherwise }: SetUpItem,
): string {
  const who = by === 'operator' ? 'The operator of this instance publishes' : 'Publish'
  const lines = [
    ...[says, ...notes].flatMap((one) => wrap(one, WIDTH - INDENT)),
    ...(advice === undefined
      ? []
      : withoutMarks(advice)
          .split('\n')
          .flatMap((one) => wrap(one, WIDTH - INDENT))),
    ...publish.flatMap(({ change, instead }) => [
      `${who} in the DNS of ${zone}${instead === undefined ? '' : ', in place of what is there'}:`,
      ...inLines(change),
    ]),
    ...(otherwise ? [...wrap(otherwise.says, WIDTH - INDENT), ...inLines(otherwise.change)] : []),
  ]
  return `${LABELS[state].padEnd(INDENT)}${title}\n${lines.map((line) => `${' '.repeat(INDENT)}${line}\n`).join('')}`
}

/** As lines that can be copied whole. */
const inLines = (change: Change) =>
  writtenChange(change)
    .split('\n')
    .map((line) => `  ${line}`)

function asJson(domain: string, { address, look }: SetUpView): string {
  const items = ORDER.flatMap((name) => {
    const item = look?.items[name]
    if (!item) return []
    const { state, says, notes, advice, by, zone, publish, otherwise } = item
    return {
      name,
      state,
      says,
      notes,
      ...(advice !== undefined && { advice: withoutMarks(advice) }),
      by,
      zone,
      publish: publish.map(recordJson),
      ...(otherwise && { otherwise: recordJson(otherwise) }),
    }
  })
  return json({ domain, address, checked_at: look?.at, records: items })
}

function recordJson({ change, instead }: SetUpItem['publish'][number]) {
  const { name, type, records } = change
  return { name, type, records, ...(instead !== undefined && { instead }) }
}
