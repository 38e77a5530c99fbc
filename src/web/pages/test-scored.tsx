import { checkTitle } from '../check-names.ts'
import { Aside } from '../components/aside.tsx'
import { SinceLine } from '../components/compare/since-line.tsx'
import { Kind } from '../components/kind.tsx'
import { LaterNotice } from '../components/notice.tsx'
import { CategorySection } from '../components/report/category.tsx'
import { DeliveryPath } from '../components/report/delivery-path.tsx'
import { Glance } from '../components/report/glance.tsx'
import { Head } from '../components/report/head/head.tsx'
import { MessageSection } from '../components/report/message.tsx'
import { PlanSection } from '../components/report/plan.tsx'
import { Preview } from '../components/report/preview.tsx'
import { ProviderMatrix } from '../components/report/provider-matrix.tsx'
import { type Category, categoriesOf, sectionsOf } from '../sections.ts'
import type { Site } from '../site.ts'
import type { ShownReport, TestPage } from '../view.ts'

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
        <Head site={site} page={page} report={report} sections={sections} />
        <SinceLine site={site} page={page} />
        <Glance categories={categories} />
        <PlanSection report={report} />
        <Preview site={site} page={page} />
        <Categories site={site} page={page} report={report} categories={categories} />
        <DeliveryPath hops={page.messageView?.hops ?? []} />
        <MessageSection page={page} />
        <Kind site={site} page={page} report={report} />
      </div>
      <Aside site={site} page={page} />
    </div>
  )
}

const titleIn = ({ checks }: ShownReport, name: string) =>
  checkTitle(checks.find((check) => check.name === name) ?? { name })

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
