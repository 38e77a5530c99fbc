import { AUDIT_ACTIONS, type AuditEntry } from '../../../core/access/audit.ts'
import type { AuditActorChoice, AuditPage } from '../../../services/people/audit.ts'
import { Select } from '../../components/form/choices.tsx'
import { Field } from '../../components/form/field.tsx'
import { FilterButtons } from '../../components/form/filter-buttons.tsx'
import { AreaPage } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Table } from '../../components/shown/table.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { AUDIT_WORDS, actorWords } from '../../words/audit-words.ts'
import { oneLine } from '../../words/one-line.ts'
import { published } from '../../words/published.ts'
import { network } from '../people/words.ts'

/** Where the log stands, and what it is a log of. */
export interface AuditPlace {
  area: 'settings' | 'admin'
  /** The page itself. */
  href: string
  exportHref: string
  lede: string
  /** By id. Absent: it is the log of one account. */
  accounts?: ReadonlyMap<string, string>
}

interface LogProps {
  site: Site
  place: AuditPlace
  page: AuditPage
  /** What is asked for, as the form says it. */
  filled: Filled
  actors: readonly AuditActorChoice[]
  now: Date
}

/** What was done, newest first. */
export function AuditDocument(props: LogProps) {
  const { site, place, page, filled, now } = props
  const { entries, older } = page
  const isFiltered = Object.values(filled.typed).some((value) => value !== '')
  return (
    <AreaPage site={site} area={place.area} title="Audit log" lede={place.lede}>
      <FilterForm {...props} isFiltered={isFiltered} />
      {entries.length === 0 ? (
        <Empty title={isFiltered ? 'No entries match' : 'No entries yet'}>
          <p>
            {isFiltered ? (
              <a href={place.href}>Show everything</a>
            ) : (
              'What people, API keys and the operator change is recorded here.'
            )}
          </p>
        </Empty>
      ) : (
        <Table
          caption="Audit log"
          columns={[
            { words: 'What' },
            { words: 'Who' },
            { words: 'When' },
            ...(place.accounts ? [{ words: 'Account' }] : []),
            { words: 'From' },
          ]}
          rows={entries.map((entry) => ({ key: String(entry.id), cells: cellsOf(entry, place, now) }))}
        />
      )}
      <p class="choice">
        {older !== undefined && (
          <a
            class="button button-quiet"
            href={addressOf(place.href, { ...filled.typed, before: String(older) })}
          >
            Show older entries
          </a>
        )}
        {entries.length > 0 && <Exports place={place} typed={filled.typed} />}
      </p>
    </AreaPage>
  )
}

function Exports({ place, typed }: { place: AuditPlace; typed: Filled['typed'] }) {
  const to = (format: string) => addressOf(place.exportHref, { ...typed, format })
  return (
    <>
      <a class="button button-quiet" href={to('csv')} download>
        Export as CSV
      </a>
      <a class="button button-quiet" href={to('jsonl')} download>
        Export as JSON lines
      </a>
    </>
  )
}

function FilterForm({ place, filled, actors, isFiltered }: LogProps & { isFiltered: boolean }) {
  const anything = { value: '', words: 'Anything' }
  const actions = AUDIT_ACTIONS.map((action) => ({ value: action, words: AUDIT_WORDS[action] }))
  const people = actors.map(({ value, name }) => ({ value, words: name }))
  const { typed } = filled
  return (
    <details class="fold" open={isFiltered || filled.problems.length > 0}>
      <summary class="button button-quiet">Filter</summary>
      <form method="get" action={place.href} class="form form-wide stack">
        <Select
          name="action"
          label="What"
          choices={[anything, ...actions]}
          chosen={typed['action'] ?? ''}
          filled={filled}
        />
        <Select
          name="by"
          label="Who"
          choices={[{ value: '', words: 'Anybody' }, ...people]}
          chosen={typed['by'] ?? ''}
          filled={filled}
        />
        <Field name="since" label="From (UTC)" type="date" filled={filled} optional />
        <Field name="until" label="To (UTC)" type="date" filled={filled} optional />
        <FilterButtons all={isFiltered ? place.href : undefined} />
      </form>
    </details>
  )
}

function cellsOf(entry: AuditEntry, place: AuditPlace, now: Date) {
  const { at, actor, accountId, client } = entry
  const who = actorWords(actor)
  const by = actor.kind === 'operator' ? 'operator' : actor.id
  return [
    <What key="what" entry={entry} />,
    by === undefined ? who : <a href={addressOf(place.href, { by })}>{who}</a>,
    <Ago key="when" at={at} now={now} />,
    ...(place.accounts
      ? [accountId === undefined ? '' : (place.accounts.get(accountId) ?? 'A deleted account')]
      : []),
    client === undefined ? '' : network(client),
  ]
}

/** What an entry is about may be named by strangers: a report and who sent it. */
const theirs = (text: string) => oneLine(published(text), 200)

function What({ entry: { action, target, details } }: { entry: AuditEntry }) {
  const facts = Object.entries(details ?? {}).map(([name, value]) => `${name}: ${theirs(value)}`)
  return (
    <>
      {AUDIT_WORDS[action]}
      {target !== undefined && <span class="detail">{theirs(target)}</span>}
      {facts.length > 0 && <span class="detail quiet">{facts.join(', ')}</span>}
    </>
  )
}

/** What is not asked for is left out. */
function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const asked = Object.entries(query).filter(([, value]) => value !== '')
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`
}
