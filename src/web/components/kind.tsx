import type { MessageKind } from '../../core/report.ts'
import type { Site } from '../site.ts'
import type { ShownReport, TestPage } from '../view.ts'

const KINDS: Readonly<Record<MessageKind, { name: string; means: string }>> = {
  transactional: {
    name: 'transactional mail',
    means: 'The rules for newsletters and lists were not applied.',
  },
  marketing: { name: 'marketing mail', means: 'The rules for newsletters and lists were applied.' },
  list: { name: 'mailing list mail', means: 'The rules for newsletters and lists were applied.' },
  personal: { name: 'personal mail', means: 'The rules for newsletters and lists were not applied.' },
}

interface KindProps {
  site: Site
  page: TestPage
  report: ShownReport
}

/** What the message was taken for, which decides what applies to it, and the way to correct it. */
export function Kind({ site, page, report }: KindProps) {
  const { name, means } = KINDS[report.kind]
  const bulk = report.saidByOwner?.bulk === true
  return (
    <section class="group group-kind" aria-labelledby="kind">
      <h2 id="kind">Read as {name}</h2>
      <p>
        {means}{' '}
        {bulk
          ? 'It counts as sent in bulk: 5,000 messages a day or more to one provider.'
          : 'The requirements for senders of 5,000 messages a day or more were not applied.'}
      </p>
      {report.kindReasons.length > 0 && (
        <ul class="reasons">
          {report.kindReasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {page.changeable && (
        <p class="after">
          <a href={site.href.kind(page.token)}>Say what kind of mail it is, and how much is sent</a>
        </p>
      )}
    </section>
  )
}
