import type { OwnAccount } from '../../../services/people/own-accounts.ts'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Table } from '../../components/shown/table.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'

interface OwnAccountsProps {
  site: Site
  accounts: readonly OwnAccount[]
  mayCreate: boolean
  filled: Filled
  notice?: string | undefined
}

/** The accounts of somebody. */
export function OwnAccountsDocument({ site, accounts, mayCreate, filled, notice }: OwnAccountsProps) {
  return (
    <AreaPage
      site={site}
      area="me"
      title="Your accounts"
      lede="An account holds tests, API keys and the people who see them."
    >
      {notice !== undefined && <Notice kind="done">{notice}</Notice>}
      {accounts.length === 0 ? (
        <Empty title="You are in no account.">
          <p>
            {mayCreate
              ? 'Create one below, or ask somebody who has one to invite you.'
              : 'Ask somebody who has one to invite you.'}
          </p>
        </Empty>
      ) : (
        <AccountTable site={site} accounts={accounts} />
      )}
      {mayCreate && (
        <Section id="new" title="New account">
          <Form action={site.href.accounts} button="Create account" filled={filled}>
            <Field
              name="name"
              label="Name"
              hint="A company, a team or yourself."
              maxlength={100}
              filled={filled}
            />
          </Form>
        </Section>
      )}
    </AreaPage>
  )
}

function AccountTable({ site, accounts }: Pick<OwnAccountsProps, 'site' | 'accounts'>) {
  const current = site.visitor?.account?.id
  return (
    <Table
      caption="Accounts that you are in"
      columns={[
        { words: 'Account' },
        { words: 'Your role' },
        { words: 'Plan' },
        { words: 'Switch', unseen: true },
      ]}
      rows={accounts.map(({ account, role, plan }) => ({
        key: account.id,
        cells: [
          <span class="unbroken">{account.name}</span>,
          <span class="whole">{role}</span>,
          <span class="whole">{plan.name}</span>,
          account.id === current ? (
            <span class="quiet">current</span>
          ) : (
            <form method="post" action={site.href.switchAccount}>
              <button type="submit" class="button button-quiet" name="account" value={account.id}>
                Switch<span class="unseen"> to {account.name}</span>
              </button>
            </form>
          ),
        ],
      }))}
    />
  )
}
