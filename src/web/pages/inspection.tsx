import type { Inspection } from '../../core/inspection.ts'
import { CheckGroups } from '../components/report/check-groups.tsx'
import { Layout } from '../layout.tsx'
import { sectionsOf } from '../sections.ts'
import type { Site } from '../site.ts'
import type { ShownCheck } from '../view.ts'
import { count, plural } from '../wording.ts'

interface FormProps {
  site: Site
  /** As it was typed. */
  typed?: string
  /** Why there is no result. */
  notice?: { title: string; says: string }
}

/** `/check`: asks for a domain or an address. */
export function InspectionForm({ site, typed = '', notice }: FormProps) {
  return (
    <Layout site={site} title={notice ? notice.title : 'Check a domain or an address'}>
      <div class="narrow stack">
        {notice && (
          <p class="notice" role="alert">
            <strong>{notice.title}.</strong> {notice.says}
          </p>
        )}
        <h1>Check a domain or an address</h1>
        <p class="lede">
          What the DNS and blocklists say without a message: SPF, DKIM, DMARC, mail hosts and transport policy
          of a domain, reverse DNS and listings of an IP address.
        </p>
        {site.anonymousTests && <NameForm site={site} typed={typed} />}
      </div>
    </Layout>
  )
}

interface ResultProps {
  site: Site
  subject: Inspection['subject']
  checks: readonly ShownCheck[]
}

/** What was found. */
export function InspectionResult({ site, subject, checks }: ResultProps) {
  const { advice, undetermined } = sectionsOf(checks)
  const failed = advice.filter(({ status }) => status === 'failed')
  return (
    <Layout site={site} title={subject.name}>
      <div class="narrow stack">
        <header>
          <h1 class="inspected">{subject.name}</h1>
          <p class="lede">{summary(failed.length, undetermined.length)}</p>
        </header>
        <CheckGroups checks={checks} />
        <p class="quiet">
          There is no score: only a message has one.{' '}
          <a href={site.href.home}>Send a message to a test address</a> to see how it is made and sent.
        </p>
        <NameForm site={site} typed={subject.name} again />
      </div>
    </Layout>
  )
}

function summary(failed: number, open: number): string {
  if (failed > 0)
    return `${count(failed)} ${plural(failed, 'thing')} to fix.`.replace(/^./, (a) => a.toUpperCase())
  return open > 0 ? 'Nothing that could be determined needs fixing.' : 'Nothing needs fixing.'
}

function NameForm({ site, typed, again = false }: { site: Site; typed: string; again?: boolean }) {
  return (
    <form method="get" action={site.href.check} class="inspect stack">
      <label for="name">{again ? 'Check another one' : 'Domain or IP address'}</label>
      <div class="upload-line">
        <input
          type="text"
          id="name"
          name="name"
          value={typed}
          required
          maxlength={300}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          placeholder="example.org"
          class="typed"
        />
        <button type="submit" class="button">
          Check
        </button>
      </div>
      <p class="quiet">It takes up to fifteen seconds: every record is looked up again.</p>
    </form>
  )
}
