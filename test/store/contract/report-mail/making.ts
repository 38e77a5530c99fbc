import { newEntry } from '../../../../src/core/domains/verification.ts'
import { messageIdFrom, tokenFrom } from '../../../../src/core/mail-test.ts'
import type { DomainEntry } from '../../../../src/core/sender-domain.ts'
import type { FileOutcome, NewReportMail } from '../../../../src/store/report-mail.ts'
import { account, random } from '../../../support/builders.ts'
import { envelope } from '../../../support/envelope.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

export const ROOM = { waitingBytes: 10_000_000, waitingBytesPerDomain: 5_000_000 }
export const LEASE = 60_000

/** What report mail is made of in these tests. */
export function making(store: TheStore) {
  const mail = () => store().reportMail

  async function domain(accountId?: string): Promise<DomainEntry> {
    const owner = accountId ?? account().id
    if (accountId === undefined) await store().accounts.create(account({ id: owner }))
    const name = `${crypto.randomUUID()}.example.org`
    const one = newEntry({
      id: crypto.randomUUID(),
      accountId: owner,
      domain: name,
      token: tokenFrom(random),
      createdAt: store.now(),
    })
    const entry = said('domain.added', { accountId: owner, target: name })
    await store().domains.add(one, { verified: 100, unverified: 100 }, entry)
    return one
  }

  const newMail = ({ id: domainId }: DomainEntry, changes: Partial<NewReportMail> = {}): NewReportMail => ({
    id: messageIdFrom(random),
    domainId,
    envelope: envelope({ receivedAt: store.now() }),
    raw: new TextEncoder().encode('From: a@example.net\r\n\r\nreport\r\n'),
    ...changes,
  })

  async function accepted(of: DomainEntry, changes: Partial<NewReportMail> = {}): Promise<string> {
    const one = newMail(of, changes)
    const answer = await mail().accept(one, ROOM)
    if (answer !== 'stored') throw new Error(answer)
    return one.id
  }

  /** Claims everything there is, and gives back what was not asked for. */
  async function claimed(id: string, holder = 'here/1') {
    const due = await mail().claim(holder, LEASE, 1000)
    for (const other of due.filter((one) => one.id !== id)) {
      await mail().giveBack(other, { dueAt: store.now(), stopped: false })
    }
    const one = due.find((claim) => claim.id === id)
    if (!one) throw new Error('It is not due')
    return one
  }

  const remove = (one: DomainEntry) =>
    store().domains.delete(one.accountId, one.id, said('domain.deleted', { accountId: one.accountId }))

  return { mail, domain, newMail, accepted, claimed, remove }
}

export function file(id: string, changes: Partial<FileOutcome> = {}): FileOutcome {
  return {
    id,
    name: 'google.com!example.org!1!2.xml.gz',
    size: 3,
    kind: 'aggregate',
    outcome: 'stored',
    uid: `dmr_${id}`,
    reporter: 'google.com',
    attachment: { number: 0, place: 0, bytes: new Uint8Array([1, 2, 3]), gzip: false },
    ...changes,
  }
}
