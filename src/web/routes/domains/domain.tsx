import { refusalOf } from '../../../core/access/permission.ts'
import { countsOf } from '../../../core/domain-health.ts'
import { dayNumberOf, USUAL_DAYS } from '../../../services/aggregates/window.ts'
import type { DomainView } from '../../../services/domains/domains.ts'
import type { HealthView } from '../../../services/domains/health/health.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { DomainDocument } from '../../pages/domains/domain.tsx'
import type { DomainPageProps, ReportsShown } from '../../pages/domains/page.ts'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { shownCheck } from '../../view.ts'
import { standingOf } from '../../words/domain-states.ts'
import { rowOf } from '../../words/monitor-states.ts'
import { published } from '../../words/published.ts'
import type { DomainPagesDeps, Reading } from './deps.ts'

/** How far back the history of a domain is shown, in days. */
const HISTORY_DAYS = 90
const MOST_TESTS = 5
const MOST_EVENTS = 5
const LONGEST_NAME = 253
/** A page waits so long for the DNS, and asks for itself again where that was not enough. */
const LOOK_WAIT_MS = 1_000

const NOBODY_LOOKED: HealthView = { underWay: false, changes: [], selectors: [] }

/** Shows the domain in the path, with what is known of it. */
export function domainHandler(deps: DomainPagesDeps): Reading {
  return (visit) => shown(deps, visit)
}

async function shown(
  deps: DomainPagesDeps,
  { request, site, actor, params }: VisitFor<'domains.read'>,
): Promise<Response> {
  const id = params['domain'] ?? ''
  const found = await deps.domains.read(actor, id)
  // An id holds no dot, a name does.
  if (!found.ok) return id.includes('.') ? byName(deps, site, actor, id) : noSuchPage(site)
  const domain = found.value
  const now = deps.clock.now()
  const [known, more, reports, changed, records, monitored, complaints] = await Promise.all([
    deps.domainHealth?.of(actor, id),
    besides(deps, actor, domain),
    reportsOf(deps, actor, domain),
    domain.verified ? deps.dmarc?.watch?.ofDomain(actor, id, MOST_EVENTS) : undefined,
    recordsOf(deps, actor, domain),
    domain.verified ? monitorOf(deps, actor, id) : undefined,
    complaintsOf(deps, actor, domain, now),
  ])
  const health = known?.ok ? known.value : NOBODY_LOOKED
  const { look } = health
  const summary = look && { ...countsOf(look.checks), at: look.at }
  const row = { domain, ...(summary && { summary }), standing: standingOf(domain, summary, now) }
  return ownPage(
    <DomainDocument
      site={site}
      row={row}
      health={health}
      checkWords={deps.checkWords}
      checks={(look?.checks ?? []).map((check) => shownCheck(check, deps.checkWords))}
      short={shortNames(domain, deps.organisationOf?.(domain.domain))}
      mayChange={!refusalOf(actor, 'domains.change')}
      {...more}
      {...(reports && { reports })}
      {...(changed?.ok && { watched: changed.value })}
      {...records}
      {...(monitored && { monitored })}
      {...complaints}
      {...(wasTried(request) && { notice: outcomeOf(domain) })}
      now={now}
    />,
  )
}

/** What recipients complained about lately. */
async function complaintsOf(
  { dmarc }: DomainPagesDeps,
  actor: VisitFor<'domains.read'>['actor'],
  { id, verified }: DomainView,
  now: Date,
): Promise<Pick<DomainPageProps, 'complaints'>> {
  const to = dayNumberOf(now)
  const window = { from: to - USUAL_DAYS + 1, to }
  const told = verified ? await dmarc?.complaints?.overview(actor, id, window) : undefined
  return told?.ok ? { complaints: told.value } : {}
}

/** What watches its records, for those who may see monitors. */
async function monitorOf(
  { monitors }: DomainPagesDeps,
  actor: VisitFor<'domains.read'>['actor'],
  domainId: string,
): Promise<DomainPageProps['monitored']> {
  if (!monitors || refusalOf(actor, 'monitors.read')) return undefined
  const all = await monitors.list(actor)
  const found = all.find(({ subject }) => subject.kind === 'domain' && subject.domainId === domainId)
  return found ? { row: rowOf(found) } : {}
}

/** Leads to the domain of that name; else to where it can be added. */
async function byName(
  { domains }: DomainPagesDeps,
  { href }: VisitFor<'domains.read'>['site'],
  actor: VisitFor<'domains.read'>['actor'],
  name: string,
): Promise<Response> {
  const wanted = name.toLowerCase()
  const there = (await domains.list(actor)).find(({ domain, shown }) => wanted === domain || wanted === shown)
  return seeOther(there ? href.domain(there.id) : href.addDomain(wanted.slice(0, LONGEST_NAME)))
}

const wasTried = (request: Request) => new URL(request.url).searchParams.has('tried')

/** What came of looking for the record, for whoever asked for it. */
function outcomeOf({ verified, checked, endsAt }: DomainView): NonNullable<DomainPageProps['notice']> {
  if (verified && !endsAt) return { kind: 'done', says: 'The domain is verified.' }
  return {
    kind: 'problem',
    says: published(checked?.says ?? 'The record could not be looked for. Try again.'),
  }
}

/** What others keep of its mail, for those who may read tests. */
async function besides(
  { history, accountTests }: DomainPagesDeps,
  actor: VisitFor<'domains.read'>['actor'],
  { domain }: DomainView,
) {
  if (refusalOf(actor, 'tests.read')) return {}
  const [days, tests] = await Promise.all([
    history?.of(actor, { domain, days: HISTORY_DAYS }),
    accountTests?.find(actor, { domain, limit: MOST_TESTS }),
  ])
  return { ...(days && { history: days }), ...(tests && { tests: tests.items }) }
}

/** What its records say and said. */
async function recordsOf(
  { records }: DomainPagesDeps,
  actor: VisitFor<'domains.read'>['actor'],
  { id, verified }: DomainView,
): Promise<Pick<DomainPageProps, 'records'>> {
  const told = verified ? await records?.ofDomain(actor, id) : undefined
  return told?.ok ? { records: told.value } : {}
}

/** How its reports come, and which came. A look that takes longer goes on behind the page. */
async function reportsOf(
  { reportsSetUp, dmarc }: DomainPagesDeps,
  actor: VisitFor<'domains.read'>['actor'],
  { id, verified }: DomainView,
): Promise<ReportsShown | undefined> {
  if (!reportsSetUp || !verified) return undefined
  const [seen, files] = await Promise.all([
    reportsSetUp.of(actor, id, LOOK_WAIT_MS),
    dmarc?.files?.list(actor, id, { limit: 1 }),
  ])
  if (!seen.ok || !seen.value) return undefined
  if (!files?.ok) return { setUp: seen.value }
  const [newest] = files.value.files
  const count = Object.values(files.value.counts).reduce((sum, one) => sum + one, 0)
  return { setUp: seen.value, came: { files: count, ...(newest && { newestAt: newest.receivedAt }) } }
}

/** The name of the record as panels want it that add the zone by themselves: the zone may be that of the organisation. */
function shortNames({ record, domain }: DomainView, organisation = domain): DomainPageProps['short'] {
  return [...new Set([organisation, domain])].flatMap((zone) =>
    record.name.endsWith(`.${zone}`) ? [{ zone, name: record.name.slice(0, -zone.length - 1) }] : [],
  )
}
