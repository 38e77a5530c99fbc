import { dateOfDay } from '../../../services/aggregates/window.ts'
import type { AttentionKind, StandingRow } from '../../../services/answers/standings/standing.ts'
import type { StandingPage } from '../../../services/answers/standings/standings.ts'
import { windowWords } from '../../components/chart/slots.ts'
import { SparkBars } from '../../components/chart/spark-bars.tsx'
import { Said } from '../../components/dmarc/outcome.tsx'
import { DomainName } from '../../components/domain/domain-name.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Table } from '../../components/shown/table.tsx'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { count, plural } from '../../wording.ts'
import { amount, rate } from '../../words/amounts.ts'
import { POLICIES } from '../../words/readiness.ts'
import { withQuery } from './asked.ts'
import { LOOK_AGAIN_SECONDS } from './sources/pending.tsx'

interface AllDomainsProps {
  site: Site
  found: StandingPage
  /** Who looks may add domains. */
  mayChange: boolean
}

/** `/dmarc`: how the mail of every verified domain does, the worst first. */
export function AllDomainsDocument({ site, found, mayChange }: AllDomainsProps) {
  const { rows, all, unverified, window, isLater, isOpen, next } = found
  const { href } = site
  return (
    <Layout site={site} title="DMARC" {...(isOpen && { again: LOOK_AGAIN_SECONDS })}>
      <div class="stack dmarc">
        <header>
          <h1>DMARC</h1>
          <p class="lede">
            Whether mail in the name of your domains passes, as receivers report it. What needs you stands
            first.
          </p>
        </header>
        {all === 0 ? (
          <NoDomains site={site} unverified={unverified} mayChange={mayChange} />
        ) : (
          <>
            <p class="quiet">
              {amount(all)} verified {plural(all, 'domain')}, from {words(window)}. Change is against the 30
              days before. Reports about today and yesterday are still to come, and do not count here.
            </p>
            {isOpen && (
              <p>
                What needs you is being worked out for these domains. This page looks again by itself until it
                is there.
              </p>
            )}
            <Domains site={site} rows={rows} window={window} />
            {(isLater || next !== undefined) && (
              <p class="choice">
                {isLater && (
                  <a class="button button-quiet" href={href.dmarc}>
                    To the first page
                  </a>
                )}
                {next !== undefined && (
                  <a class="button button-quiet" href={withQuery(href.dmarc, { after: next })}>
                    More domains
                  </a>
                )}
              </p>
            )}
            {unverified > 0 && (
              <p class="quiet">
                {capital(count(unverified))} {plural(unverified, 'domain is', 'domains are')} not verified, so
                reports about {plural(unverified, 'it', 'them')} are not stored.{' '}
                <a href={href.domains}>Verify {plural(unverified, 'it', 'them')}</a>
              </p>
            )}
          </>
        )}
      </div>
    </Layout>
  )
}

const words = ({ from, to }: StandingPage['window']) =>
  windowWords({ since: dateOfDay(from), until: dateOfDay(to) })

const capital = (text: string) => text.replace(/^./, (first) => first.toUpperCase())

function NoDomains({
  site,
  unverified,
  mayChange,
}: Pick<AllDomainsProps, 'site' | 'mayChange'> & { unverified: number }) {
  return (
    <Empty title={unverified > 0 ? 'No domain is verified yet' : 'No domains yet'}>
      <p>
        DMARC reports tell who sends mail in the name of a domain, and whether it passes. They are stored once
        the domain is proved to be yours.
      </p>
      {(mayChange || unverified > 0) && (
        <p>
          <a class="button" href={site.href.domains}>
            {unverified > 0 ? 'Verify a domain' : 'Add a domain'}
          </a>
        </p>
      )}
    </Empty>
  )
}

interface DomainsProps {
  site: Site
  rows: readonly StandingRow[]
  window: StandingPage['window']
}

function Domains({ site, rows, window }: DomainsProps) {
  return (
    <div class="dmarc-all">
      <Table
        caption="Domains, the worst first"
        columns={[
          { words: 'Domain' },
          { words: 'What needs you' },
          { words: 'Policy' },
          { words: 'Messages', number: true },
          { words: 'Passed', number: true },
          { words: 'By day' },
        ]}
        rows={rows.map((row) => ({ key: row.standing.domain.id, cells: cellsOf(site, row, window) }))}
      />
    </div>
  )
}

function cellsOf(site: Site, { standing, attention }: StandingRow, window: StandingPage['window']) {
  const { domain, messages, pass, days, policy, reports } = standing
  const { href } = site
  const asked = { from: dateOfDay(window.from), to: dateOfDay(window.to) }
  return [
    <a key="name" href={href.domainDmarc(domain.id)}>
      <DomainName name={domain.domain} />
    </a>,
    <>
      <Sign kind={attention.kind} /> <Said text={attention.says} most={LONGEST} />{' '}
      <a href={whereTo(site, domain.id, attention.kind)}>{LINKS[attention.kind]}</a>
    </>,
    policy ? (
      <a key="policy" href={href.domainDmarcPolicy(domain.id)}>
        {POLICIES.find((one) => one === policy.p) ?? 'Not a policy'}
      </a>
    ) : (
      '–'
    ),
    reports === 0 ? (
      '–'
    ) : (
      <a key="messages" href={withQuery(href.domainDmarcReports(domain.id), asked)}>
        {amount(messages)}
      </a>
    ),
    messages === 0 ? (
      '–'
    ) : (
      <>
        <a href={withQuery(href.domainDmarcSources(domain.id), { ...asked, result: 'fail' })}>
          {rate(pass, messages)}
        </a>
        <Change standing={standing} />
      </>
    ),
    <SparkBars key="days" from={window.from} to={window.to} days={days()} />,
  ]
}

const LONGEST = 300

/** Against the days before; nothing where these had no mail. */
function Change({ standing: { messages, pass, before } }: Pick<StandingRow, 'standing'>) {
  if (before.messages === 0 || messages === 0) return null
  const points = (100 * pass) / messages - (100 * before.pass) / before.messages
  const tenths = Math.round(points * 10) / 10
  if (tenths === 0) return <span class="detail quiet">as before</span>
  return (
    <span class={`detail ${tenths < 0 ? 'level-poor' : 'quiet'}`}>
      {tenths > 0 ? '+' : '−'}
      {Math.abs(tenths).toFixed(1)} points
    </span>
  )
}

const SIGNS: Readonly<Record<AttentionKind, readonly [sign: string, words: string, badge: string]>> = {
  own_refused: ['!', 'Own mail affected', 'badge-poor'],
  no_record: ['!', 'No usable record', 'badge-poor'],
  dropped: ['!', 'Less passes', 'badge-poor'],
  blocked: ['!', 'Own mail fails', 'badge-poor'],
  missing: ['!', 'No reports', 'badge-poor'],
  tls: ['!', 'TLS fails', 'badge-fair'],
  failing: ['?', 'Mail fails', 'badge-fair'],
  ready: ['✓', 'Ready for more', 'badge-good'],
  too_little: ['?', 'Too few reports', 'badge-fair'],
  uncounted: ['?', 'Not counted yet', 'badge-fair'],
  fine: ['✓', 'Fine', 'badge-good'],
  none: ['–', 'To set up', 'badge-fair'],
}

function Sign({ kind }: { kind: AttentionKind }) {
  const [sign, words, badge] = SIGNS[kind]
  return (
    <span class={`badge ${badge}`}>
      <span aria-hidden="true">{sign} </span>
      {words}
    </span>
  )
}

const LINKS: Readonly<Record<AttentionKind, string>> = {
  own_refused: 'What fails',
  no_record: 'Look at the record',
  dropped: 'Sources that fail',
  blocked: 'What stands in the way',
  missing: 'Look at the records',
  tls: 'TLS reports',
  failing: 'Sources that fail',
  ready: 'The next record',
  too_little: 'What is missing',
  uncounted: 'Overview',
  fine: 'Overview',
  none: 'Set it up',
}

function whereTo({ href }: Site, id: string, kind: AttentionKind): string {
  switch (kind) {
    case 'own_refused':
    case 'blocked':
    case 'too_little':
      return `${href.domainDmarc(id)}#policy`
    case 'ready':
      return `${href.domainDmarc(id)}#next`
    case 'dropped':
    case 'failing':
      return `${href.domainDmarcSources(id)}?result=fail`
    case 'tls':
      return href.domainTls(id)
    case 'no_record':
    case 'missing':
    case 'none':
      return `${href.domain(id)}#dmarc-reports`
    case 'uncounted':
    case 'fine':
      return href.domainDmarc(id)
  }
}
