import { dateOfDay } from '../../../services/aggregates/window.ts'
import type { ReportedMail } from '../../../services/answers/reported-mail.ts'
import { withQuery } from '../../pages/dmarc/asked.ts'
import type { Site } from '../../site.ts'
import { plural } from '../../wording.ts'
import { amount, rate } from '../../words/amounts.ts'
import { published } from '../../words/published.ts'
import { DomainName } from '../domain/domain-name.tsx'

/** How all mail of the domain in From fared at receivers, for people of an account that has verified it. */
export function ReportedMailLine({ site, mail }: { site: Site; mail: ReportedMail }) {
  const { domainId, domain, window, messages, pass, others, worst } = mail
  const query = {
    from: dateOfDay(window.from),
    to: dateOfDay(window.to),
    ...(window.authenticated && { authenticated: 'true' }),
  }
  return (
    <p class="since">
      <span>
        Of your mail from <DomainName name={domain} /> last week,{' '}
        <a
          href={withQuery(site.href.domainDmarcSources(domainId), query)}
          title={`${query.from} to ${query.to}, UTC`}
        >
          {rate(pass, messages)} passed DMARC at receivers
        </a>
        .
        {worst && (
          <>
            {' '}
            Most failures came from{' '}
            <a href={withQuery(site.href.domainDmarcSource(domainId), { ...query, key: worst.key })}>
              {published(worst.name)}
            </a>{' '}
            ({amount(worst.failing)} {plural(worst.failing, 'message')}).
          </>
        )}
        {others > 0 && (
          <>
            {' '}
            {amount(others)} {plural(others, 'message')} of senders that are most likely not yours{' '}
            {others === 1 ? 'is' : 'are'} not counted.
          </>
        )}
      </span>
    </p>
  )
}
