import type { SetUpItem, SetUpItems, SetUpState, ToPublish } from '../../../core/aggregate/set-up.ts'
import { itemsOf } from '../../advice.ts'
import { AddressText } from '../../components/address.tsx'
import { Advice } from '../../components/advice.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { type Offered, offeredBy } from '../../offered.ts'
import { plural } from '../../wording.ts'
import { published } from '../../words/published.ts'
import type { DomainPageProps, ReportsShown } from './page.ts'

type ReportsProps = Pick<DomainPageProps, 'site' | 'row' | 'health' | 'mayChange' | 'now'> & {
  reports: ReportsShown
}

/** Where DMARC reports about the domain go, and the three records by which they come. */
export function DomainReports(props: ReportsProps) {
  const { row, reports } = props
  const { address, look } = reports.setUp
  return (
    <Section id="dmarc-reports" title="DMARC reports">
      <p>
        Many mailbox providers send a report a day about mail from {row.domain.domain}: from which servers it
        came, and whether it passed DMARC. They send it to the addresses that the rua tag of the DMARC record
        names. The address of this domain is:
      </p>
      <p class="address address-small">
        <code class="address-text">
          <AddressText address={address} />
        </code>
        <CopyButton text={address} what="the reports address" />
      </p>
      <Came {...props} />
      <Checked {...props} />
      {look && isOfferedAbove(props.health, look.items.record) && (
        <p>
          The DMARC check above offers a change of the same record. Publish one of the two, then check again:
          the other one is written anew.
        </p>
      )}
      {look && (
        <ul class="plain set-up">
          <SetUpRecord title={`DMARC record of ${look.items.record.zone}`} item={look.items.record} />
          <SetUpRecord title="Consent of the reports host" item={look.items.consent} />
          <SetUpRecord title="MX record of the reports host" item={look.items.mx} />
        </ul>
      )}
    </Section>
  )
}

/** The checks of the domain have something to say of the same record. */
function isOfferedAbove({ look }: DomainPageProps['health'], { publish }: SetUpItem): boolean {
  const changes = (look?.checks ?? []).flatMap(({ findings }) => findings.flatMap((one) => one.changes ?? []))
  return publish.some(({ change }) => changes.some((one) => one.kind === 'dns' && one.name === change.name))
}

/** What came, and where to read it. */
function Came({ site, row, reports, now }: ReportsProps) {
  const { came, setUp } = reports
  const isSetUp = setUp.look !== undefined && hasAll(setUp.look.items)
  const link = (
    <>
      <a href={site.href.domainDmarc(row.domain.id)}>DMARC reports of this domain</a>,{' '}
      <a href={site.href.domainTls(row.domain.id)}>TLS reports</a>
    </>
  )
  if (came && came.files > 0) {
    return (
      <p>
        {came.files} {plural(came.files, 'report file')} came
        {came.newestAt && (
          <>
            , the last one <Ago at={came.newestAt} now={now} />
          </>
        )}
        . {link}
      </p>
    )
  }
  return (
    <p>
      {came ? 'No report has come yet. ' : ''}
      {isSetUp
        ? 'First reports usually arrive within a day or two of publishing. '
        : 'Once the records below are in place, first reports usually arrive within a day or two. '}
      {link}
    </p>
  )
}

const hasAll = ({ record, consent, mx }: SetUpItems) => [record, consent, mx].every(isInPlace)

const isInPlace = ({ state }: SetUpItem) => state === 'ok' || state === 'not_needed'

/** When the DNS was asked, and the button that asks it now. */
function Checked({ site, row, reports, mayChange, now }: ReportsProps) {
  const { look, underWay } = reports.setUp
  return (
    <div class="looked-at">
      {underWay ? (
        <p class="state" role="status">
          <span class="pulse" aria-hidden="true" />
          <span>The three records are being looked up. This page shows them by itself.</span>
        </p>
      ) : (
        <p class="quiet">
          {look ? (
            <>
              The three records, looked up <Ago at={look.at} now={now} />:
            </>
          ) : (
            'The records were looked up many times lately. Open this page again in a minute.'
          )}
        </p>
      )}
      {mayChange && !underWay && (
        <form method="post" action={site.href.checkReportsSetUp(row.domain.id)}>
          <button type="submit" class="button button-quiet">
            Check now
          </button>
        </form>
      )}
    </div>
  )
}

const STATES: Readonly<Record<SetUpState, { sign: string; words: string; badge: string }>> = {
  ok: { sign: '✓', words: 'In place', badge: 'badge-good' },
  not_needed: { sign: '✓', words: 'Not needed', badge: 'badge-good' },
  missing: { sign: '!', words: 'Missing', badge: 'badge-poor' },
  wrong: { sign: '!', words: 'To fix', badge: 'badge-poor' },
  unknown: { sign: '?', words: 'Not known', badge: 'badge-fair' },
}

/** One of the records, what was seen of it, and what to publish. */
export function SetUpRecord({ title, item }: { title: string; item: SetUpItem }) {
  const { sign, words, badge } = STATES[item.state]
  return (
    <li>
      <h3>
        <span class={`badge ${badge}`}>
          <span aria-hidden="true">{sign} </span>
          {words}
        </span>{' '}
        {published(title)}
      </h3>
      <p>{published(item.says)}</p>
      {item.notes.map((note) => (
        <p key={note} class="quiet">
          {published(note)}
        </p>
      ))}
      <ToDo item={item} />
    </li>
  )
}

/** The record to publish, and who can. */
function ToDo({ item }: { item: SetUpItem }) {
  const { publish, advice = '', by, zone, otherwise } = item
  if (publish.length === 0 && advice === '') return null
  const offered = publish.flatMap(offeredIn)
  const olds = publish.flatMap(({ instead }) => instead ?? [])
  return (
    <>
      {publish.length > 0 && <p>{whoPublishes(by, zone, olds.length > 0)}</p>}
      <Advice items={itemsOf([{ advice, offered }])} />
      {olds.map((old) => (
        <p key={old} class="quiet">
          It takes the place of: <code>{published(old)}</code>
        </p>
      ))}
      {otherwise && (
        <details class="folded-help">
          <summary>If you cannot change the DNS of {zone}</summary>
          <p>{published(otherwise.says)}</p>
          <Advice items={itemsOf([{ advice: '', offered: offeredIn(otherwise) }])} />
        </details>
      )}
      {by === 'operator' && <p class="quiet">It is published once, for all domains of this service.</p>}
    </>
  )
}

function whoPublishes(by: SetUpItem['by'], zone: string, isChange: boolean): string {
  if (by === 'operator') return `The operator of this service publishes in the DNS of ${zone}:`
  return isChange ? `Change this record in the DNS of ${zone}:` : `Publish in the DNS of ${zone}:`
}

/** Where nothing is to be replaced, nothing is said of it. */
function offeredIn({ change, instead }: ToPublish): Offered[] {
  if (instead !== undefined) return offeredBy(change)
  return offeredBy(change).map(({ instead: _, ...offer }) => offer)
}
