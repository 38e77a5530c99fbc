import type { ReportedMail } from '../../services/answers/reported-mail.ts'
import type { OneClick } from '../../services/unsubscribing/unsubscribing.ts'
import { OwnBar } from '../components/tests/own-bar.tsx'
import { Layout, type Unfurled } from '../layout.tsx'
import type { Site } from '../site.ts'
import type { ShownReport, TestPage } from '../view.ts'
import { score } from '../wording.ts'
import { oneLine } from '../words/one-line.ts'
import { Analysing } from './test-analysing.tsx'
import { Failed } from './test-failed.tsx'
import { Gated } from './test-gated.tsx'
import { Scored } from './test-scored.tsx'
import { Waiting } from './test-waiting.tsx'

/** Seconds between two looks of a browser without JavaScript. */
const REFRESH = { waiting: 8, analysing: 3 } as const

interface TestProps {
  site: Site
  page: TestPage
  /** It is no part of the test, so that nothing else has it. */
  beside?: BesideReport | undefined
}

/** For people of the account alone. */
export interface BesideReport {
  /** Of the domain in From, where the account has verified it. */
  mail?: ReportedMail
  oneClick?: OneClick
}

/** `/t/<token>` in each of its states. */
export function TestDocument({ site, page, beside }: TestProps) {
  const refresh = refreshOf(page)
  return (
    <Layout
      site={site}
      title={titleOf(page)}
      {...(refresh !== undefined && { refresh })}
      {...(page.report && { unfurled: unfurledOf(page.report) })}
      live={{
        events: site.href.events(page.token),
        version: page.version,
        // What is analysed once more is followed to its end.
        report: (page.state === 'scored' || page.state === 'failed') && !page.shown?.again,
      }}
    >
      <OwnBar site={site} page={page} />
      <Body site={site} page={page} beside={beside} />
    </Layout>
  )
}

function refreshOf({ state, later, shown }: TestPage): number | undefined {
  if (state === 'waiting' || shown?.triedAgainAt || shown?.again) return REFRESH.waiting
  return state === 'analysing' || later === 'analysing' ? REFRESH.analysing : undefined
}

/** As many letters of a subject as a tab or a bookmark has room for. */
const MOST_LETTERS = 60

function titleOf({ state, report, received }: TestPage): string {
  if (report) {
    const isShown = received && !received.withheld
    const subject = isShown ? oneLine(received.subject, MOST_LETTERS) : ''
    return subject === '' ? `${score(report.score)} of 10` : `${score(report.score)} · ${subject}`
  }
  if (state === 'waiting') return 'Waiting for your message'
  return state === 'failed' ? 'Could not be analysed' : 'Being analysed'
}

/** The score alone: whoever is shown a link reads neither the subject nor who sent the message. */
function unfurledOf(report: ShownReport): Unfurled {
  const title = `${score(report.score)} of 10`
  return { title, description: `How this e-mail is made and sent: ${title} points.` }
}

function Body({ site, page, beside }: TestProps) {
  if (page.report?.gated) return <Gated site={site} page={page} report={page.report} />
  if (page.report) return <Scored site={site} page={page} report={page.report} {...beside} />
  if (page.state === 'waiting') return <Waiting site={site} page={page} />
  return page.state === 'failed' ? <Failed site={site} page={page} /> : <Analysing site={site} page={page} />
}
