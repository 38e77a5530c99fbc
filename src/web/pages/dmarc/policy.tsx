import { dateOfDay } from '../../../services/aggregates/window.ts'
import type { OtherSeen, PolicyLine, PolicySpan } from '../../../services/answers/policies/spans.ts'
import { daysWithReports, named, PolicyStrip } from '../../components/chart/policy-strip.tsx'
import { longDay } from '../../components/chart/slots.ts'
import { DmarcFilter } from '../../components/dmarc/filter.tsx'
import { DmarcPage } from '../../components/dmarc/frame.tsx'
import { Theirs } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { inList, policyWords } from '../../words/dmarc.ts'
import { type DmarcPlace, windowOf, withQuery } from './asked.ts'
import { Unverified } from './empty.tsx'

interface PolicyProps {
  place: DmarcPlace
  /** The domain's own first. */
  lines: readonly PolicyLine[]
}

/** What one page shows, which is to stay below 60 KB. */
const MOST_LINES = 3
const MOST_SPANS = 12
const MOST_SPANS_OF_OTHERS = 6
const MOST_OTHERS = 2

/** `/domains/<id>/dmarc/policy`: which policy reports saw when. */
export function PolicyDocument({ place, lines }: PolicyProps) {
  const { site, domain } = place
  const path = site.href.domainDmarcPolicy(domain.id)
  const [main, ...others] = lines
  const more = others.length - (MOST_LINES - 1)
  return (
    <DmarcPage
      place={place}
      title="Policy history"
      tab="policy"
      lede={<Lede domain={domain.domain} main={main} />}
    >
      {!domain.verified && <Unverified place={place} />}
      <DmarcFilter place={place} path={path} />
      {main === undefined ? (
        <Empty title="No report of these days names a policy">
          <p class="choice">
            <a href={withQuery(path, { days: '366' })}>Look at 12 months, and all reports</a>
            <a href={site.href.domainDmarcFiles(domain.id)}>Look at the files that came</a>
          </p>
        </Empty>
      ) : (
        <>
          <Line record={1} place={place} line={main} isOwn={main.policyDomain === domain.domain} />
          {others.slice(0, MOST_LINES - 1).map((line, at) => (
            <details key={line.policyDomain} class="more">
              <summary>
                The record of <Theirs text={line.policyDomain} /> ({amount(line.reports)}{' '}
                {plural(line.reports, 'report')})
              </summary>
              <Line record={at + 2} place={place} line={line} isOwn={false} />
            </details>
          ))}
          {more > 0 && <p class="quiet">And the records of {amount(more)} more names.</p>}
          <p class="quiet">
            This is what receivers saw when they reported, each for the day before or so. What the DNS says
            now is on <a href={site.href.domain(domain.id)}>the page of the domain</a>.
          </p>
        </>
      )}
    </DmarcPage>
  )
}

function Lede({ domain, main }: { domain: string; main: PolicyLine | undefined }) {
  const last = main?.spans.at(-1)
  if (!main || !last) return <>Which DMARC policy reports saw, and when it changed.</>
  const since = longDay(dateOfDay(last.from))
  const changes = main.spans.length - 1
  return (
    <>
      {main.policyDomain === domain ? 'Reports' : 'By the record above it, reports'} saw{' '}
      <strong>{named(last)}</strong>
      {changes > 0
        ? ` since ${since}, after ${amount(changes)} ${plural(changes, 'change')} in these days.`
        : ' on all these days.'}
    </>
  )
}

interface LineProps {
  /** Which one of the page. */
  record: number
  place: DmarcPlace
  line: PolicyLine
  isOwn: boolean
}

function Line({ record, place, line, isOwn }: LineProps) {
  const id = `policy-${record}`
  const { from, to } = place.asked.window
  const shown = line.spans.slice(record === 1 ? -MOST_SPANS : -MOST_SPANS_OF_OTHERS)
  const more = line.spans.length - shown.length
  return (
    <>
      {!isOwn && (
        <p>
          Reports found this policy at{' '}
          <code>
            {`_dmarc.`}
            <Theirs text={line.policyDomain} />
          </code>
          .
        </p>
      )}
      <PolicyStrip id={`${id}-strip`} title="Policy over time" from={from} to={to} spans={shown} />
      <Section
        id={`${id}-spans`}
        title={`What reports saw${record > 1 ? ` of record ${record}` : ''}, newest first`}
      >
        <ol class="plain policy-spans">
          {shown.toReversed().map((span, at) => (
            <li key={span.from}>
              <Span place={place} span={span} before={shown[shown.length - 2 - at]} />
            </li>
          ))}
        </ol>
        {more > 0 && <p class="quiet">And {amount(more)} before these. Choose fewer days to see them.</p>}
      </Section>
    </>
  )
}

interface SpanProps {
  place: DmarcPlace
  span: PolicySpan
  before: PolicySpan | undefined
}

function Span({ place, span, before }: SpanProps) {
  const { site, domain } = place
  const days = { from: dateOfDay(span.from), to: dateOfDay(span.to) }
  const reports = withQuery(site.href.domainDmarcReports(domain.id), days)
  return (
    <>
      <h3>
        {longDay(days.from)}
        {span.from !== span.to && ` to ${longDay(days.to)}`}
      </h3>
      <p>
        <code>{policyWords(span.policy)}</code>
      </p>
      {before && <p>{changedWords(before, span)}</p>}
      <p class="quiet">
        <a href={reports}>
          {amount(span.reports)} {plural(span.reports, 'report')}
        </a>{' '}
        of {daysWithReports(span.days)}
        {span.authenticated < span.reports &&
          `, ${amount(span.reports - span.authenticated)} without proof of their sender`}
        .
      </p>
      {span.others.length > 0 && <Others place={place} others={span.others} />}
    </>
  )
}

/** What changed from one policy to the next; tags that one of the two does not name are no change. */
function changedWords({ policy: a }: PolicySpan, { policy: b }: PolicySpan): string {
  const tags = [
    ['p', a.p, b.p],
    ['sp', a.sp ?? a.p, b.sp ?? b.p],
    ['np', a.np, b.np],
    ['adkim', a.adkim, b.adkim],
    ['aspf', a.aspf, b.aspf],
    ['pct', a.pct, b.pct],
    ['t', a.testing ? 'y' : 'n', b.testing ? 'y' : 'n'],
  ] as const
  const changed = tags.filter(([, from, to]) => from !== undefined && to !== undefined && from !== to)
  // Where sp follows p, it is the same change.
  const told = changed.filter(([tag]) => tag !== 'sp' || a.sp !== undefined || b.sp !== undefined)
  const words = told.map(
    ([tag, from, to]) => `${tag} from ${inList(`${from}`, 20)} to ${inList(`${to}`, 20)}`,
  )
  return words.length === 0 ? 'Another policy than before.' : `Changed: ${words.join(', ')}.`
}

/** Who saw it is in the reports of its last day. */
function Others({ place, others }: { place: DmarcPlace; others: readonly OtherSeen[] }) {
  const { site, domain, asked } = place
  const reportsOf = (day: string) =>
    withQuery(site.href.domainDmarcReports(domain.id), { ...windowOf(asked), days: '', from: day, to: day })
  const more = others.length - MOST_OTHERS
  return (
    <ul class="help-list">
      {others.slice(0, MOST_OTHERS).map(({ policy, kind, reports, last }) => (
        <li key={`${kind} ${policyWords(policy)}`}>
          {amount(reports)} {plural(reports, 'report')} saw <code>{policyWords(policy)}</code>, last on{' '}
          <a href={reportsOf(dateOfDay(last))}>{longDay(dateOfDay(last))}</a>: {OTHER_WORDS[kind]}
        </li>
      ))}
      {more > 0 && <li>And {amount(more)} more.</li>}
    </ul>
  )
}

const OTHER_WORDS: Readonly<Record<OtherSeen['kind'], string>> = {
  late: 'the record from before, kept in a DNS cache.',
  early: 'the next one already.',
  other:
    'neither the one before nor the one after. A report that anybody may have written, or a second record.',
}
