import { MAIL_REFUSALS } from '../../../core/mail-log.ts'
import type { MailLogPage } from '../../../services/mail-log/mail-log.ts'
import { reasonName } from '../../../services/mail-log/words.ts'
import { Select } from '../../components/form/choices.tsx'
import { Field } from '../../components/form/field.tsx'
import { FilterButtons } from '../../components/form/filter-buttons.tsx'
import { AreaPage } from '../../components/frame/area.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Table } from '../../components/shown/table.tsx'
import type { Filled } from '../../forms/problems.ts'
import { CHECKLIST } from '../../frame/checklist.ts'
import { mayIn } from '../../frame/entries.ts'
import type { Site } from '../../site.ts'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { cellsOf } from './line.tsx'

/** Where the log stands, and whose it is. */
export interface MailLogPlace {
  area: 'settings' | 'admin'
  /** The page itself. */
  href: string
  /** Names by id. Absent: it is the log of one account. */
  accounts?: ReadonlyMap<string, string>
}

interface LogProps {
  site: Site
  place: MailLogPlace
  page: MailLogPage
  filled: Filled
  /** It is not the first page. */
  isLater: boolean
  now: Date
}

/** What became of mail, newest first. */
export function MailLogDocument(props: LogProps) {
  const { site, place, page, filled, isLater, now } = props
  const { lines } = page
  const isFiltered = Object.values(filled.typed).some((value) => value !== '')
  const isBare = lines.length === 0 && !isFiltered && !isLater
  const whose = place.accounts
    ? 'every address of this server'
    : 'the addresses of your tests and monitors, and to the reports addresses of your domains'
  return (
    <AreaPage
      site={site}
      area={place.area}
      title="Mail log"
      lede={`Mail that was brought to ${whose} in the last ${daysOf(page)}: taken or refused, and why.`}
    >
      {!isBare && <FilterForm place={place} filled={filled} isFiltered={isFiltered} />}
      {isBare && <Nothing {...props} />}
      {lines.length === 0 && !isBare && (
        <Empty title={isFiltered ? 'No mail matches' : 'Nothing older'}>
          <p>
            <a href={place.href}>Show everything</a>
          </p>
        </Empty>
      )}
      {lines.length > 0 && (
        <div class="mail-log">
          <Table
            caption="Mail log"
            columns={[{ words: 'To' }, { words: 'What became of it' }, { words: 'From' }, { words: 'When' }]}
            rows={lines.map((line) => ({
              key: String(line.id),
              cells: cellsOf(line, site, now, place.accounts),
            }))}
          />
        </div>
      )}
      <Pages {...props} />
      {page.leftOut > 0 && (
        <p class="quiet">
          {amount(page.leftOut)} more {plural(page.leftOut, 'line')} of these days{' '}
          {page.leftOut === 1 ? 'was' : 'were'} not kept: the log is bounded, and each{' '}
          {place.accounts ? 'account and client' : 'client'} has a share of it.
        </p>
      )}
    </AreaPage>
  )
}

function Pages({ place, filled, isLater, page: { older } }: LogProps) {
  if (!isLater && !older) return null
  const at = (more: Record<string, string>) => addressOf(place.href, { ...filled.typed, ...more })
  return (
    <nav class="choice" aria-label="Pages">
      {isLater && (
        <a class="button button-quiet" href={at({})}>
          Newest
        </a>
      )}
      {older && (
        <a class="button button-quiet" href={at({ after: `${older.at.getTime()}.${older.id}` })} rel="next">
          Older
        </a>
      )}
    </nav>
  )
}

const daysOf = ({ days }: MailLogPage) => (days === 1 ? 'day' : `${amount(days)} days`)

/** No line is kept: nothing was brought, or not since the log began. What to look at if new mail is missing too. */
function Nothing({ site, place, page }: LogProps) {
  const { mailDomain } = site
  return (
    <Empty title={`The log holds no mail of the last ${daysOf(page)}`}>
      <p>
        Mail that is sent to {place.accounts ? 'an address of this server' : 'one of your test addresses'}{' '}
        appears here a second later. Send a message: if it does not appear, it did not reach this server.
      </p>
      <ul>
        <li>Look in the log of the sending server: it says where it tried to deliver, and the answer.</li>
        {!mayIn(site.visitor, 'instance.read') ? (
          <li>
            Ask who runs this server whether the MX record of <code>{mailDomain}</code> leads here, and
            whether port 25 is open.
          </li>
        ) : (
          <li>
            <a href={CHECKLIST}>Set-up</a> looks at the MX record of <code>{mailDomain}</code>, at port 25 and
            at the rest of the way.
          </li>
        )}
      </ul>
    </Empty>
  )
}

function FilterForm({
  place,
  filled,
  isFiltered,
}: Pick<LogProps, 'place' | 'filled'> & { isFiltered: boolean }) {
  const reasons = MAIL_REFUSALS.map((reason) => ({ value: reason, words: `Refused: ${reasonName(reason)}` }))
  return (
    <details class="fold" open={isFiltered}>
      <summary class="button button-quiet">Filter</summary>
      <form method="get" action={place.href} class="form form-wide stack">
        <Select
          name="outcome"
          label="What became of it"
          choices={[
            { value: '', words: 'Anything' },
            { value: 'accepted', words: 'Accepted' },
            { value: 'refused', words: 'Refused' },
            ...reasons,
          ]}
          chosen={filled.typed['outcome'] ?? ''}
          filled={filled}
        />
        <Field name="address" label="Address, or a part of it" maxlength={100} filled={filled} bare code />
        <Field name="client" label="Client, by its IP address" maxlength={100} filled={filled} bare code />
        <FilterButtons all={isFiltered ? place.href : undefined} />
      </form>
    </details>
  )
}

/** What is not asked for is left out. */
function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const asked = Object.entries(query).filter(([, value]) => value !== '')
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`
}
