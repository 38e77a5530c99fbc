import type { Admin } from '../../app/admin.ts'
import { FEEDBACK_TYPES } from '../../core/complaints/complaint.ts'
import { dayWords } from '../../core/kept/day.ts'
import { readWindow } from '../../services/aggregates/window.ts'
import type { ComplaintOverview } from '../../services/complaints/complaints.ts'
import { complaintRate } from '../../services/complaints/watching/words.ts'
import type { DomainActor, DomainView } from '../../services/domains/domains.ts'
import { accountMeant, withAdmin } from '../administration.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../command.ts'
import { json, table, when } from '../table.ts'
import { WINDOW_OPTIONS } from './dmarc/about.ts'
import { amount } from './dmarc/figures.ts'

const BY = ['provider', 'campaign', 'type', 'day'] as const
type By = (typeof BY)[number]

export const complaintsCommand: Command = {
  name: 'complaints',
  summary: 'Shows what recipients complain about',
  about:
    'As feedback loops of mailbox providers report it: complaints about mail of each domain, with the address that their reports go to; with --domain those of one, by provider, campaign, type or day. Complaints of senders that nothing proves are told apart, and make no rate. A rate is the share of what the provider’s own DMARC reports count, of days that are settled.',
  options: {
    domain: { value: 'domain', sentence: 'A domain of the account.' },
    by: { value: 'what', sentence: `What one domain is shown by: ${BY.join(', ')}.`, default: 'provider' },
    letters: {
      sentence: 'Prints the mails to the address that were no reports: what providers ask and confirm.',
    },
    ...{ days: WINDOW_OPTIONS.days, from: WINDOW_OPTIONS.from, to: WINDOW_OPTIONS.to },
    account: WINDOW_OPTIONS.account,
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  examples: [
    ['mailgauge complaints', 'Every domain, with its address.'],
    ['mailgauge complaints --domain example.org --by campaign', 'The campaigns that people complain about.'],
  ],
  run: withAdmin(false, async (invocation, admin) => {
    const { io, value, isSet } = invocation
    const alone = (['by', 'letters'] as const).find(isSet)
    if (alone && value('domain') === undefined)
      return misuse(io, `--${alone} is for one domain: name it with --domain.`)
    const by = BY.find((one) => one === (value('by') ?? 'provider'))
    if (!by) return misuse(io, `--by has to be one of ${BY.join(', ')}.`)
    const given = { days: value('days'), from: value('from'), to: value('to') }
    const window = readWindow(given, io.now())
    if ('rule' in window) return misuse(io, `--${window.name} ${window.rule}.`)
    const account = await accountMeant(admin, value('account'))
    if (typeof account === 'string') return fail(io, account)
    const actor = { kind: 'operator', accountId: account.id } as const
    const domains = await admin.domains.list(actor)
    const asked = { admin, actor, window, by, domains }
    const typed = value('domain')?.toLowerCase().replace(/\.$/, '')
    if (typed === undefined) return allDomains(invocation, asked)
    const found = domains.find(({ domain, shown }) => domain === typed || shown === typed)
    if (!found) return fail(io, `The account "${account.name}" has no domain "${typed}".`)
    return oneDomain(invocation, asked, found)
  }),
}

interface Asked {
  admin: Admin
  actor: DomainActor
  window: { from: number; to: number }
  by: By
  domains: readonly DomainView[]
}

async function allDomains(
  { io, isSet }: Invocation,
  { admin, actor, window, domains }: Asked,
): Promise<number> {
  const rows: {
    domain: string
    address?: string
    complaints: number
    unauthenticated: number
    latestAt?: Date
  }[] = []
  for (const { id, domain } of domains) {
    const found = await admin.complaints.overview(actor, id, window)
    if (!found.ok) continue
    const { address, complaints, unauthenticated, latestAt } = found.value
    rows.push({
      domain,
      ...(address !== undefined && { address }),
      complaints,
      unauthenticated: unauthenticated.abuse ?? 0,
      ...(latestAt && { latestAt }),
    })
  }
  if (isSet('json')) io.out(json(rows))
  else if (rows.length === 0) io.say('There are no domains. mailgauge domains add adds one.\n')
  else {
    io.out(
      table(
        ['DOMAIN', 'COMPLAINTS', 'UNPROVED', 'LATEST', 'ADDRESS FOR REPORTS'],
        rows.map(({ domain, address, complaints, unauthenticated, latestAt }) => [
          domain,
          amount(complaints),
          amount(unauthenticated),
          when(latestAt, 'none'),
          address ?? 'after the domain is verified',
        ]),
      ),
    )
  }
  return EXIT.done
}

async function oneDomain(
  { io, isSet }: Invocation,
  { admin, actor, window, by }: Asked,
  { id }: DomainView,
): Promise<number> {
  if (isSet('letters')) {
    const found = await admin.complaints.letters(actor, id)
    if (!found.ok) return fail(io, 'The domain is gone.')
    if (isSet('json')) io.out(json(found.value))
    else if (found.value.length === 0) io.say('No mail came but reports.\n')
    else io.out(found.value.map(letterText).join('\n'))
    return EXIT.done
  }
  const found = await admin.complaints.overview(actor, id, window)
  if (!found.ok) {
    return fail(
      io,
      found.refusal.kind === 'busy' ? 'Reading took too long. Try fewer days.' : 'The domain is gone.',
    )
  }
  if (isSet('json')) io.out(json(found.value))
  else io.out(`${headOf(found.value)}\n${TABLES[by](found.value)}`)
  return EXIT.done
}

const letterText = (letter: {
  receivedAt: Date
  from?: string
  authenticated: boolean
  subject: string
  text: string
}) =>
  `${when(letter.receivedAt, '')}, ${letter.from ?? 'nobody'}${letter.authenticated ? '' : ' (not proved)'}: ${letter.subject}\n\n${letter.text}\n`

function headOf({ domain, address, complaints, unauthenticated, window }: ComplaintOverview): string {
  const days = `${dayWords(window.from)} to ${dayWords(window.to)}`
  const unproved = unauthenticated.abuse ?? 0
  return [
    `${domain}, ${days} (UTC): ${amount(complaints)} complaints${unproved > 0 ? `, and ${amount(unproved)} that nothing proves` : ''}`,
    address === undefined ? 'Reports are taken once the domain is verified.' : `Reports go to ${address}`,
    '',
  ].join('\n')
}

const TABLES: Readonly<Record<By, (told: ComplaintOverview) => string>> = {
  provider: ({ providers }) =>
    table(
      ['PROVIDER', 'COMPLAINTS', 'SENT', 'RATE', 'LATEST'],
      providers.map(({ name, complaints, sent, rate, lastDay }) => [
        name === '' ? 'others' : name,
        amount(complaints),
        sent === undefined ? '' : amount(sent),
        rate === undefined ? '' : complaintRate(rate),
        dayWords(lastDay),
      ]),
    ),
  campaign: ({ campaigns, moreCampaigns, withoutCampaign, beyondCampaigns }) =>
    table(
      ['CAMPAIGN', 'FIELD', 'COMPLAINTS', 'OTHERS', 'LATEST'],
      [
        ...campaigns.map(({ campaign, complaints, others, lastDay }) => [
          campaign.name,
          campaign.field,
          amount(complaints),
          amount(others),
          dayWords(lastDay),
        ]),
        ...(withoutCampaign > 0 ? [['(names none)', '', amount(withoutCampaign), '', '']] : []),
        ...(beyondCampaigns > 0 ? [['(others)', '', amount(beyondCampaigns), '', '']] : []),
        ...(moreCampaigns > 0 ? [[`(${amount(moreCampaigns)} more)`, '', '', '', '']] : []),
      ],
    ),
  type: ({ counts, unauthenticated }) =>
    table(
      ['TYPE', 'REPORTS', 'UNPROVED'],
      FEEDBACK_TYPES.filter((type) => (counts[type] ?? 0) + (unauthenticated[type] ?? 0) > 0).map((type) => [
        type,
        amount(counts[type] ?? 0),
        amount(unauthenticated[type] ?? 0),
      ]),
    ),
  day: ({ days }) =>
    table(
      ['DAY', 'COMPLAINTS', 'UNPROVED'],
      days.map(({ day, complaints, unauthenticated }) => [
        dayWords(day),
        amount(complaints),
        amount(unauthenticated),
      ]),
    ),
}
