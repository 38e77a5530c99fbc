import { DomainName } from '../../components/domain/domain-name.tsx'
import { StandingBadge } from '../../components/domain/standing.tsx'
import { Fold } from '../../components/form/fold.tsx'
import { Form } from '../../components/form/form.tsx'
import { Lines } from '../../components/form/lines.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Table } from '../../components/shown/table.tsx'
import type { Filled } from '../../forms/problems.ts'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { plural, score as written } from '../../wording.ts'
import { amount, rate } from '../../words/amounts.ts'
import { type DomainRow, nextOf, STANDING_WORDS, STANDINGS } from '../../words/domain-states.ts'
import { published } from '../../words/published.ts'

interface ListProps {
  site: Site
  /** Those of this page, the worst first. */
  rows: readonly DomainRow[]
  /** Of all pages. */
  all: readonly DomainRow[]
  /** The id behind which the next page begins. Absent: there is none. */
  next?: string
  /** It is not the first page. */
  isLater: boolean
  /** Who looks may add domains. */
  mayChange: boolean
  filled: Filled
  /** What was done before. */
  done?: string
  now: Date
}

/** `/domains`: the domains of the account, the worst first. */
export function DomainListDocument(props: ListProps) {
  const { site, rows, all, next, isLater, mayChange, done, now } = props
  return (
    <Layout site={site} title="Domains">
      <div class="stack domains">
        <header>
          <h1>Domains</h1>
          <p class="lede">
            The domains you send from. The DNS of verified domains is looked at every day; what needs you
            stands first.
          </p>
        </header>
        {done !== undefined && <Notice kind="done">{done}</Notice>}
        {mayChange && <TryDemo site={site} all={all} />}
        {all.length === 0 ? <NoDomains {...props} /> : mayChange && <AddFold {...props} />}
        {all.length > 0 && <p>{countsInWords(all)}</p>}
        {rows.length > 0 && <Rows site={site} rows={rows} now={now} />}
        {(isLater || next !== undefined) && (
          <p class="choice">
            {isLater && (
              <a class="button button-quiet" href={site.href.domains}>
                To the first page
              </a>
            )}
            {next !== undefined && (
              <a class="button button-quiet" href={`${site.href.domains}?after=${encodeURIComponent(next)}`}>
                More domains
              </a>
            )}
          </p>
        )}
      </div>
    </Layout>
  )
}

function NoDomains(props: ListProps) {
  return (
    <Empty title="No domains yet">
      <p>
        Add the domain of your From addresses and prove by a DNS record that it is yours. From then on
        Mailgauge looks at its SPF, DKIM and DMARC records every day and says here when something breaks.
      </p>
      {props.mayChange ? <AddForm {...props} /> : <p>Admins and owners of this account can add domains.</p>}
    </Empty>
  )
}

/** Only in evaluation: the domain of the samples, which anybody may verify here. */
function TryDemo({ site, all }: Pick<ListProps, 'site' | 'all'>) {
  const { demoDomain, href } = site
  if (demoDomain === undefined || all.some(({ domain }) => domain.domain === demoDomain)) return null
  return (
    <div class="notice">
      <p>
        <strong>To try it here:</strong> {demoDomain} is the domain of the sample messages. This evaluation
        answers for its DNS, so it can be verified at once.
      </p>
      <form method="post" action={href.domains}>
        <input type="hidden" name="domains" value={demoDomain} />
        <button type="submit" class="button button-quiet">
          Add {demoDomain}
        </button>
      </form>
    </div>
  )
}

function AddFold(props: ListProps) {
  return (
    <Fold
      words="Add domains"
      open={props.filled.problems.length > 0 || props.filled.typed['domains'] !== undefined}
    >
      <AddForm {...props} />
    </Fold>
  )
}

function AddForm({ site, filled }: ListProps) {
  return (
    <Form action={site.href.domains} button="Add" filled={filled}>
      <Lines
        name="domains"
        label="Domains"
        hint="One or several, one a line. Subdomains that you send from are entries of their own."
        placeholder="example.org"
        filled={filled}
      />
    </Form>
  )
}

/** 12 domains: 1 not verified, 2 to fix, 9 fine. */
function countsInWords(all: readonly DomainRow[]): string {
  const parts = STANDINGS.flatMap((standing) => {
    const n = all.filter((row) => row.standing === standing).length
    return n === 0 ? [] : [`${n} ${STANDING_WORDS[standing].counted}`]
  })
  return `${all.length} ${plural(all.length, 'domain')}: ${parts.join(', ')}.`
}

function Rows({ site, rows, now }: Pick<ListProps, 'site' | 'rows' | 'now'>) {
  return (
    <Table
      caption="Domains"
      columns={[
        { words: 'Domain' },
        { words: 'State' },
        { words: 'What is known' },
        { words: 'Score of 30 days', number: true },
        { words: 'DMARC reports' },
        { words: 'DNS last looked at' },
      ]}
      rows={rows.map((row) => {
        const { id, domain, shown } = row.domain
        return {
          key: id,
          cells: [
            <Name key="name" href={site.href.domain(id)} domain={domain} shown={shown} />,
            <StandingBadge key="state" standing={row.standing} />,
            nextOf(row, now),
            row.score === undefined ? '–' : written(row.score),
            <Reported key="reported" site={site} row={row} />,
            row.summary ? <Ago key="at" at={row.summary.at} now={now} /> : 'Never',
          ],
        }
      })}
    />
  )
}

/** Whether reports arrive, and what passed. */
function Reported({ site, row: { domain, reported } }: { site: Site; row: DomainRow }) {
  if (!reported) return <>–</>
  const { reports, messages, pass } = reported
  return (
    <>
      <a href={site.href.domainDmarc(domain.id)}>{reports === 0 ? 'None' : amount(reports)} in 30 days</a>
      {reports > 0 && (
        <span class="detail quiet">
          {rate(pass, messages)} of {amount(messages)} passed
        </span>
      )}
    </>
  )
}

function Name({ href, domain, shown }: { href: string; domain: string; shown: string | undefined }) {
  return (
    <>
      <a href={href}>
        <DomainName name={domain} />
      </a>
      {shown !== undefined && <span class="detail">{published(shown)}</span>}
    </>
  )
}
