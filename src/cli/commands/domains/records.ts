import { diffOf } from '../../../core/watching/record-diff.ts'
import { partsOf, type RecordChange } from '../../../core/watching/records.ts'
import type { DomainActor } from '../../../services/domains/domains.ts'
import type { PlaceView, RecordsView } from '../../../services/monitors/looking/records-view.ts'
import { accountMeant, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { json, when } from '../../table.ts'
import { ONLY_ACCOUNT_OPTION, refusalWords } from './each.ts'
import { written } from './verify.ts'

/** Changes that are printed where nobody asks for all of them. */
const MOST_CHANGES = 20

export const domainsRecords: Command = {
  name: 'domains records',
  summary: 'Shows the records of a domain, and what they were',
  about:
    'Prints each change that the running service saw (SPF, DKIM keys, DMARC, MX, MTA-STS, TLS-RPT, BIMI), newest first, and what every record says now. It asks nobody: the service looks at the records of verified domains as often as monitors.recheck_every says.',
  operands: [{ name: 'domain', sentence: 'A verified domain of the account.' }],
  options: {
    account: ONLY_ACCOUNT_OPTION,
    all: { sentence: `Prints all changes that are kept, not the last ${MOST_CHANGES}.` },
    json: { sentence: 'Prints JSON, with all changes.' },
  },
  configured: true,
  examples: [
    ['mailgauge domains records example.org --account shop', 'What changed, and what is published now.'],
  ],
  run: withAdmin(false, async ({ io, operands, value, isSet }, admin) => {
    const account = await accountMeant(admin, value('account'))
    if (typeof account === 'string') return fail(io, account)
    const actor: DomainActor = { kind: 'operator', accountId: account.id }
    const there = await admin.domains.list(actor)
    const [typed = ''] = operands
    const domain = written(typed, { named: (name) => there.find((one) => one.domain === name) })
    if (!domain) return fail(io, withoutControl(`${typed.slice(0, 300)} is no domain of the account.`))
    const told = await admin.records.ofDomain(actor, domain.id)
    if (!told.ok) return fail(io, `${domain.domain}: ${refusalWords(told.refusal)}`)
    if (isSet('json')) io.out(asJson(told.value))
    else if (!told.value.lookedAt) io.say(notYet(domain))
    else io.out(withoutControl(asText(told.value, isSet('all') ? Number.POSITIVE_INFINITY : MOST_CHANGES)))
    return EXIT.done
  }),
}

const notYet = ({ domain, verified }: { domain: string; verified: boolean }) =>
  verified
    ? `The records of ${domain} have not been checked yet. The running service does it.\n`
    : `${domain} is not verified, so its records are not watched. mailgauge domains verify looks for its record.\n`

const TITLES: Readonly<Record<PlaceView['record'], string>> = {
  spf: 'SPF',
  dkim: 'DKIM key',
  dmarc: 'DMARC',
  mx: 'MX',
  mta_sts: 'MTA-STS',
  sts_policy: 'MTA-STS policy file',
  tls_rpt: 'TLS-RPT',
  bimi: 'BIMI',
}

function asText({ domain, lookedAt, places, changes }: RecordsView, most: number): string {
  const shown = changes.slice(0, most)
  const more = changes.length - shown.length
  const changed =
    shown.length > 0 ? shown.map(changeText).join('\n') : 'Nothing has changed since the first check.\n'
  return [
    `${domain}, checked ${when(lookedAt, 'never')}\n`,
    `WHAT CHANGED\n${changed}${more > 0 ? `and ${more} more: --all\n` : ''}`,
    `NOW\n${places.map(placeText).join('')}`,
  ].join('\n')
}

function changeText({ record, name, at, lastSeenAt, before, after }: RecordChange): string {
  const diff = diffOf(record, before, after)
  const lines = [
    ...(before.length === 0
      ? ['- no record']
      : diff.removed.map(({ value }) => `- ${inOneLine(record, value)}`)),
    ...(after.length === 0
      ? ['+ no record']
      : diff.added.map(({ value }) => `+ ${inOneLine(record, value)}`)),
  ]
  const seen = `${when(at, '')}  ${TITLES[record]} ${name}  (before: last seen ${when(lastSeenAt, '')})`
  return [seen, ...lines.map((line) => `  ${line}`)].map((line) => `${line}\n`).join('')
}

function placeText({ record, name, values, since, hasChanged }: PlaceView): string {
  const lines = values.length === 0 ? ['no record'] : values.map((value) => inOneLine(record, value))
  const head = `${TITLES[record]} ${name}  (${hasChanged ? 'since' : 'since the first check,'} ${when(since, '')})`
  return [head, ...lines.map((line) => `  ${line}`)].map((line) => `${line}\n`).join('')
}

const LONGEST = 2_000

/** A file has several lines. */
function inOneLine(record: PlaceView['record'], value: string): string {
  const line = record === 'sts_policy' ? partsOf(record, value).join(' | ') : value
  return line.slice(0, LONGEST).replace(/[\r\n\t]/g, ' ')
}

function asJson({ domain, lookedAt, places, changes }: RecordsView): string {
  return json({
    domain,
    looked_at: lookedAt,
    changes: changes.map(({ record, name, before, after, at, lastSeenAt }) => ({
      record,
      name,
      at,
      last_seen_at: lastSeenAt,
      before,
      after,
    })),
    records: places.map(({ record, name, values, since, lastSeenAt }) => ({
      record,
      name,
      values,
      since,
      last_seen_at: lastSeenAt,
    })),
  })
}
