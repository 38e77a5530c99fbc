import type { CheckWordsByName } from '../../../core/check-words.ts'
import { HISTORY_WINDOWS, type HistoryOf } from '../../../services/history/history.ts'
import { HistoryCharts } from '../../components/chart/history-charts.tsx'
import { messages, windowWords } from '../../components/chart/slots.ts'
import { Empty } from '../../components/shown/empty.tsx'
import { NewTestButton } from '../../components/tests/new-test.tsx'
import { mayIn } from '../../frame/entries.ts'
import { Layout } from '../../layout.tsx'
import { HISTORY_LINKS } from '../../links/history.ts'
import type { Site } from '../../site.ts'
import { score } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'

export type HistoryWindow = (typeof HISTORY_WINDOWS)[number]

/** What the address asks for. */
export interface HistoryAsked {
  days: HistoryWindow
  /** A-labels. */
  domain?: string
  /** What was typed, where it is no domain. */
  wrong?: string
}

interface HistoryProps {
  site: Site
  asked: HistoryAsked
  history: HistoryOf
  /** From domains of the account's mail. */
  domains: readonly string[]
  checkWords: CheckWordsByName
  /** Nothing is kept, of any time and any domain. */
  isNew: boolean
}

const WORDS: Readonly<Record<HistoryWindow, string>> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  395: '13 months',
}

/** `/history`: how the mail of the account did, long after its tests are gone. */
export function HistoryDocument(props: HistoryProps) {
  const { site, asked, history, domains, isNew } = props
  const isEmpty = history.days.length === 0
  return (
    <Layout site={site} title="History">
      <div class="stack">
        <div>
          <h1>History</h1>
          {!isEmpty && <Summary {...props} />}
        </div>
        {!isNew && (
          <div class="history-asked">
            <Windows asked={asked} />
            <DomainForm asked={asked} domains={domains} />
          </div>
        )}
        {isEmpty ? (
          <Nothing site={site} asked={asked} isNew={isNew} />
        ) : (
          <>
            <HistoryCharts history={history} checkWords={props.checkWords} />
            <p class="choice">
              <a
                class="button button-quiet"
                href={addressOf(HISTORY_LINKS.historyFile, asked.days, asked.domain)}
                download
              >
                Download as CSV
              </a>
              <a
                class="button button-quiet"
                href={
                  asked.domain === undefined
                    ? site.href.tests
                    : `${site.href.tests}?${new URLSearchParams({ domain: asked.domain })}`
                }
              >
                {asked.domain === undefined ? 'Tests' : 'Tests of this domain'}
              </a>
              {asked.domain !== undefined && mayIn(site.visitor, 'domains.read') && (
                <a class="button button-quiet" href={site.href.domain(asked.domain)}>
                  This domain’s DNS
                </a>
              )}
            </p>
          </>
        )}
        <p class="quiet">
          Days are in UTC. The history keeps the time, the From domain, the score and the names of failed
          checks of each analysed message, and none of its words; it stays when a test expires or is deleted.
        </p>
      </div>
    </Layout>
  )
}

/** The number first, in one sentence. */
function Summary({ asked, history }: HistoryProps) {
  const total = (kind: 'scored' | 'failed') => history.days.reduce((sum, day) => sum + day[kind], 0)
  const [scored, failed] = [total('scored'), total('failed')]
  return (
    <p class="lede">
      {history.score && (
        <>
          Median score <strong>{score(history.score.median)}</strong>, from {score(history.score.low)} to{' '}
          {score(history.score.high)}.{' '}
        </>
      )}
      {messages(scored)} scored{asked.domain !== undefined && ` from ${asked.domain}`}, {windowWords(history)}
      {failed > 0 && `; ${amount(failed)} could not be analysed`}.
    </p>
  )
}

function Windows({ asked }: { asked: HistoryAsked }) {
  return (
    <nav aria-label="Time" class="windows">
      {HISTORY_WINDOWS.map((days) => (
        <a
          key={days}
          href={addressOf(HISTORY_LINKS.history, days, asked.domain)}
          aria-current={days === asked.days ? 'page' : undefined}
        >
          {WORDS[days]}
        </a>
      ))}
    </nav>
  )
}

function DomainForm({ asked, domains }: { asked: HistoryAsked; domains: readonly string[] }) {
  const { days, domain, wrong } = asked
  return (
    <form method="get" action={HISTORY_LINKS.history} class="search-form">
      <input type="hidden" name="days" value={days} />
      <label for="domain">From domain</label>
      <input
        id="domain"
        name="domain"
        class="input"
        value={wrong ?? domain ?? ''}
        placeholder="All"
        list="domains"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxlength={253}
        aria-invalid={wrong === undefined ? undefined : 'true'}
        aria-describedby={wrong === undefined ? undefined : 'domain-problem'}
      />
      <datalist id="domains">
        {domains.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <button type="submit" class="button button-quiet">
        Show
      </button>
      {domain !== undefined && <a href={addressOf(HISTORY_LINKS.history, days)}>All domains</a>}
      {wrong !== undefined && (
        <p id="domain-problem" class="problem" role="alert">
          This is not a domain name. Enter one such as example.com.
        </p>
      )}
    </form>
  )
}

interface NothingProps {
  site: Site
  asked: HistoryAsked
  isNew: boolean
}

/** There is nothing in the window, or nothing at all. */
function Nothing({ site, asked: { days, domain }, isNew }: NothingProps) {
  if (isNew) {
    return (
      <Empty title="No history yet">
        <p>
          Each message that is analysed for a test of this account from now on is counted here: scores over
          time, how many messages, and which checks fail most often.
        </p>
        <NewTestButton site={site} />
      </Empty>
    )
  }
  const whose = domain === undefined ? 'no message' : `no message from ${domain}`
  return (
    <Empty title={`The history holds ${whose} in the last ${WORDS[days]}`}>
      <p class="choice">
        {days !== 395 && <a href={addressOf(HISTORY_LINKS.history, 395, domain)}>Look at 13 months</a>}
        {domain !== undefined && <a href={addressOf(HISTORY_LINKS.history, days)}>Look at all domains</a>}
      </p>
    </Empty>
  )
}

function addressOf(path: string, days: number, domain?: string): string {
  return `${path}?${new URLSearchParams({ days: String(days), ...(domain !== undefined && { domain }) })}`
}
