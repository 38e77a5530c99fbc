import type { Plan } from '../../../core/access/account.ts'
import type { AccountRow, AccountRows } from '../../../services/instance/instance.ts'
import { Select } from '../../components/form/choices.tsx'
import { Confirm } from '../../components/form/confirm.tsx'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { SearchForm } from '../../components/form/search.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Table } from '../../components/shown/table.tsx'
import type { Filled } from '../../forms/problems.ts'
import { behind } from '../../links/behind.ts'
import type { Site } from '../../site.ts'
import { amount, bytes } from '../../words/amounts.ts'

interface AccountsProps {
  site: Site
  list: AccountRows
  plans: readonly Plan[]
  search: string
  /** The form of another account. */
  filled: Filled
}

/** `/admin/accounts`: the accounts of the instance, and one more. */
export function AccountsDocument({ site, list, plans, search, filled }: AccountsProps) {
  const { href } = site
  const choices = plans.map(({ name }) => ({ value: name, words: name }))
  return (
    <AreaPage
      site={site}
      area="admin"
      title="Accounts"
      lede="Tests, keys and people belong to accounts. An instance admin cannot open them without a trace: looking inside is recorded in the account’s audit log."
    >
      <SearchForm action={href.adminAccounts} label="Name" search={search} />
      {list.rows.length === 0 ? (
        <Empty title={search === '' ? 'There are no accounts yet' : 'No account has a name like that'}>
          <p>{search === '' ? 'Create the first one below.' : <a href={href.adminAccounts}>Show all</a>}</p>
        </Empty>
      ) : (
        <Table
          caption="Accounts"
          columns={[
            { words: 'Name' },
            { words: 'Plan' },
            { words: 'People', number: true },
            { words: 'Tests', number: true },
            { words: 'Holds', number: true },
            { words: 'Actions', unseen: true },
          ]}
          rows={list.rows.map((row) => ({ key: row.account.id, cells: cellsOf(site, row) }))}
        />
      )}
      {list.next !== undefined && (
        <p>
          <a class="button button-quiet" href={behind(href.adminAccounts, list.next, search)}>
            Show more
          </a>
        </p>
      )}
      <Section id="new-account" title="New account">
        <Form action={href.adminAccounts} button="Create the account" filled={filled}>
          <Field name="name" label="Name" maxlength={100} filled={filled} />
          <Select
            name="plan"
            label="Plan"
            choices={choices}
            chosen={filled.typed['plan'] ?? choices[0]?.value ?? ''}
            filled={filled}
          />
        </Form>
      </Section>
    </AreaPage>
  )
}

function cellsOf({ href }: Site, { account, plan, fellBack, people, tests, bytes: held }: AccountRow) {
  const { id, name } = account
  return [
    name,
    fellBack ? `${plan.name} (in place of “${account.plan}”, which is not in the configuration)` : plan.name,
    amount(people),
    amount(tests),
    bytes(held),
    <span key="actions" class="choice">
      <a class="button button-quiet" href={href.adminPlan(id)} aria-label={`Change plan of ${name}`}>
        Change plan
      </a>
      <a class="button button-quiet" href={href.adminVisit(id)} aria-label={`Look inside ${name}`}>
        Look inside
      </a>
    </span>,
  ]
}

interface PlanProps {
  site: Site
  row: AccountRow
  plans: readonly Plan[]
  filled: Filled
}

/** `/admin/accounts/<id>/plan`: which plan the account is to have. */
export function PlanDocument({ site, row: { account, plan }, plans, filled }: PlanProps) {
  const { href } = site
  const choices = plans.map(({ name, api }) => ({ value: name, words: api ? name : `${name} (no API)` }))
  return (
    <AreaPage
      site={site}
      area="admin"
      within={href.adminAccounts}
      title={`Plan of ${account.name}`}
      lede="Takes effect with the next request. On a plan without API access the keys of the account stop working until the account has a plan with it."
    >
      <Form
        action={href.adminPlan(account.id)}
        button="Change the plan"
        cancel={{ href: href.adminAccounts, words: 'Cancel' }}
        filled={filled}
      >
        <Select name="plan" label="Plan" choices={choices} chosen={plan.name} filled={filled} />
      </Form>
      <Section id="plans" title="What the plans allow">
        {plans.map((one) => (
          <section key={one.name} class="stack">
            <h3>{one.name}</h3>
            <Facts facts={factsOf(one)} />
          </section>
        ))}
      </Section>
    </AreaPage>
  )
}

function factsOf(plan: Plan): [string, string][] {
  const upTo = (units: number | undefined) => (units === undefined ? 'Unlimited' : amount(units))
  return [
    ['API access', plan.api ? 'Yes' : 'No'],
    ['Requests a minute', `${amount(plan.ratePerMinute)}, and ${amount(plan.burst)} at once`],
    ['Tests a month', upTo(plan.monthlyTests)],
    ['Full reports a month', upTo(plan.fullReportsPerMonth)],
    ['Verified domains', upTo(plan.domains)],
    ['Monitors', upTo(plan.monitors)],
    ['Webhooks and alert channels', upTo(plan.webhooks)],
    ...(plan.testLifetimeDays === undefined
      ? []
      : [['Tests are kept', `${plan.testLifetimeDays} days`] satisfies [string, string]]),
  ]
}

/** Asks before somebody looks into an account that is not theirs. */
export function VisitDocument({ site, row: { account } }: Pick<PlanProps, 'site' | 'row'>) {
  return (
    <Confirm
      site={site}
      title={`Look inside ${account.name}?`}
      lede="You see its tests, its reports and the text of its messages, as a viewer does, and can change nothing. The audit log of the account records your visit, with your name and the time. The visit ends after an hour, or when you end it."
      action={site.href.adminVisit(account.id)}
      button="Look inside"
      cancel={{ href: site.href.adminAccounts, words: 'Cancel' }}
    />
  )
}
