import { FEEDBACK_TYPES } from '../../../core/complaints/complaint.ts'
import { dateOfDay } from '../../../services/aggregates/window.ts'
import type { ProviderRow } from '../../../services/complaints/complaints.ts'
import { complaintRate } from '../../../services/complaints/watching/words.ts'
import { longDay } from '../../components/chart/slots.ts'
import { Theirs } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Table } from '../../components/shown/table.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { CAMPAIGN_WORDS, rateBadge, TYPE_WORDS } from '../../words/complaints.ts'
import type { ComplaintsProps } from './props.ts'

/** What one page shows, which is to stay below 60 KB. */
const MOST_ROWS = 40

/** Who told of them, and what part it is of what was sent there. */
export function ByProvider({ overview: { providers } }: ComplaintsProps) {
  if (providers.length === 0) return null
  const shown = providers.slice(0, MOST_ROWS)
  return (
    <Section id="providers" title="By provider">
      <Table
        caption="Complaints by provider"
        columns={[
          { words: 'Provider' },
          { words: 'Complaints', number: true },
          { words: 'Sent there', number: true },
          { words: 'Rate', number: true },
          { words: 'Last', number: true },
        ]}
        rows={shown.map((row) => ({
          key: row.provider,
          cells: [
            row.provider === '' ? 'More providers' : <Theirs text={row.name} />,
            amount(row.complaints),
            row.sent === undefined ? 'not known' : amount(row.sent),
            <Rate key="rate" rate={row.rate} />,
            longDay(dateOfDay(row.lastDay)),
          ],
        }))}
      />
      <p class="quiet">
        {providers.length > shown.length && `${amount(providers.length - shown.length)} more are not shown. `}
        Sent there is what the provider’s own DMARC reports count as passed. The rate is of the same days,
        without today and yesterday, and is told from 100 messages on. Gmail asks for less than 0.1% and never
        0.3%, Yahoo for less than 0.3%.
      </p>
    </Section>
  )
}

function Rate({ rate }: { rate: ProviderRow['rate'] | undefined }) {
  if (rate === undefined) return <>not known</>
  const judged = rateBadge(rate)
  return (
    <>
      {complaintRate(rate)} {judged && <span class={`badge ${judged.badge}`}>{judged.words}</span>}
    </>
  )
}

/** What was complained about. */
export function ByCampaign({ overview }: ComplaintsProps) {
  const { campaigns, moreCampaigns, withoutCampaign, beyondCampaigns } = overview
  if (campaigns.length + withoutCampaign + beyondCampaigns === 0) return null
  const shown = campaigns.slice(0, MOST_ROWS)
  const more = moreCampaigns + campaigns.length - shown.length
  return (
    <Section id="campaigns" title="By campaign">
      {shown.length > 0 && (
        <Table
          caption="Complaints by campaign"
          columns={[
            { words: 'Campaign' },
            { words: 'Named in' },
            { words: 'Complaints', number: true },
            { words: 'Other reports', number: true },
            { words: 'Last', number: true },
          ]}
          rows={shown.map(({ campaign: { field, name }, complaints, others, lastDay }) => ({
            key: `${field} ${name}`,
            cells: [
              <Theirs key="name" text={name} />,
              CAMPAIGN_WORDS[field],
              amount(complaints),
              amount(others),
              longDay(dateOfDay(lastDay)),
            ],
          }))}
        />
      )}
      <p class="quiet">
        {more > 0 && `${amount(more)} more ${plural(more, 'campaign is', 'campaigns are')} not shown. `}
        {withoutCampaign > 0 &&
          `${amount(withoutCampaign)} ${plural(withoutCampaign, 'complaint names', 'complaints name')} no campaign: put a Feedback-ID into your mail to tell them apart. `}
        {beyondCampaigns > 0 &&
          `${amount(beyondCampaigns)} ${plural(beyondCampaigns, 'complaint came', 'complaints came')} on days with more campaigns than are told apart. `}
      </p>
    </Section>
  )
}

/** What reports said, complaints and all else. */
export function ByType({ overview: { counts, unauthenticated } }: ComplaintsProps) {
  const types = FEEDBACK_TYPES.filter((type) => counts[type] || unauthenticated[type])
  if (types.length === 0) return null
  return (
    <Section id="types" title="By type">
      <Table
        caption="Reports by type"
        columns={[
          { words: 'Type' },
          { words: 'Authenticated', number: true },
          { words: 'Not authenticated', number: true },
        ]}
        rows={types.map((type) => ({
          key: type,
          cells: [TYPE_WORDS[type], amount(counts[type] ?? 0), amount(unauthenticated[type] ?? 0)],
        }))}
      />
      <p class="quiet">Only the first type counts as a complaint; “not spam” takes none back.</p>
    </Section>
  )
}
