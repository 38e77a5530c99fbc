import { Section } from '../../components/frame/area.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import type { DomainPageProps } from './page.ts'

/** What recipients complain about, in a line. */
export function DomainComplaints({
  site,
  row: { domain },
  complaints,
}: Pick<DomainPageProps, 'site' | 'row' | 'complaints'>) {
  if (!complaints) return null
  const { complaints: count, latestAt, lasting } = complaints
  const path = site.href.domainComplaints(domain.id)
  const isNew = latestAt === undefined
  return (
    <Section id="complaints" title="Complaints">
      <p>
        {lasting.length > 0 && <span class="badge badge-poor">Too many</span>}{' '}
        {isNew
          ? 'Mailbox providers tell when recipients mark mail as spam, where they are asked to. '
          : `${amount(count)} ${plural(count, 'complaint')} in the last 30 days. `}
        <a href={path}>{isNew ? 'Register for their reports' : 'Its complaints'}</a>
      </p>
    </Section>
  )
}
