import type { ListedTest } from '../../../services/mail-tests/account-tests.ts'
import { Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Table } from '../../components/shown/table.tsx'
import { NewTestButton } from '../../components/tests/new-test.tsx'
import type { Site } from '../../site.ts'
import { score as written } from '../../wording.ts'
import { published } from '../../words/published.ts'

interface TestsProps {
  site: Site
  domain: string
  tests: readonly ListedTest[]
  now: Date
}

/** The last tests of mail from the domain. */
export function DomainTests({ site, domain, tests, now }: TestsProps) {
  return (
    <Section id="tests" title="Last tests">
      {tests.length === 0 ? (
        <>
          <p>
            No message from {domain} was tested lately. Send one to a test address to see how it is made and
            sent.
          </p>
          <NewTestButton site={site} />
        </>
      ) : (
        <>
          <Table
            caption={`Tests of mail from ${domain}`}
            columns={[{ words: 'Message' }, { words: 'Score', number: true }, { words: 'When' }]}
            rows={tests.map(({ token, subject, score, createdAt, receivedAt }) => ({
              key: token,
              cells: [
                <a key="subject" href={site.href.test(token)}>
                  {subject === undefined || subject === '' ? 'Without a subject' : published(subject)}
                </a>,
                score === undefined ? '–' : written(score),
                <Ago key="at" at={receivedAt ?? createdAt} now={now} />,
              ],
            }))}
          />
          <p>
            <a href={`${site.href.tests}?domain=${encodeURIComponent(domain)}`}>All tests of this domain</a>
          </p>
        </>
      )}
    </Section>
  )
}
