import type { MailTest } from '../../../src/core/mail-test.ts'
import { granted, type Refusal, refused } from '../../../src/core/refusal.ts'
import type { AccountTests, ListedTest, TestQuery } from '../../../src/services/mail-tests/account-tests.ts'
import type { WebDeps } from '../../../src/web/deps.ts'
import { NOW } from '../fake-mail-tests.ts'
import { fakeSessions, peopleWith, type Somebody, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'

const WHO: Readonly<Record<string, Somebody>> = {
  viewer: { role: 'viewer' },
  member: { role: 'member' },
  owner: { role: 'owner' },
  visitor: { role: 'viewer', admin: true, visiting: true },
  nowhere: {},
}

/** A test as a list has it. */
export function listed(at: number, changes: Partial<ListedTest> = {}): ListedTest {
  const token = String.fromCharCode(97 + (at % 26)).repeat(26)
  return {
    token,
    address: `k3vq7m2xw4p${token[0]}@mail.mailgauge.example`,
    source: 'dashboard',
    status: 'scored',
    score: 7.5,
    createdAt: new Date(NOW.getTime() - at * 3_600_000),
    expiresAt: new Date(NOW.getTime() + 86_400_000),
    from: 'News <news@shop.example>',
    subject: `Offer ${at}`,
    domain: 'shop.example',
    messages: 1,
    shared: false,
    ...changes,
  }
}

/** The site with people of the account `acc_1`, over tests in memory. What was asked of the list stands in `asked`. */
export function testsSite(changes: Partial<WebDeps> = {}) {
  const { sessions } = fakeSessions(
    Object.fromEntries(Object.entries(WHO).map(([name, who]) => [name, somebody(who)])),
  )
  const asked: TestQuery[] = []
  const did: unknown[][] = []
  let items: ListedTest[] = []
  let refusal: Refusal | undefined
  let next: string | undefined
  const make = async (changed: Partial<MailTest> = {}) => {
    if (refusal) return refused(refusal)
    const token = await site.fake.create()
    site.fake.change(token, { source: 'dashboard', accountId: 'acc_1', creatorId: 'per_1', ...changed })
    const read = await site.fake.mailTests.read({ kind: 'operator' }, token)
    if (!read.ok) throw new Error(read.refusal.kind)
    return granted(read.value.test)
  }
  const accountTests: AccountTests = {
    create: () => make(),
    find: async (_, query) => {
      asked.push(query)
      const named = items.filter(({ token }) => query.words === undefined || query.words === token)
      return { items: named.slice(0, query.limit), ...(next !== undefined && { next }) }
    },
    share: async (actor, token, shared) => {
      did.push(['share', actor.personId, token, shared])
      if (refusal) return refused(refusal)
      site.fake.change(token, { shared: shared || (undefined as never) })
      return granted(undefined)
    },
    analyseAgain: async (actor, token, messageId) => {
      did.push(['again', actor.personId, token, messageId])
      return refusal ? refused(refusal) : granted(undefined)
    },
    upload: async (_, file) => {
      did.push(['upload', file.byteLength])
      return make({ source: 'upload' })
    },
  }
  const site = siteUnderTest({ people: peopleWith(sessions), accountTests, ...changes })
  const as =
    (who: string) =>
    (path: string, init: RequestInit = {}) =>
      site.ask(path, {
        ...init,
        headers: { cookie: `mailgauge=${who}`, 'sec-fetch-site': 'same-origin', ...init.headers },
      })
  return {
    ...site,
    as,
    asked,
    did,
    make: async (changed?: Partial<MailTest>) => {
      const made = await make(changed)
      if (!made.ok) throw new Error(made.refusal.kind)
      return made.value.token
    },
    list(these: ListedTest[], more?: string) {
      items = these
      next = more
    },
    refuse(with_: Refusal | undefined) {
      refusal = with_
    },
  }
}
