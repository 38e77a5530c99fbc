import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/** Columns and values of a row, for each table that what a store does leaves empty. Values are SQL. */
const ROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  idempotency_keys: { account_id: '@account', key: "'again'", expires_at: '1800000000000', test: "'{}'" },
  invitations: {
    id: "'inv_1'",
    token_hash: "x'01'",
    account_id: '@account',
    role: "'member'",
    email: "'a@example.org'",
    created_at: '1700000000000',
    expires_at: '1800000000000',
  },
  one_time_links: {
    token_hash: "x'02'",
    purpose: "'reset'",
    person_id: '@person',
    created_at: '1700000000000',
    expires_at: '1800000000000',
  },
  ceremonies: {
    id_hash: "x'03'",
    kind: "'login'",
    person_id: '@person',
    data: `'{"challenge":"x"}'`,
    expires_at: '1800000000000',
  },
  sealed_secrets: {
    id: "'sec_1'",
    purpose: "'destination'",
    owner_id: "'whk_1'",
    key_id: "'key_1'",
    value: "x'0004ff'",
  },
  report_mails: {
    id: "'rm_1'",
    account_id: '@account',
    domain_id: "'dom_1'",
    received_at: '1700000000000',
    envelope: "'{}'",
    packing: "'plain'",
    raw: "x'0d0a'",
    rank: '1',
  },
  report_domains_gone: { domain_id: "'dom_gone'" },
  complaint_letters: {
    domain_id: "'dom_1'",
    received_at: '1700000000000',
    authenticated: '1',
    subject: "'one'",
    text: "'two'",
  },
  role_mail: {
    id: "'ro_1'",
    role: "'postmaster'",
    received_at: '1700000000000',
    size: '2',
    envelope: "'{}'",
    packing: "'plain'",
    raw: "x'0d0a'",
  },
}

/** Puts a row into each table that is empty otherwise. */
export function putOneOfEach(directory: string): void {
  const driver = new Database(join(directory, 'mailgauge.db'))
  const first = (table: string) =>
    driver.query<{ id: string }, []>(`SELECT id FROM ${table} ORDER BY id LIMIT 1`).get()?.id ?? ''
  const names = { account: first('accounts'), person: first('people') }
  for (const [table, row] of Object.entries(ROWS)) {
    const values = Object.values(row).map((value) =>
      value.replace('@account', `'${names.account}'`).replace('@person', `'${names.person}'`),
    )
    driver.run(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`)
  }
  driver.close()
}
