import type { ComponentChildren } from 'preact'
import type { OfTest, Side, TwoReports } from '../../../services/comparing/comparing.ts'
import { capital } from '../../../services/telling/numbers.ts'
import { Address } from '../../components/address.tsx'
import { inSentence, namesOf } from '../../components/compare/names.ts'
import { Samples } from '../../components/samples.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { Sides } from './two.tsx'

/** What follows a test until there is something to compare. */
export interface Live {
  events: string
  version: string
  report: boolean
}

const REFRESH_SECONDS = 5

interface TooFewProps {
  site: Site
  /** Whoever looks at it may send samples to it. */
  changeable: boolean
  view: OfTest['view']
  live: Live
}

/** A test of which fewer than two messages have a report. */
export function TooFewDocument({ site, view, live, changeable }: TooFewProps) {
  const { messages, test, address } = view
  const isOpen = messages.some(({ outcome }) => !outcome)
  const scored = messages.filter(({ outcome }) => outcome?.status === 'scored').length
  const title = isOpen ? 'A message is being analysed' : scored === 0 ? 'No report yet' : 'One report so far'
  return (
    <Layout site={site} title="Compare" refresh={REFRESH_SECONDS} live={live}>
      <div class="narrow stack">
        <h1>Nothing to compare yet</h1>
        <Empty title={title}>
          {isOpen && <p>This page shows the comparison as soon as two messages have a report.</p>}
          {!isOpen && messages.length > scored && (
            <p>
              {messages.length - scored === 1 ? 'Another message' : `${messages.length - scored} messages`}{' '}
              could not be analysed.
            </p>
          )}
          {test.source === 'upload' && <p>This test was made from a file, and its address takes no mail.</p>}
          {test.source === 'monitor' && <p>Each message to a monitor makes a test of its own.</p>}
          {test.source !== 'upload' && test.source !== 'monitor' && (
            <>
              <p>
                Fix something and send the message to the same address again. This page then shows what
                changed.
              </p>
              <Address address={address} />
              {changeable && <Samples site={site} token={test.token} />}
            </>
          )}
        </Empty>
        <p>
          <a class="button button-quiet" href={site.href.test(test.token)}>
            {scored > 0 ? 'Back to the report' : 'Back to the test'}
          </a>
        </p>
      </div>
    </Layout>
  )
}

interface NotComparedProps {
  site: Site
  two: TwoReports
  choose: ComponentChildren
  /** Present where one of them may get its report yet. */
  live?: Live
}

/** Two messages that cannot be compared: the same one, or one without a report. */
export function NotComparedDocument({ site, two, choose, live }: NotComparedProps) {
  const { title, says } = whyNot(two)
  return (
    <Layout site={site} title={title} {...(live && { live, refresh: REFRESH_SECONDS })}>
      <div class="stack compare">
        <div>
          <h1>{title}</h1>
          <p class="lede">{says}</p>
        </div>
        {!two.isSame && <Sides site={site} two={two} />}
        {choose}
      </div>
    </Layout>
  )
}

/** One of them has no outcome yet. */
export function isPending({ before, after }: TwoReports): boolean {
  return [before, after].some(({ message }) => message && !message.outcome)
}

function whyNot(two: TwoReports): { title: string; says: string } {
  if (two.isSame) {
    return {
      title: 'The same message twice',
      says: 'Both are one and the same message, so there is no difference. Choose another one to compare it with.',
    }
  }
  const [first, second] = namesOf(two)
  const told = [[first, two.before] as const, [second, two.after] as const].filter(
    ([, { judged }]) => !judged,
  )
  return {
    title: isPending(two) ? 'Not analysed yet' : 'There is nothing to compare',
    says: told.map(([name, side]) => `${capital(inSentence(name))} ${without(side)}`).join(' '),
  }
}

function without({ message }: Side): string {
  if (!message) return 'has no message: nothing has arrived at its address yet.'
  const { outcome } = message
  if (!outcome) return 'is being analysed. This page shows the comparison as soon as its report is there.'
  return outcome.status === 'failed' ? `could not be analysed: ${outcome.reason}` : 'has no report.'
}
