import { MAX_SCORE } from '../../core/report.ts'
import { checkTitle } from '../check-names.ts'
import { Aside } from '../components/aside.tsx'
import { anchor } from '../components/check.tsx'
import { SinceLine } from '../components/compare/since-line.tsx'
import { Kind } from '../components/kind.tsx'
import { Moment } from '../components/moment.tsx'
import { LaterNotice } from '../components/notice.tsx'
import { CategorySection } from '../components/report/category.tsx'
import { DeliveryPath } from '../components/report/delivery-path.tsx'
import { Glance } from '../components/report/glance.tsx'
import { MessageSection } from '../components/report/message.tsx'
import { PlanSection } from '../components/report/plan.tsx'
import { ProviderMatrix } from '../components/report/provider-matrix.tsx'
import { NotKnownSwatch, Scale } from '../components/scale.tsx'
import {
  type Category,
  categoriesOf,
  level,
  type Sections,
  sectionsOf,
  undeterminedSentence,
} from '../sections.ts'
import type { Site } from '../site.ts'
import type { ShownReport, TestPage } from '../view.ts'
import { score } from '../wording.ts'

interface ScoredProps {
  site: Site
  page: TestPage
  report: ShownReport
}

/** The report. */
export function Scored({ site, page, report }: ScoredProps) {
  const sections = sectionsOf(report.checks)
  const categories = categoriesOf(report.checks, site.checks)
  return (
    <div class="split">
      <div>
        <LaterNotice site={site} page={page} />
        <Head page={page} report={report} sections={sections} />
        <SinceLine site={site} page={page} />
        <Glance categories={categories} />
        <PlanSection report={report} />
        <Categories site={site} page={page} report={report} categories={categories} />
        <DeliveryPath hops={page.messageView?.hops ?? []} />
        <MessageSection site={site} page={page} />
        <Kind site={site} page={page} report={report} />
      </div>
      <Aside site={site} page={page} />
    </div>
  )
}

interface HeadProps {
  page: TestPage
  report: ShownReport
  sections: Sections
}

function Head({ page, report, sections }: HeadProps) {
  const open = undeterminedSentence(report.undetermined)
  const openFirst = sections.undetermined[0]
  const first = report.plan?.[0]?.check ?? sections.cost[0]?.name
  return (
    <header class={`head head-${level(report.score)}`}>
      {page.shown && (
        <p class="eyebrow">
          {reportOn(page)} <Moment at={page.shown.receivedAt} />
        </p>
      )}
      <h1 class="score">
        <span class="score-number">{score(report.score)}</span> <span class="score-of">of {MAX_SCORE}</span>
      </h1>
      <Scale
        score={report.score}
        cost={sections.cost.map((check) => ({ ...check, title: checkTitle(check) }))}
        notKnown={report.undetermined.points}
      />
      <p class="verdict">
        {report.verdict}
        {first && sections.cost.length > 1 && (
          <>
            {' '}
            Begin with{' '}
            <a href={`#${report.plan?.length ? 'plan' : anchor(first)}`}>{titleIn(report, first)}</a>.
          </>
        )}
      </p>
      {open && (
        <p class="open-note">
          <NotKnownSwatch />
          {openFirst ? <a href={`#${anchor(openFirst.name)}`}>{open}</a> : open}
        </p>
      )}
    </header>
  )
}

const titleIn = ({ checks }: ShownReport, name: string) =>
  checkTitle(checks.find((check) => check.name === name) ?? { name })

function reportOn({ messages, shown, fromFile }: TestPage): string {
  if (fromFile) return 'Report on a message file of'
  return messages.length > 1 && shown ? `Report on message ${shown.number},` : 'Report on the message of'
}

interface CategoriesProps extends ScoredProps {
  categories: readonly Category[]
}

function Categories({ site, page, report, categories }: CategoriesProps) {
  const weights = new Map(site.checks.map((entry) => [entry.name, entry.weight]))
  return (
    <>
      {categories.map((category) => (
        <CategorySection
          key={category.group}
          category={category}
          weightOf={(name) => weights.get(name) ?? 0}
          planned={Boolean(report.plan?.length)}
        >
          {category.group === 'providers' && (
            <ProviderMatrix
              providers={page.messageView?.providers ?? []}
              order={[...weights.keys()]}
              titleOf={(name) => titleIn(report, name)}
            />
          )}
        </CategorySection>
      ))}
    </>
  )
}
