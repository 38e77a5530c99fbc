import { DISPOSITIONS, OVERRIDES } from '../../../core/aggregate/report.ts'
import type { AnsweredSources } from '../../../services/answers/answered.ts'
import { Passed } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { DISPOSITION_WORDS, OVERRIDE_WORDS, policyWords } from '../../words/dmarc.ts'
import { type DmarcPlace, windowOf, withQuery } from './asked.ts'
import { ReportTable } from './reports.tsx'
import { StillOpen } from './sources/pending.tsx'
import { AnsweredTable } from './sources/table.tsx'
import { SourceTable } from './sources.tsx'
import type { Report, Source, Summary } from './told.ts'

const MOST_SENDERS = 5

/** Sums of the window, each with the way to the rows it is made of. */
export function Totals({ place, summary }: { place: DmarcPlace; summary: Summary }) {
  const { messages, pass, policy, latestReportAt } = summary
  const { href } = place.site
  const { id } = place.domain
  const window = windowOf(place.asked)
  const sources = (more: Readonly<Record<string, string>>) =>
    withQuery(href.domainDmarcSources(id), { ...window, ...more })
  const done = DISPOSITIONS.filter((one) => summary.dispositions[one] > 0)
  const overrides = OVERRIDES.filter((one) => summary.overrides[one] > 0)
  return (
    <Section id="totals" title="Totals">
      <Facts
        facts={[
          ['Messages', amount(messages)],
          ['Passed DMARC', <Passed key="pass" pass={pass} messages={messages} />],
          [
            'Failed DMARC',
            <>
              <Passed pass={messages - pass} messages={messages} />{' '}
              {messages > pass && <a href={sources({ result: 'fail' })}>by source</a>}
            </>,
          ],
          ['Passed by DKIM', <Passed key="dkim" pass={summary.dkimAligned} messages={messages} />],
          ['Passed by SPF', <Passed key="spf" pass={summary.spfAligned} messages={messages} />],
          [
            'What receivers did',
            done.map((one) => `${DISPOSITION_WORDS[one]}: ${amount(summary.dispositions[one])}`).join('\n'),
          ],
          ...(overrides.length > 0
            ? [
                [
                  'Policy overrides',
                  overrides
                    .map((one) => `${OVERRIDE_WORDS[one]}: ${amount(summary.overrides[one])}`)
                    .join('\n'),
                ] as const,
              ]
            : []),
          [
            'Reports',
            <>
              <a href={withQuery(href.domainDmarcReports(id), window)}>{amount(summary.reports)}</a> from{' '}
              <a href={sources({ group_by: 'reporter' })}>
                {amount(summary.reporters)} {plural(summary.reporters, 'reporter')}
              </a>
            </>,
          ],
          [
            'Sources',
            <a key="ips" href={sources({ group_by: 'ip' })}>
              {amount(summary.sources)} IP {plural(summary.sources, 'address', 'addresses')}
            </a>,
          ],
          ...(policy
            ? [
                [
                  'Policy they saw last',
                  <a key="policy" href={withQuery(href.domainDmarcPolicy(id), window)}>
                    <code>{policyWords(policy.policy)}</code>
                  </a>,
                ] as const,
              ]
            : []),
          ...(latestReportAt
            ? [['Newest report arrived', <Moment key="newest" at={latestReportAt} />] as const]
            : []),
        ]}
      />
      <p class="quiet">
        A message passes DMARC when DKIM or SPF passes for the domain in its From, or one that is aligned with
        it. A message can pass by both. Days are in UTC.
      </p>
    </Section>
  )
}

export interface ListsProps {
  place: DmarcPlace
  summary: Summary
  /** Who sends. open: it is being worked out. Where nobody knows, or it takes too long: addresses with most messages. */
  senders: AnsweredSources | 'open' | readonly Source[]
  /** The newest. */
  reports: readonly Report[]
}

/** Who sends most, and what came last. */
export function Lists({ place, senders, reports, summary }: ListsProps) {
  const { href } = place.site
  const { id } = place.domain
  const window = windowOf(place.asked)
  return (
    <>
      <Section id="sources" title="Sources with most messages">
        <Senders place={place} senders={senders} whole={summary.messages} />
        <p>
          <a href={withQuery(href.domainDmarcSources(id), window)}>All sources</a>
        </p>
      </Section>
      <Section id="reports" title="Newest reports">
        <ReportTable place={place} reports={reports} />
        <p>
          <a href={withQuery(href.domainDmarcReports(id), window)}>All reports</a>
        </p>
      </Section>
    </>
  )
}

function Senders({ place, senders, whole }: Pick<ListsProps, 'place' | 'senders'> & { whole: number }) {
  const { site, domain, asked } = place
  if (senders === 'open') {
    const query = { ...windowOf(asked), group_by: 'ip' }
    return <StillOpen byAddress={withQuery(site.href.domainDmarcSources(domain.id), query)} />
  }
  if (!('sources' in senders)) return <SourceTable place={place} by="ip" sources={senders} messages={whole} />
  return (
    <AnsweredTable
      place={place}
      caption="Sources with most messages"
      sources={senders.sources.toSorted((a, b) => b.messages - a.messages).slice(0, MOST_SENDERS)}
      whole={whole}
      isSaid
      withStanding
    />
  )
}
