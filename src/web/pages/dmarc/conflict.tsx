import type { ComponentChildren } from 'preact'
import { Theirs } from '../../components/dmarc/outcome.tsx'
import { RecordTable, type Row } from '../../components/dmarc/records.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Table } from '../../components/shown/table.tsx'
import { plural } from '../../wording.ts'
import { amount, rate } from '../../words/amounts.ts'
import { policyWords } from '../../words/dmarc.ts'
import type { Content, Report, Reported } from './told.ts'

/** Two reports with one key. */
export interface Conflict {
  /** The file could not be read just now. */
  isBusy: boolean
  /** The one that was kept out. Absent: its file cannot be read any more. */
  waiting?: Content
  /** The one that counts, with its first rows. */
  stored?: { report: Report; records: readonly Reported[] }
}

interface ConflictingProps {
  conflict: Conflict
  /** The one that was kept out is. */
  authenticated: boolean
}

/** Both reports side by side, and the records that only one of them has. */
export function Conflicting({ conflict: { waiting, stored, isBusy }, authenticated }: ConflictingProps) {
  if (!waiting || !stored) {
    return (
      <Section id="conflict" title="The two reports">
        <p>{whyNot(waiting !== undefined, isBusy)}</p>
      </Section>
    )
  }
  const [ours, theirs] = onlyIn(
    stored.records.map(({ record }) => record),
    waiting.records,
  )
  return (
    <>
      <Section id="conflict" title="The two reports">
        <div class="dmarc-sides">
          <Sides waiting={waiting} stored={stored.report} authenticated={authenticated} />
        </div>
        <p class="quiet">
          The stored one is shown as far as it is about this domain. The first {amount(MOST)} records of each
          are compared.
        </p>
      </Section>
      <Only id="only-stored" title="Records that only the stored report has" rows={ours} />
      <Only id="only-this" title="Records that only this file has" rows={theirs} />
    </>
  )
}

function whyNot(isRead: boolean, isBusy: boolean): string {
  if (isRead) return 'The report that stands against it is no longer stored for this domain.'
  if (isBusy) return 'The file could not be read just now, so the two are not compared. Open this page again.'
  return 'The file of this report is no longer kept, so it cannot be compared or taken.'
}

const MOST = 1000
/** Rows of each side that are shown. */
const SHOWN = 10

interface SidesProps {
  waiting: Content
  stored: Report
  authenticated: boolean
}

function Sides({ waiting, stored, authenticated }: SidesProps) {
  const [a, b] = [stored.head, waiting.head]
  const passed = ({ pass, messages }: { pass: number; messages: number }) =>
    `${amount(pass)} (${rate(pass, messages)})`
  const errors = (all: readonly string[]) => (all.length === 0 ? 'None' : all.join(', '))
  const sender = (isProved: boolean) => (isProved ? 'Authenticated' : 'Not authenticated')
  const rows: readonly (readonly [string, string, string])[] = [
    ['Sender', sender(stored.authenticated), sender(authenticated)],
    ['Records', amount(stored.records), amount(b.records)],
    ['Messages', amount(stored.messages), amount(waiting.messages)],
    ['Passed DMARC', passed(stored), passed(waiting)],
    ['Policy', policyWords(a.policy), policyWords(b.policy)],
    ['Contact', a.orgEmail ?? '–', b.orgEmail ?? '–'],
    ['Made by', a.generator ?? '–', b.generator ?? '–'],
    ['Errors of the reporter', errors(a.errors), errors(b.errors)],
  ]
  return (
    <Table
      caption="The two reports"
      columns={[{ words: 'What' }, { words: 'The stored one' }, { words: 'This file' }, { words: 'Differs' }]}
      rows={[
        ...rows.map(([what, left, right]) => ({
          key: what,
          cells: [
            what,
            <Theirs key="left" text={left} most={200} />,
            <Theirs key="right" text={right} most={200} />,
            <Differs key="differs" differs={left !== right} />,
          ],
        })),
        {
          key: 'covers',
          cells: [
            'Covers',
            <Span key="left" head={a} />,
            <Span key="right" head={b} />,
            '',
          ] as ComponentChildren[],
        },
      ]}
    />
  )
}

function Span({ head: { begin, end } }: { head: { begin: number; end: number } }) {
  return (
    <>
      <Moment at={new Date(begin * 1000)} /> to <Moment at={new Date(end * 1000)} />
    </>
  )
}

const Differs = ({ differs }: { differs: boolean }) =>
  differs ? <span class="badge badge-fair">Differs</span> : <>Same</>

function Only({ id, title, rows }: { id: string; title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  const left = rows.length - SHOWN
  return (
    <Section id={id} title={title}>
      <RecordTable rows={rows.slice(0, SHOWN).map((record) => ({ record }))} />
      {left > 0 && (
        <p class="quiet">
          And {amount(left)} more {plural(left, 'record')}.
        </p>
      )}
    </Section>
  )
}

/** The rows that only one of two lists has, each counted as often as it is there. */
function onlyIn(left: readonly Row[], right: readonly Row[]): [Row[], Row[]] {
  const counts = new Map<string, number>()
  for (const row of right) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  const onlyLeft = left.filter((row) => {
    const there = counts.get(keyOf(row)) ?? 0
    counts.set(keyOf(row), there - 1)
    return there <= 0
  })
  const onlyRight = right.filter((row) => {
    const there = counts.get(keyOf(row)) ?? 0
    if (there <= 0) return false
    counts.set(keyOf(row), there - 1)
    return true
  })
  return [onlyLeft, onlyRight]
}

const keyOf = (row: Row): string =>
  JSON.stringify([
    row.ip,
    row.count,
    row.dkim,
    row.spf,
    row.disposition,
    row.headerFrom,
    row.envelopeFrom ?? '',
    row.envelopeTo ?? '',
    row.results,
  ])
