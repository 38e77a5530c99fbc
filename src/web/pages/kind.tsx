import { KindForm } from '../components/kind-form.tsx'
import { Layout } from '../layout.tsx'
import type { Site } from '../site.ts'
import type { TestPage } from '../view.ts'

/** Asks the owner what kind of mail it is. */
export function KindDocument({ site, page }: { site: Site; page: TestPage }) {
  return (
    <Layout site={site} title="What kind of mail is this?">
      <div class="narrow stack">
        <h1>What kind of mail is this?</h1>
        <p class="lede">
          Some rules are for newsletters and lists alone, some for those who send much. All messages of this
          test are analysed again with what you say, and so is mail that it receives from now on.
        </p>
        <KindForm site={site} page={page} />
      </div>
    </Layout>
  )
}
