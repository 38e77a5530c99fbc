import type { ReportedMail } from '../../services/answers/reported-mail.ts'
import type { ToldBySteps } from '../../services/telling/told-once.ts'
import type { OneClick } from '../../services/unsubscribing/unsubscribing.ts'
import { checkTitle } from '../check-names.ts'
import { Aside } from '../components/aside.tsx'
import { BounceSection } from '../components/bounce/section.tsx'
import { SinceLine } from '../components/compare/since-line.tsx'
import { Kind } from '../components/kind.tsx'
import { LaterNotice } from '../components/notice.tsx'
import { CategorySection } from '../components/report/category.tsx'
import { CheckTitles } from '../components/report/check-titles.ts'
import { DeliveryPath } from '../components/report/folds/delivery-path.tsx'
import { OtherProviders, ProviderChoiceForm } from '../components/report/folds/provider-choice.tsx'
import { ProviderMatrix } from '../components/report/folds/provider-matrix.tsx'
import { standingOf } from '../components/report/folds/standing.ts'
import { Glance } from '../components/report/glance.tsx'
import { Head } from '../components/report/head/head.tsx'
import { MessageSection } from '../components/report/message.tsx'
import { PlanSection } from '../components/report/plan.tsx'
import { Preview } from '../components/report/preview.tsx'
import { ReportedMailLine } from '../components/report/reported-mail.tsx'
import { OneClickSection } from '../components/tests/one-click.tsx'
import { planOf, toldIn } from '../plan.ts'
import { type Category, categoriesOf, sectionsOf } from '../sections.ts'
import type { Site } from '../site.ts'
import type { ShownReport, TestPage } from '../view.ts'

interface ScoredProps {
  site: Site
  page: TestPage
  report: ShownReport
}

interface Beside {
  mail?: ReportedMail
  oneClick?: OneClick
}

/** The report, and beside it what is known of other mail of its domain, and of its one-click request. */
export function Scored({ mail, oneClick, ...shown }: ScoredProps & Beside) {
  const { site, page, report } = shown
  const checks = shownChecks(page, report)
  const sections = sectionsOf(checks)
  const categories = categoriesOf(checks, site.checks)
  const plan = planOf(report.plan ?? [], report.checks)
  return (
    <CheckTitles.Provider value={(name) => titleIn(report, name)}>
      <div class="split">
        <div>
          <LaterNotice site={site} page={page} />
          <BounceSection site={site} page={page} />
          <Head site={site} page={page} report={report} sections={sections} />
          <SinceLine site={site} page={page} />
          {mail && <ReportedMailLine site={site} mail={mail} />}
          <Glance categories={categories} />
          <PlanSection report={report} plan={plan} />
          <Preview site={site} page={page} />
          <Categories {...shown} oneClick={oneClick} categories={categories} told={toldIn(plan)} />
          <DeliveryPath
            hops={page.messageView?.hops ?? []}
            standing={standingOf(report.checks, ['delivery-path'])}
          />
          <MessageSection page={page} />
          <Kind site={site} page={page} report={report} />
        </div>
        <Aside site={site} page={page} />
      </div>
    </CheckTitles.Provider>
  )
}

/** Without those of mailbox providers that this reader does not look at. */
function shownChecks({ providerChoice }: TestPage, { checks }: ShownReport): ShownReport['checks'] {
  if (!providerChoice) return checks
  const { known, shown } = providerChoice
  return checks.filter(({ name }) => !known.includes(name) || shown.includes(name))
}

const titleIn = ({ checks }: ShownReport, name: string) =>
  checkTitle(checks.find((check) => check.name === name) ?? { name })

/** What stands above the checks of providers. */
function ProviderGroup({ site, page, report, order }: ScoredProps & { order: readonly string[] }) {
  const { providerChoice: choice, messageView } = page
  const providers = messageView?.providers ?? []
  return (
    <>
      <ProviderMatrix
        providers={providers.filter(({ check }) => !choice || choice.shown.includes(check))}
        order={order}
        titleOf={(name) => titleIn(report, name)}
      />
      {choice && (
        <ProviderChoiceForm
          site={site}
          token={page.token}
          choice={choice}
          titleOf={(name) => titleIn(report, name)}
        />
      )}
      {choice && <OtherProviders choice={choice} checks={report.checks} />}
    </>
  )
}

interface CategoriesProps extends ScoredProps {
  categories: readonly Category[]
  told: ReadonlyMap<string, ToldBySteps>
  oneClick: OneClick | undefined
}

function Categories({ site, page, report, categories, told, oneClick }: CategoriesProps) {
  const weights = new Map(site.checks.map((entry) => [entry.name, entry.weight]))
  return (
    <>
      {categories.map((category) => (
        <CategorySection
          key={category.group}
          category={category}
          weightOf={(name) => weights.get(name) ?? 0}
          told={told}
        >
          {category.group === 'providers' && (
            <ProviderGroup site={site} page={page} report={report} order={[...weights.keys()]} />
          )}
          {category.group === 'content' && oneClick && (
            <OneClickSection site={site} token={page.token} oneClick={oneClick} />
          )}
        </CategorySection>
      ))}
    </>
  )
}
