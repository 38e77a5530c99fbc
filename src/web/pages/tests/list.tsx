import type { ListedTest, TestPage } from '../../../services/mail-tests/account-tests.ts'
import { AddressText } from '../../components/address.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Table } from '../../components/shown/table.tsx'
import { NewTestButton } from '../../components/tests/new-test.tsx'
import { mayIn } from '../../frame/entries.ts'
import { Layout } from '../../layout.tsx'
import { HISTORY_LINKS } from '../../links/history.ts'
import { level } from '../../sections.ts'
import type { Site } from '../../site.ts'
import { score } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { SOURCE_WORDS } from '../../words/test-words.ts'
import type { TestsAsked } from './asked.ts'
import { FilterForm } from './filters.tsx'

interface ListProps {
  site: Site
  found: TestPage
  asked: TestsAsked
  now: Date
  /** What was done right before. */
  done?: string
}

/** `/tests`: the tests of the account, newest first. */
export function TestListDocument(props: ListProps) {
  const { site, found, asked, now, done } = props
  const isFiltered = Object.keys(asked.kept).length > 0
  const isEmpty = found.items.length === 0
  const isNew = isEmpty && !isFiltered && !asked.query.after && found.next === undefined
  return (
    <Layout site={site} title="Tests">
      <div class="stack">
        {done !== undefined && <Notice kind="done">{done}</Notice>}
        <div class="title-line">
          <h1>Tests</h1>
          {!isNew && (
            <div class="choice">
              <a class="button button-quiet" href={HISTORY_LINKS.history}>
                History
              </a>
              <NewTestButton site={site} />
            </div>
          )}
        </div>
        {!isNew && <FilterForm site={site} asked={asked} isFiltered={isFiltered} />}
        {isNew && <First site={site} />}
        {isEmpty && !isNew && <NothingFound {...props} isFiltered={isFiltered} />}
        {!isEmpty && (
          <Table
            caption="Tests"
            columns={COLUMNS}
            rows={found.items.map((one) => ({ key: one.token, cells: cellsOf(site, one, now) }))}
          />
        )}
        <Pages {...props} />
        <p class="quiet">
          A message did not arrive? The <a href={site.href.mailLog}>mail log</a> says what became of it.
        </p>
      </div>
    </Layout>
  )
}

const COLUMNS = [
  { words: 'Message' },
  { words: 'Result', number: true },
  { words: 'Source' },
  { words: 'Messages', number: true },
  { words: 'Made' },
  { words: 'Sharing', unseen: true },
]

function cellsOf(site: Site, one: ListedTest, now: Date) {
  return [
    <Message key="message" site={site} one={one} />,
    <Result key="result" one={one} />,
    SOURCE_WORDS[one.source],
    amount(one.messages),
    <Made key="made" one={one} now={now} />,
    one.shared ? (
      <span key="shared" class="badge">
        Shared
      </span>
    ) : (
      ''
    ),
  ]
}

/** What people look for: the subject, and who sent it. */
function Message({ site, one }: { site: Site; one: ListedTest }) {
  const { token, subject, from, address } = one
  const href = site.href.test(token)
  if (subject === undefined && from === undefined) {
    return (
      <a class="listed" href={href}>
        <code>
          <AddressText address={address} />
        </code>
      </a>
    )
  }
  return (
    <a class="listed" href={href}>
      <bdi class="listed-subject">
        {subject === undefined || subject.trim() === '' ? '(no subject)' : subject}
      </bdi>
      <bdi class="listed-from">{from}</bdi>
    </a>
  )
}

function Result({ one }: { one: ListedTest }) {
  const { status, messages, reason } = one
  if (status === 'scored' && one.score !== undefined)
    return <strong class={`listed-score level-${level(one.score)}`}>{score(one.score)}</strong>
  if (status === 'failed') {
    return (
      <>
        <span class="badge badge-poor">Failed</span>
        {reason !== undefined && <span class="detail quiet">{reason}</span>}
      </>
    )
  }
  return <span class="badge">{messages > 0 ? 'Being analysed' : 'Waiting for mail'}</span>
}

function Made({ one: { createdAt, createdBy }, now }: { one: ListedTest; now: Date }) {
  return (
    <>
      <Ago at={createdAt} now={now} />
      {createdBy !== undefined && <span class="detail quiet">by {createdBy}</span>}
    </>
  )
}

/** Nobody of the account made a test yet. */
function First({ site }: { site: Site }) {
  const mayCreate = mayIn(site.visitor, 'tests.create')
  return (
    <Empty title="No tests yet">
      {mayCreate ? (
        <>
          <p>
            Create a test address, send a message to it from the system you want to measure, and its report
            appears here. You can also <a href={`${site.href.newTest}#file`}>check a message file</a>, or
            create tests <a href={site.href.docs}>from a program</a>.
          </p>
          <NewTestButton site={site} />
        </>
      ) : (
        <p>Tests that members of this account create appear here. Your role lets you read them.</p>
      )}
    </Empty>
  )
}

function NothingFound({ site, asked, found, isFiltered }: ListProps & { isFiltered: boolean }) {
  const all = <a href={site.href.tests}>{isFiltered ? 'Clear all filters' : 'Show the newest'}</a>
  if (found.next !== undefined) {
    return (
      <Empty title="Nothing found among the tests looked at so far">
        <p>Older tests were not looked at yet. {all}</p>
      </Empty>
    )
  }
  if (!isFiltered) return <Empty title="No older tests">{<p>{all}</p>}</Empty>
  return (
    <Empty title="No tests match">
      <p>
        {asked.query.words === undefined
          ? 'Take away a filter, or make the time longer.'
          : 'Words are looked for at the beginning of words of subject and sender; a token is looked for as a whole. Use fewer or shorter words.'}{' '}
        Tests that expired or were deleted are not found.
      </p>
      <p>{all}</p>
    </Empty>
  )
}

function Pages({ site, asked, found }: ListProps) {
  const isLater = asked.query.after !== undefined
  if (!isLater && found.next === undefined) return null
  const at = (more: Record<string, string>) => addressOf(site.href.tests, { ...asked.kept, ...more })
  return (
    <nav class="choice" aria-label="Pages">
      {isLater && (
        <a class="button button-quiet" href={at({})}>
          Newest
        </a>
      )}
      {found.next !== undefined && (
        <a class="button button-quiet" href={at({ after: found.next })} rel="next">
          Older
        </a>
      )}
    </nav>
  )
}

function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  return Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`
}
