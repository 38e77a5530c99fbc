import { checkTitle } from '../../check-names.ts'
import { AddressText } from '../../components/address.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Theirs } from '../../components/dmarc/outcome.tsx'
import { Fold } from '../../components/form/fold.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Reasons } from '../../components/monitor/reasons.tsx'
import { MonitorBadge } from '../../components/monitor/standing.tsx'
import { Uses } from '../../components/monitor/uses.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { inList } from '../../words/dmarc.ts'
import { expectationWords } from '../../words/expectations.ts'
import { type MonitorRow, needsSomebody, standingWords } from '../../words/monitor-states.ts'
import { Alerts } from './alerts.tsx'
import { MonitorFacts } from './facts.tsx'
import { Messages } from './messages.tsx'
import type { MonitorPageProps } from './page.ts'
import { Records } from './records.tsx'

/** Seconds after which a page that waits for something asks for itself again. */
const ANALYSING_SECONDS = 3
const WAITING_SECONDS = 10
/** The state follows a report within moments: no page waits longer for it. */
const JUDGED_WITHIN_MS = 60_000
const LONGEST_NAME = 100
/** It came, and was not judged yet. */
const FIRST_COMES = 'The first message has come, and is being tested.'

/** `/monitors/<id>`: how a monitor is, what came to it and what was told of it. */
export function MonitorDocument(props: MonitorPageProps) {
  const { site, row, mayChange, done, now } = props
  const { monitor } = row
  const { standing, subject, address } = monitor
  const again = againOf(props)
  const hasCome = standing.last !== undefined || props.messages.items.length > 0
  const isNew = address !== undefined && !hasCome
  return (
    <Layout site={site} title={inList(monitor.name, LONGEST_NAME)} {...(again !== undefined && { again })}>
      <div class="stack monitor-page">
        <Head {...props} hasCome={hasCome} />
        {done !== undefined && <Notice kind="done">{done}</Notice>}
        {standing.reasons.length > 0 && row.state !== 'paused' && (
          <Section id="now" title="What is not as expected">
            <Reasons
              site={site}
              reasons={standing.reasons}
              {...(standing.last && { token: standing.last.token })}
              {...beforeOf(props)}
              {...(address !== undefined && { address })}
              now={now}
            />
          </Section>
        )}
        {isNew && <MailTo site={site} address={address} isNew />}
        {subject.kind === 'mail' && <Messages {...props} />}
        <Alerts {...props} />
        {monitor.expectations.records && <Records {...props} />}
        {!isNew && address !== undefined && <MailTo site={site} address={address} />}
        <Section id="expected" title="What is expected">
          <Expected {...props} />
          <MonitorFacts {...props} />
        </Section>
        {mayChange && (
          <Section id="delete" title="Delete">
            <p>
              <a class="button button-quiet" href={site.href.deleteMonitor(monitor.id)}>
                Delete the monitor
              </a>
            </p>
          </Section>
        )}
      </div>
    </Layout>
  )
}

/** Its name, its state in a sentence, and what those who may change it do most. */
function Head({ site, row, mayChange, hasCome, now }: MonitorPageProps & { hasCome: boolean }) {
  const { monitor } = row
  const { subject } = monitor
  return (
    <header>
      <p class="eyebrow">
        <a href={site.href.monitors}>Monitors</a>
      </p>
      <h1>
        <Theirs text={monitor.name} most={LONGEST_NAME} />
      </h1>
      {subject.kind === 'domain' && (
        <p class="quiet">
          Watches the records of <a href={site.href.domain(subject.domainId)}>{subject.domain}</a>.
        </p>
      )}
      <p class="lede">
        <MonitorBadge row={row} />
        {!needsSomebody(row) && (
          <span>{hasCome && isUnjudged(row) ? FIRST_COMES : standingWords(row, now)}</span>
        )}
      </p>
      {mayChange && <Actions site={site} row={row} />}
    </header>
  )
}

/** No message has been judged. */
const isUnjudged = ({ monitor, state }: MonitorRow) => state === 'waiting' && !monitor.standing.last

/** The test of the message before the last, where both are on this page. */
function beforeOf({ row, messages }: MonitorPageProps): { before?: string } {
  const at = messages.items.findIndex(({ messageId }) => messageId === row.monitor.standing.last?.messageId)
  const before = at < 0 ? undefined : messages.items.slice(at + 1).find(({ status }) => status === 'scored')
  return before ? { before: before.token } : {}
}

/** While it waits for its first message, or for the report of the last. */
function againOf({ row, messages, now }: MonitorPageProps): number | undefined {
  if (row.monitor.subject.kind === 'domain' || row.state === 'paused') return undefined
  const [newest] = messages.items
  if (newest) {
    const isFresh = now.getTime() - newest.receivedAt.getTime() < JUDGED_WITHIN_MS
    return newest.status === 'pending' || (isUnjudged(row) && isFresh) ? ANALYSING_SECONDS : undefined
  }
  return row.monitor.standing.last ? undefined : WAITING_SECONDS
}

/** What those who may change it do most. */
function Actions({ site, row: { monitor, state } }: { site: Site; row: MonitorRow }) {
  const { href } = site
  return (
    <div class="choice monitor-actions">
      {state === 'paused' ? (
        <form method="post" action={href.resumeMonitor(monitor.id)}>
          <button type="submit" class="button">
            Resume
          </button>
        </form>
      ) : (
        <a class="button button-quiet" href={href.pauseMonitor(monitor.id)}>
          Pause
        </a>
      )}
      <a class="button button-quiet" href={href.monitorSettings(monitor.id)}>
        Settings
      </a>
      <a class="button button-quiet" href={href.monitorWindows(monitor.id)}>
        Maintenance
      </a>
      <a class="button button-quiet" href={href.monitorBadge(monitor.id)}>
        Badge
      </a>
    </div>
  )
}

/** The address, and what to do with it. */
function MailTo({ site, address, isNew = false }: { site: Site; address: string; isNew?: boolean }) {
  return (
    <Section id="address" title="Address">
      <p class="address address-small">
        <code class="address-text">
          <AddressText address={address} />
        </code>
        <CopyButton text={address} what="the address of the monitor" />
      </p>
      {isNew ? (
        <>
          <p>Have the mail that you want to watch sent to this address, too.</p>
          <Uses site={site} address={address} />
        </>
      ) : (
        <Fold words="How the address is used">
          <Uses site={site} address={address} />
        </Fold>
      )}
    </Section>
  )
}

function Expected({ row: { monitor }, checkWords }: MonitorPageProps) {
  const titleOf = (name: string) => checkWords.get(name)?.title ?? checkTitle({ name })
  const lines = expectationWords(monitor.expectations, monitor.subject.kind, titleOf)
  if (lines.length === 0)
    return <p>Nothing is expected yet: only a message that cannot be analysed sends an alert.</p>
  return (
    <ul class="help-list">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
