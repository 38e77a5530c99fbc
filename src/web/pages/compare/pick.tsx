import type { Place, Side } from '../../../services/comparing/comparing.ts'
import type { ListedTest, TestPage } from '../../../services/mail-tests/account-tests.ts'
import { SearchForm } from '../../components/form/search.tsx'
import { Moment } from '../../components/moment.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Table } from '../../components/shown/table.tsx'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { score } from '../../wording.ts'
import { oneLine } from '../../words/one-line.ts'

interface PickProps {
  site: Site
  /** The report that another one is chosen for. Absent: the first is chosen. */
  one?: { side: Side; place: Place } | undefined
  /** What was searched for. */
  words: string
  tests: TestPage
  /** It is not the first page. */
  isLater: boolean
}

/** `/tests/compare` without both reports: the tests of the account to choose from. */
export function PickDocument({ site, one, words, tests, isLater }: PickProps) {
  const items = tests.items.filter(({ token }) => token !== one?.side.token)
  const address = (after?: string) => pageOf(site, one?.place, words, after)
  return (
    <Layout site={site} title="Compare">
      <div class="stack compare">
        <div>
          <h1>{one ? 'Compare with which report?' : 'Compare which report?'}</h1>
          <p class="lede">
            {one ? <Chosen side={one.side} /> : 'Choose the first of two. The second is chosen next.'}
          </p>
        </div>
        {one && one.side.messages > 1 && <OfTheSameTest site={site} side={one.side} />}
        <SearchForm
          action={site.href.compareReports(one?.place)}
          label="Words of the subject or sender, or a test’s token"
          search={words}
          maxlength={200}
        />
        {items.length > 0 ? (
          <Tests site={site} one={one} items={items} />
        ) : (
          <Nothing site={site} words={words} isLater={isLater} />
        )}
        <p class="choice">
          {isLater && (
            <a class="button button-quiet" href={address()}>
              Newest
            </a>
          )}
          {tests.next !== undefined && (
            <a class="button button-quiet" href={address(tests.next)}>
              Older
            </a>
          )}
        </p>
      </div>
    </Layout>
  )
}

function pageOf(site: Site, place: Place | undefined, words: string, after: string | undefined): string {
  const path = site.href.compareReports(place)
  const query = new URLSearchParams({ ...(words !== '' && { search: words }), ...(after && { after }) })
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
}

function Chosen({ side: { judged, words, address } }: { side: Side }) {
  const subject = oneLine(words?.subject ?? '', 150)
  return (
    <>
      You chose {subject === '' ? <code>{address}</code> : <bdi>“{subject}”</bdi>}
      {judged && `, which scored ${score(judged.report.score)}`}.
    </>
  )
}

function OfTheSameTest({ site, side }: { site: Site; side: Side }) {
  return (
    <p>
      Or <a href={site.href.compare(side.token)}>compare two messages of the same test</a>.
    </p>
  )
}

type TestsProps = Pick<PickProps, 'site' | 'one'> & { items: readonly ListedTest[] }

function Tests({ site, one, items }: TestsProps) {
  return (
    <Table
      caption="Tests with a report"
      columns={[
        { words: 'Message' },
        { words: 'From' },
        { words: 'Received' },
        { words: 'Score', number: true },
      ]}
      rows={items.map((item) => ({
        key: item.token,
        cells: [
          <a key="subject" href={site.href.compareReports(...inOrder(one, item))}>
            <bdi>{oneLine(item.subject ?? '', 150) || 'No subject'}</bdi>
          </a>,
          <bdi key="from">{oneLine(item.from ?? '', 100)}</bdi>,
          item.receivedAt ? <Moment key="at" at={item.receivedAt} /> : '',
          item.score === undefined ? '' : score(item.score),
        ],
      }))}
    />
  )
}

/** The one that arrived first is the first. */
function inOrder(one: PickProps['one'], { token, receivedAt }: ListedTest): Place[] {
  if (!one) return [{ token }]
  const { place, side } = one
  const isOlder = receivedAt && side.message && receivedAt < side.message.receivedAt
  return isOlder ? [{ token }, place] : [place, { token }]
}

function Nothing({ site, words, isLater }: Pick<PickProps, 'site' | 'words' | 'isLater'>) {
  if (words !== '' || isLater) {
    return (
      <Empty title="No other test found">
        <p>Search for fewer words, or for the beginning of a word. Only tests with a report are listed.</p>
      </Empty>
    )
  }
  return (
    <Empty title="No other test has a report yet">
      <p>Create another test, send a message to it, and compare the two.</p>
      <p>
        <a class="button" href={site.href.home}>
          New test
        </a>
      </p>
    </Empty>
  )
}
