import { Section } from '../../components/frame/area.tsx'
import { UploadForm } from '../../components/tests/new-test.tsx'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import type { HomeNotice } from '../home.tsx'

/** `/tests/new`: the ways to a test of the account, and why there is none. */
export function NewTestDocument({ site, notice }: { site: Site; notice?: HomeNotice }) {
  const { href, visitor } = site
  return (
    <Layout site={site} title={notice?.title ?? 'New test'}>
      <div class="narrow stack">
        {notice && (
          <p class="notice notice-problem" role="alert">
            <strong>{notice.title}.</strong> {notice.says}
          </p>
        )}
        <div>
          <h1>New test</h1>
          <p class="lede">
            A test address takes messages for some days; each gets a report. The test belongs to{' '}
            {visitor?.account?.name ?? 'your account'}, and only its people can read it until you share it.
          </p>
        </div>
        <form method="post" action={href.tests}>
          <button type="submit" class="button" autofocus={notice === undefined}>
            Create a test address
          </button>
        </form>
        <Section id="file" title="Or check a message file">
          <UploadForm site={site} action={href.uploadTest} />
        </Section>
        <Section id="program" title="Or from a program">
          <p>
            <code>POST /v1/tests</code> makes a test with an API key:{' '}
            <a href={href.docs}>how to use the API</a>. Tests that a key made cannot be shared.
          </p>
        </Section>
      </div>
    </Layout>
  )
}
