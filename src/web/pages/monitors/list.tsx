import { Theirs } from '../../components/dmarc/outcome.tsx'
import { Fold } from '../../components/form/fold.tsx'
import { MonitorBadge } from '../../components/monitor/standing.tsx'
import { Uses } from '../../components/monitor/uses.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Table } from '../../components/shown/table.tsx'
import { Layout } from '../../layout.tsx'
import { level } from '../../sections.ts'
import type { Site } from '../../site.ts'
import { plural, score as written } from '../../wording.ts'
import { countsOfStates, type MonitorRow, standingWords } from '../../words/monitor-states.ts'

interface ListProps {
  site: Site
  /** Those of this page, the worst first. */
  rows: readonly MonitorRow[]
  /** Of all pages. */
  all: readonly MonitorRow[]
  /** The id behind which the next page begins. Absent: there is none. */
  next?: string
  isLater: boolean
  mayChange: boolean
  /** What was done before. */
  done?: string
  now: Date
}

/** `/monitors`: the monitors of the account, the worst first. */
export function MonitorListDocument(props: ListProps) {
  const { site, rows, all, mayChange, done, now } = props
  return (
    <Layout site={site} title="Monitors">
      <div class="stack monitors">
        <header class="title-line">
          <div>
            <h1>Monitors</h1>
            <p class="lede">
              A monitor tests every message that comes to its own lasting address, or watches the DNS records
              of a domain. You are told when something is no longer as you expect.
            </p>
          </div>
          {mayChange && all.length > 0 && (
            <a class="button" href={site.href.newMonitor}>
              New monitor
            </a>
          )}
        </header>
        {done !== undefined && <Notice kind="done">{done}</Notice>}
        {all.length === 0 ? (
          <NoMonitors site={site} mayChange={mayChange} />
        ) : (
          <>
            <p>
              {all.length} {plural(all.length, 'monitor')}: {countsOfStates(all)}.
            </p>
            <Rows site={site} rows={rows} now={now} />
            <Pages {...props} />
          </>
        )}
      </div>
    </Layout>
  )
}

function NoMonitors({ site, mayChange }: Pick<ListProps, 'site' | 'mayChange'>) {
  return (
    <Empty title="No monitors yet">
      <p>
        Create one for mail that is sent again and again: a newsletter, a nightly job, a build. A test is made
        of each message, and you are told when the score drops, a check fails, nothing arrives in time, or
        your server is put on a blocklist.
      </p>
      {mayChange ? (
        <p class="choice">
          <a class="button" href={site.href.newMonitor}>
            New monitor
          </a>
          <a class="button button-quiet" href={site.href.newDomainMonitor()}>
            Watch the records of a domain
          </a>
        </p>
      ) : (
        <p>Members of this account can create monitors; your role lets you read them.</p>
      )}
      <Fold words="How the address is used">
        <Uses site={site} isTop />
      </Fold>
    </Empty>
  )
}

function Rows({ site, rows, now }: Pick<ListProps, 'site' | 'rows' | 'now'>) {
  return (
    <Table
      caption="Monitors, the worst first"
      columns={[
        { words: 'Monitor' },
        { words: 'State' },
        { words: 'Score', number: true },
        { words: 'Last message or check' },
        { words: 'Next due' },
      ]}
      rows={rows.map((row) => ({
        key: row.monitor.id,
        cells: [
          <Name key="name" site={site} row={row} />,
          <State key="state" row={row} now={now} />,
          scoreCell(row),
          lastCell(row, now),
          dueCell(row, now),
        ],
      }))}
    />
  )
}

/** As long as a name is told in a list. */
const LONGEST_NAME = 100

function Name({ site, row: { monitor } }: { site: Site; row: MonitorRow }) {
  const { id, name, subject } = monitor
  return (
    <>
      <a href={site.href.monitor(id)}>
        <Theirs text={name} most={LONGEST_NAME} />
      </a>
      {subject.kind === 'domain' && !name.includes(subject.domain) && (
        <span class="detail quiet">Records of {subject.domain}</span>
      )}
    </>
  )
}

function State({ row, now }: { row: MonitorRow; now: Date }) {
  const isTold = row.state !== 'ok' && row.state !== 'waiting'
  return (
    <>
      <MonitorBadge row={row} />
      {isTold && (
        <span class="detail">
          <bdi>{standingWords(row, now)}</bdi>
        </span>
      )}
    </>
  )
}

function scoreCell({ monitor: { subject, standing } }: MonitorRow) {
  if (subject.kind === 'domain') return ''
  const { score } = standing
  if (score === undefined) return '–'
  return (
    <strong key="score" class={`listed-score level-${level(score)}`}>
      {written(score)}
    </strong>
  )
}

function lastCell({ monitor: { subject, standing } }: MonitorRow, now: Date) {
  if (subject.kind === 'domain')
    return standing.lookedAt ? (
      <span key="last">
        Checked <Ago at={standing.lookedAt} now={now} />
      </span>
    ) : (
      ''
    )
  return standing.last ? <Ago key="last" at={standing.last.at} now={now} /> : 'None yet'
}

/** What is paused is late at no time. */
function dueCell({ monitor: { standing }, state }: MonitorRow, now: Date) {
  if (state === 'paused' || !standing.lateAt) return ''
  return standing.lateAt > now ? <Ago key="due" at={standing.lateAt} now={now} /> : 'Overdue'
}

function Pages({ site, next, isLater }: ListProps) {
  if (!isLater && next === undefined) return null
  return (
    <p class="choice">
      {isLater && (
        <a class="button button-quiet" href={site.href.monitors}>
          To the first page
        </a>
      )}
      {next !== undefined && (
        <a class="button button-quiet" href={`${site.href.monitors}?after=${encodeURIComponent(next)}`}>
          More monitors
        </a>
      )}
    </p>
  )
}
