import { Catalogue } from '../components/catalogue.tsx'
import { Example } from '../components/example.tsx'
import { UploadForm } from '../components/tests/new-test.tsx'
import { Layout } from '../layout.tsx'
import type { Site } from '../site.ts'

/** Why no address was made. */
export interface HomeNotice {
  title: string
  says: string
}

/** `/`: what this is, and the one thing to do. */
export function HomeDocument({ site, notice }: { site: Site; notice?: HomeNotice }) {
  return (
    <Layout site={site} title={notice ? notice.title : site.name}>
      <div class="hero">
        <div class="stack">
          {notice && (
            <p class="notice" role="alert">
              <strong>{notice.title}.</strong> {notice.says}
            </p>
          )}
          <div>
            <h1>See how well your mail is made and sent</h1>
            <p class="lede">
              Send one message to a test address and get a score out of ten, with the exact record or header
              to fix for every point it lost.
            </p>
          </div>
          {site.anonymousTests ? <Create site={site} /> : <Closed />}
          {site.anonymousTests && (
            <UploadForm site={site} action={site.href.upload} label="Or check a message file" />
          )}
          {site.smtpServer && <EvaluationNote smtpServer={site.smtpServer} />}
        </div>
        <Example />
      </div>
      <Catalogue checks={site.checks} />
    </Layout>
  )
}

function Create({ site }: { site: Site }) {
  return (
    <form method="post" action={site.href.home}>
      <button type="submit" class="button">
        Create a test address
      </button>
      <p class="quiet">No account needed. Only those who have the report’s address can see it.</p>
    </form>
  )
}

function Closed() {
  return (
    <p class="notice">
      <strong>Tests without an account are turned off here.</strong> Ask whoever runs this site for an API
      key; with it, <code>POST /v1/tests</code> gives you a test address.
    </p>
  )
}

function EvaluationNote({ smtpServer }: { smtpServer: string }) {
  return (
    <p class="quiet">
      Create an address, and a built-in sample gives you a first report within a minute. SMTP listens on{' '}
      {smtpServer}.
    </p>
  )
}
