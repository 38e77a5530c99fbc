import type { ComponentChildren } from 'preact'
import { refusalOf } from '../../../core/access/permission.ts'
import type { Usage } from '../../../services/people/own-accounts.ts'
import type { SessionActor } from '../../../services/people/sessions.ts'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { counted } from './counted.ts'

interface AccountProps {
  site: Site
  usage: Usage
  actor: SessionActor
  isVisiting: boolean
  filled: Filled
  notice?: string | undefined
}

/** An account: its plan, what was used of it, its name, and its end. */
export function AccountDocument(props: AccountProps) {
  const { site, usage, actor, isVisiting, filled, notice } = props
  const { account } = usage
  const may = (action: Parameters<typeof refusalOf>[1]) => refusalOf(actor, action) === undefined
  return (
    <AreaPage site={site} area="settings" title="Account" lede={<span class="unbroken">{account.name}</span>}>
      {notice !== undefined && <Notice kind="done">{notice}</Notice>}
      {usage.owners === 0 && (
        <Notice kind="note">
          This account has no owner. Whoever runs this server can invite one:{' '}
          <code>mailgauge account invite NAME --role owner</code>
        </Notice>
      )}
      <UsageSection usage={usage} />
      {may('account.rename') && (
        <Section id="rename" title="Name">
          <Form action={site.href.account} button="Rename" filled={filled}>
            <Field
              name="name"
              label="Name of the account"
              maxlength={100}
              filled={{ ...filled, typed: { name: account.name, ...filled.typed } }}
            />
          </Form>
        </Section>
      )}
      <EndSection site={site} may={may} isVisiting={isVisiting} />
    </AreaPage>
  )
}

function UsageSection({ usage }: { usage: Usage }) {
  const { plan, tests, fullReports, renewsAt, people, monitors, webhooks } = usage
  const isGated = plan.fullReportsPerMonth !== undefined && fullReports >= plan.fullReportsPerMonth
  const isSpent = plan.monthlyTests !== undefined && tests >= plan.monthlyTests
  return (
    <Section id="plan" title="Plan and usage">
      <dl class="figures">
        <Figure name="Plan">{plan.name}</Figure>
        <Figure name="API">
          {plan.api
            ? `${plan.ratePerMinute} requests a minute over all keys, and ${plan.burst} more at once`
            : 'Not in this plan: API keys do not work.'}
        </Figure>
        <Figure name="Tests this month">{counted(tests, plan.monthlyTests)}</Figure>
        <Figure name="Full reports this month">{counted(fullReports, plan.fullReportsPerMonth)}</Figure>
        <Figure name="Monitors">{counted(monitors, plan.monitors)}</Figure>
        <Figure name="Webhooks and alert channels">{counted(webhooks, plan.webhooks)}</Figure>
        {plan.testLifetimeDays !== undefined && (
          <Figure name="Tests are kept for">{plan.testLifetimeDays} days</Figure>
        )}
        <Figure name="People">{people}</Figure>
      </dl>
      {(plan.monthlyTests !== undefined || plan.fullReportsPerMonth !== undefined) && (
        <p class="quiet">
          Tests and full reports are counted by the calendar month in UTC. The next one begins{' '}
          <Moment at={renewsAt} />.
        </p>
      )}
      {isSpent && (
        <Notice kind="note">
          The tests of this month are used up. An instance admin can move the account to a larger plan.
          Otherwise wait for the next month.
        </Notice>
      )}
      {isGated && (
        <Notice kind="note">
          The full reports of this month are used up. Further tests are scored, and their reports show the
          score alone. On a plan with more full reports those reports are shown in full at once: nothing has
          to be sent again. An instance admin can change the plan.
        </Notice>
      )}
    </Section>
  )
}

function Figure({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface EndProps {
  site: Site
  may(action: Parameters<typeof refusalOf>[1]): boolean
  isVisiting: boolean
}

function EndSection({ site, may, isVisiting }: EndProps) {
  const link = (path: string, words: string, says: string) => (
    <li>
      <a href={`${site.href.account}/${path}`}>{words}</a> <span class="quiet">{says}</span>
    </li>
  )
  if (isVisiting) return null
  return (
    <Section id="more" title="Export, leave, hand over, delete">
      <ul class="plain links-with-words">
        {may('account.export') && link('export', 'Export the account', 'Everything in it, as one archive.')}
        {link('leave', 'Leave the account', 'Your access ends; everything else stays.')}
        {may('account.transfer') &&
          link('transfer', 'Hand the account over', 'Another person becomes its owner, and you an admin.')}
        {may('account.delete') && link('delete', 'Delete the account', 'With everything in it, for good.')}
      </ul>
    </Section>
  )
}
