import {
  SOURCE_STATUSES,
  type SourceQuery,
  type SourceStatus,
} from '../../../services/aggregates/aggregates.ts'
import { dateOfDay } from '../../../services/aggregates/window.ts'
import { longDay } from '../../components/chart/slots.ts'
import { DmarcFilter } from '../../components/dmarc/filter.tsx'
import { DmarcPage, spanWords } from '../../components/dmarc/frame.tsx'
import { Passed, Theirs } from '../../components/dmarc/outcome.tsx'
import { Pages } from '../../components/dmarc/pages.tsx'
import { Select } from '../../components/form/choices.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Table } from '../../components/shown/table.tsx'
import { plural } from '../../wording.ts'
import { amount, share } from '../../words/amounts.ts'
import { BY_WORDS, STATUS_WORDS } from '../../words/dmarc.ts'
import { type DmarcPlace, windowOf, withQuery } from './asked.ts'
import { CountBy } from './sources/count-by.tsx'
import { addressesOf, conditionsOf, NarrowedTo } from './sources/narrowed.tsx'
import type { Source, Sources } from './told.ts'

type By = SourceQuery['groupBy']

/** What sources are ordered by, the most first. */
export const SORT_WORDS: Readonly<Record<SourceQuery['sort'], string>> = {
  messages: 'Messages',
  dmarc_fail: 'Failed messages',
  last_seen: 'Last seen',
}

interface SourcesProps {
  place: DmarcPlace
  found: Sources
  query: SourceQuery
}

/** `/domains/<id>/dmarc/sources`: who sends as the domain. */
export function SourcesDocument({ place, found, query }: SourcesProps) {
  const { site, domain, asked } = place
  const path = site.href.domainDmarcSources(domain.id)
  const { one, many } = BY_WORDS[query.groupBy]
  return (
    <DmarcPage
      place={place}
      title="Sources"
      tab="sources"
      lede={`Who sent mail with ${domain.domain} in From, as receivers report it, ${spanWords(place)}.`}
    >
      <DmarcFilter place={place} path={path}>
        <Own asked={asked} query={query} />
      </DmarcFilter>
      <NarrowedTo place={place} query={query} />
      {found.total === 0 ? (
        <Empty title={`No ${one} in these days matches`}>
          <p>
            <a href={withQuery(path, { days: '366' })}>Look at 12 months, and everything</a>
          </p>
        </Empty>
      ) : (
        <>
          <SourceTable place={place} by={query.groupBy} sources={found.sources} messages={found.messages} />
          <Pages
            path={path}
            kept={asked.kept}
            total={found.total}
            limit={query.limit}
            offset={query.offset}
            what={plural(found.total, one, many)}
          />
          {query.groupBy === 'reporter' ? (
            <p class="quiet">
              These are the names that reports give. Elsewhere reporters are counted by the domain that the
              mail with a report is proved to come from, so that several names of one sender are one reporter.
            </p>
          ) : (
            <Legend />
          )}
          <p>
            <a
              class="button button-quiet"
              href={withQuery(site.href.domainDmarcSourcesCsv(domain.id), asked.kept)}
              download
            >
              Download as CSV
            </a>
          </p>
        </>
      )}
    </DmarcPage>
  )
}

function Own({ asked, query }: Pick<DmarcPlace, 'asked'> & { query: SourceQuery }) {
  const { filled } = asked
  const choicesOf = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).map(([value, name]) => ({ value, words: name }))
  return (
    <>
      {Object.entries(conditionsOf(query)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <CountBy asked={asked} chosen={query.groupBy} />
      <Select
        name="sort"
        label="Most first, by"
        choices={choicesOf(SORT_WORDS)}
        chosen={query.sort}
        filled={filled}
      />
      <Select
        name="result"
        label="Result"
        choices={[
          { value: '', words: 'Any' },
          { value: 'fail', words: 'With messages that failed' },
          { value: 'pass', words: 'Every message passed' },
        ]}
        chosen={query.result ?? ''}
        filled={filled}
      />
    </>
  )
}

interface TableProps {
  place: DmarcPlace
  by: By
  sources: readonly Source[]
  /** Of the whole window. */
  messages: number
}

/** Sources with what became of their mail. */
export function SourceTable({ place, by, sources, messages }: TableProps) {
  const isReporter = by === 'reporter'
  return (
    <Table
      caption="Sources"
      columns={[
        { words: BY_WORDS[by].words },
        { words: 'Messages', number: true },
        { words: 'Passed DMARC', number: true },
        { words: 'By DKIM', number: true },
        { words: 'By SPF', number: true },
        ...(isReporter ? [] : [{ words: 'State' }, { words: 'Seen' }]),
      ]}
      rows={sources.map((source) => ({
        key: source.source,
        cells: [
          <Name key="name" place={place} by={by} source={source} />,
          <>
            {amount(source.messages)}
            <span class="detail quiet">{share(source.messages, messages)} of all</span>
          </>,
          <Passed key="pass" pass={source.pass} messages={source.messages} />,
          amount(source.dkimAligned),
          amount(source.spfAligned),
          ...(isReporter
            ? []
            : [<State key="state" status={source.status} />, <Seen key="seen" source={source} />]),
        ],
      }))}
    />
  )
}

function Name({ place, by, source }: { place: DmarcPlace; by: By; source: Source }) {
  const { ip, reverseDns, organization, headerFrom, ipCount } = source
  const name = <Theirs text={source.source} />
  const own = addressesOf(place, by, source)
  const others = headerFrom.filter((one) => one !== place.domain.domain)
  return (
    <>
      {by === 'reporter' && source.source.length <= LONGEST_REPORTER ? (
        <a href={reportsOf(place, source.source)}>{name}</a>
      ) : ip !== undefined && ip.length <= LONGEST_IP ? (
        <a href={sourceOf(place, ip)}>
          <code>{name}</code>
        </a>
      ) : own !== undefined ? (
        <a href={own}>{name}</a>
      ) : (
        name
      )}
      {reverseDns !== undefined && (
        <span class="detail">
          <Theirs text={reverseDns} />
        </span>
      )}
      {by !== 'organization' && organization && (
        <span class="detail quiet">
          <Theirs text={organization.name} />
        </span>
      )}
      {ipCount !== undefined && (
        <span class="detail quiet">
          {amount(ipCount)} IP {plural(ipCount, 'address', 'addresses')}
        </span>
      )}
      {by !== 'header_from' && others.length > 0 && (
        <span class="detail quiet">
          From: <Theirs text={headerFrom.slice(0, SHOWN_FROM).join(', ')} most={100} />
          {headerFrom.length > SHOWN_FROM && ` and ${headerFrom.length - SHOWN_FROM} more`}
        </span>
      )}
    </>
  )
}

const SHOWN_FROM = 3
const LONGEST_IP = 45
/** A longer name is not one to look for. */
const LONGEST_REPORTER = 200

const reportsOf = ({ site, domain, asked }: DmarcPlace, reporter: string) =>
  withQuery(site.href.domainDmarcReports(domain.id), { ...windowOf(asked), reporter })

/** What an address belongs to, and its records. */
const sourceOf = ({ site, domain, asked }: DmarcPlace, ip: string) =>
  withQuery(site.href.domainDmarcSource(domain.id), { ...windowOf(asked), ip })

function State({ status }: { status: SourceStatus | undefined }) {
  if (!status) return <>–</>
  const { words, badge } = STATUS_WORDS[status]
  return <span class={`badge ${badge}`}>{words}</span>
}

function Seen({ source: { firstSeen, lastSeen } }: { source: Source }) {
  if (firstSeen === undefined || lastSeen === undefined) return <>–</>
  return (
    <span class="seen">
      {longDay(dateOfDay(lastSeen))}
      <span class="detail quiet">first {longDay(dateOfDay(firstSeen))}</span>
    </span>
  )
}

/** What the states mean. */
function Legend() {
  return (
    <details class="more">
      <summary>What the states mean</summary>
      <dl class="legend-list">
        {SOURCE_STATUSES.map((status) => (
          <div key={status}>
            <dt>
              <State status={status} />
            </dt>
            <dd>{STATUS_WORDS[status].means}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
