import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import type { AggregateRecord } from '../../../../src/core/aggregate/report.ts'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import type { NewAggregate } from '../../../../src/store/aggregates.ts'
import type { Store } from '../../../../src/store/store.ts'
import { account, later, random, THEN } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'
import { FIRST_DAY } from '../../contract/aggregates/recipes.ts'

export interface Owner {
  accountId: string
  domain: string
  domainId: string
}

/** An account with a verified domain. */
export async function owner(store: Store): Promise<Owner> {
  const { id: accountId } = account()
  await store.accounts.create({ ...account(), id: accountId })
  const domain = `${crypto.randomUUID()}.example.org`
  return { accountId, domain, domainId: await verified(store, accountId, domain) }
}

export async function verified(store: Store, accountId: string, domain: string): Promise<string> {
  const id = crypto.randomUUID()
  const entry = newEntry({ id, accountId, domain, token: tokenFrom(random), createdAt: THEN })
  const about = { accountId, target: domain }
  await store.domains.add(entry, { verified: 100, unverified: 100 }, said('domain.added', about))
  const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
  await store.domains.looked(id, { state: 'found', at: later(1) }, { verified: 100, later: 0, entries })
  return id
}

export const deleted = (store: Store, { accountId }: Owner, domainId: string) =>
  store.domains.delete(accountId, domainId, said('domain.deleted', { accountId }))

type Changes = Partial<Omit<NewAggregate, 'aggregate'>> & {
  reportId?: string
  content?: string
  day?: number
  pieces?: AggregateRecord[][]
  orgName?: string
}

export const record = (
  domain: string,
  host: number,
  changes: Partial<AggregateRecord> = {},
): AggregateRecord => ({
  ip: `10.${host >> 16}.${(host >> 8) & 255}.${host & 255}`,
  count: 1,
  dkim: host % 3 !== 0,
  spf: host % 5 === 0,
  disposition: 'none',
  headerFrom: domain,
  results: host % 2,
  ...changes,
})

/** Pieces of a thousand records, each of another address. */
export const manyPieces = (domain: string, count: number): AggregateRecord[][] =>
  Array.from({ length: count }, (_, piece) =>
    Array.from({ length: 1000 }, (_, at) => record(domain, (piece * 1000 + at) % 9000)),
  )

export function reportFor({ accountId, domain }: Owner, changes: Changes = {}): NewAggregate {
  const { reportId = crypto.randomUUID(), content = crypto.randomUUID(), day = FIRST_DAY, ...rest } = changes
  const { pieces = [[record(domain, 1)]], orgName = 'Receiver', ...of } = rest
  const results = [
    { dkim: [{ domain, selector: 's', result: 'pass' }], spf: [], reasons: [] },
    { dkim: [{ domain, result: 'fail' }], spf: [{ domain: `b.${domain}`, result: 'pass' }], reasons: [] },
  ]
  return {
    accountId,
    fileId: crypto.randomUUID(),
    uid: `dmr_${crypto.randomUUID()}`,
    receivedAt: later(2),
    authenticated: false,
    ...of,
    aggregate: {
      head: {
        format: 'rfc7489',
        orgName,
        reportId,
        begin: day * 86_400,
        end: day * 86_400 + 86_399,
        policyDomain: domain,
        policy: { p: 'none', adkim: 'r', aspf: 'r' },
        errors: [],
        warnings: [],
        recovered: false,
        records: pieces.flat().length,
        skipped: 0,
        contentHash: Bun.SHA256.hash(content, 'hex'),
      },
      pieces: pieces.map((records) => packPiece({ results, records })),
    },
  }
}
