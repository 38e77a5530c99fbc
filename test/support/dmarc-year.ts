import { newEntry } from '../../src/core/domains/verification.ts'
import { tokenFrom } from '../../src/core/mail-test.ts'
import type { SampleReport } from '../../src/services/samples/dmarc-year/year.ts'
import type { Store } from '../../src/store/store.ts'
import { PLAIN_STYLE, xmlBytes } from './aggregate/xml.ts'
import { account, random } from './builders.ts'
import { entry as said } from './people.ts'

/** A verified domain of an account, which is made where none is given. */
export async function provenDomain(store: Store, domain: string, accountId?: string) {
  const owner = accountId === undefined ? account() : undefined
  if (owner) await store.accounts.create(owner)
  const id = accountId ?? owner?.id ?? ''
  const at = new Date()
  const about = { accountId: id, target: domain }
  const entry = newEntry({
    id: crypto.randomUUID(),
    accountId: id,
    domain,
    token: tokenFrom(random),
    createdAt: at,
  })
  const bounds = { verified: 100, later: 0 }
  await store.domains.add(entry, { verified: 100, unverified: 100 }, said('domain.added', about))
  const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
  await store.domains.looked(entry.id, { state: 'found', at }, { ...bounds, entries })
  return { accountId: id, domain, id: entry.id, verified: true }
}

/** A report of a sample year as its reporter writes it. */
export function asWritten({ receiver, records, ...report }: SampleReport): Uint8Array {
  const { orgName, orgEmail, extraContact, generator, format } = receiver
  const truth = {
    ...report,
    reporter: orgName,
    email: orgEmail,
    ...(extraContact !== undefined && { contact: extraContact }),
    ...(generator !== undefined && { generator }),
    records,
  }
  return xmlBytes(truth, { ...PLAIN_STYLE, newStyle: format === 'rfc9990' })
}
