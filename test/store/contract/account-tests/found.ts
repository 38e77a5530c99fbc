import { expect, test } from 'bun:test'
import type { MailTest } from '../../../../src/core/mail-test.ts'
import type { TestSearch } from '../../../../src/store/mail-tests.ts'
import type { AnalysisOutcome } from '../../../../src/store/messages.ts'
import { account, mailTest, newMessage, ROOMY, report } from '../../../support/builders.ts'
import { finish } from '../../../support/claiming.ts'
import { envelope } from '../../../support/envelope.ts'
import { entry } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

interface Told {
  from?: string
  subject?: string
  score?: number
  fromDomain?: string
}

const scored = ({
  from = 'Shop <news@shop.example>',
  subject = 'hello',
  score = 9,
  fromDomain = 'shop.example',
}: Told) =>
  ({
    status: 'scored',
    report: report({ score, headline: { from, date: '', subject } }),
    evidence: {},
    fromDomain,
  }) satisfies AnalysisOutcome

export function foundContract(store: TheStore): void {
  async function owner() {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }
  async function made(accountId: string, changes: Partial<MailTest> = {}): Promise<MailTest> {
    const one = mailTest({ accountId, source: 'dashboard', ...changes })
    await store().mailTests.allocate({ test: one })
    return one
  }
  async function arrived(token: string, outcome?: AnalysisOutcome): Promise<string> {
    const message = newMessage(token, { envelope: envelope({ receivedAt: store.now() }) })
    await store().messages.accept([message], ROOMY)
    if (outcome) await finish(store(), message.id, outcome)
    return message.id
  }
  const told = async (accountId: string, said: Told, changes: Partial<MailTest> = {}) => {
    const one = await made(accountId, changes)
    await arrived(one.token, scored(said))
    return one.token
  }
  const find = (accountId: string, search: Partial<TestSearch> = {}) =>
    store().mailTests.find(accountId, { limit: 50, ...search })
  const tokens = async (accountId: string, search: Partial<TestSearch> = {}) =>
    (await find(accountId, search)).items.map(({ test: { token } }) => token)

  test('tests of an account are found, newest first, with what their latest message says', async () => {
    const [id, other] = [await owner(), await owner()]
    const waiting = await made(id)
    const answered = await told(id, { from: 'Shop <a@shop.example>', subject: 'Your order', score: 7.5 })
    await told(other, {})
    await store().mailTests.allocate({ test: mailTest() })
    const { items, next } = await find(id)
    expect(next).toBeUndefined()
    expect(items.map(({ test: { token } }) => token)).toEqual([answered, waiting.token])
    expect(items[0]).toMatchObject({
      test: { status: 'scored', score: 7.5 },
      from: 'Shop <a@shop.example>',
      subject: 'Your order',
      domain: 'shop.example',
      messages: 1,
    })
    expect(items[1]).toStrictEqual({ test: waiting, messages: 0 })
  })

  test('each filter holds, alone and together with others', async () => {
    const id = await owner()
    const at = (minutes: number) => new Date(Date.UTC(2026, 10, 1, 0, minutes))
    const pending = (await made(id, { createdAt: at(0), source: 'monitor' })).token
    const low = await told(id, { score: 2, fromDomain: 'a.example' }, { createdAt: at(1), source: 'api' })
    const high = await told(id, { score: 9.5, fromDomain: 'b.example' }, { createdAt: at(2) })
    const file = await told(id, { score: 6, fromDomain: 'a.example' }, { createdAt: at(3), source: 'upload' })
    const { token: failed } = await made(id, { createdAt: at(4) })
    await arrived(failed, { status: 'failed', reason: 'no message' })
    const cases: [Partial<TestSearch>, string[]][] = [
      [{ status: 'pending' }, [pending]],
      [{ status: 'failed' }, [failed]],
      [{ status: 'scored' }, [file, high, low]],
      [{ sources: ['dashboard', 'upload'] }, [failed, file, high]],
      [{ sources: ['monitor'] }, [pending]],
      [{ minScore: 6 }, [file, high]],
      [{ maxScore: 6 }, [file, low]],
      [{ minScore: 6, maxScore: 6 }, [file]],
      [{ domain: 'a.example' }, [file, low]],
      [{ domain: 'A.EXAMPLE', maxScore: 3 }, [low]],
      [{ since: at(2) }, [failed, file, high]],
      [{ until: at(2) }, [low, pending]],
      [{ since: at(1), until: at(3) }, [high, low]],
      [{ since: at(9) }, []],
      [{ words: 'hello', sources: ['upload'] }, [file]],
      [{ words: 'hello', minScore: 9, domain: 'b.example', since: at(2), status: 'scored' }, [high]],
      [{ words: 'hello', status: 'pending' }, []],
      [{ domain: 'nowhere.example' }, []],
    ]
    for (const [search, expected] of cases)
      expect([search, await tokens(id, search)]).toEqual([search, expected])
  })

  test('every page goes on where the one before ended', async () => {
    const id = await owner()
    const all: string[] = []
    for (let i = 0; i < 7; i += 1) all.unshift(await told(id, { subject: `number ${i}` }))
    for (const search of [
      {},
      { words: 'number' },
      { domain: 'shop.example' },
      { words: 'number', minScore: 1 },
    ]) {
      const seen: string[] = []
      let after: number | undefined
      do {
        const page = await find(id, { ...search, limit: 3, ...(after !== undefined && { after }) })
        seen.push(...page.items.map(({ test: { token } }) => token))
        after = page.next
      } while (after !== undefined)
      expect(seen).toEqual(all)
    }
  })

  test('each word is the beginning of one, whatever its case, accents, form and script', async () => {
    const id = await owner()
    const order = await told(id, {
      from: '"Café Zürich" <news@mail.shop.example>',
      subject: 'Ihre Bestellung № 4711: Größe und Ελληνικός Λόγος',
    })
    const asian = await told(id, {
      from: '東京の店 <a@b.example>',
      subject: '注文が発送されました ありがとう',
    })
    const arabic = await told(id, { subject: 'تأكيد طلبك' })
    const others = await told(id, { subject: 'สวัสดีครับ Привет हिन्दी 주문확인' })
    const cases: [string, string[]][] = [
      ['best', [order]],
      ['BESTELLUNG ihre', [order]],
      ['cafe zurich', [order]],
      ['CAFÉ', [order]],
      ['grosse', [order]],
      ['4711', [order]],
      ['λογος ελληνικοσ', [order]],
      ['news@mail.shop.example', [order]],
      ['mail shop', [order]],
      ['estellung', []],
      ['best nothing', []],
      ['発送', [asian]],
      ['東京', [asian]],
      ['店', [asian]],
      ['注文 ありがとう', [asian]],
      ['京東', []],
      ['طلبك', [arabic]],
      ['تاكيد', [arabic]],
      ['تأكيد', [arabic]],
      ['สวัสดี', [others]],
      ['привет', [others]],
      ['हिन्दी', [others]],
      ['주문', [others]],
      ['ｃａｆｅ', [order]],
    ]
    for (const [words, expected] of cases)
      expect([words, await tokens(id, { words })]).toEqual([words, expected])
  })

  test('a token, a link to a test and a test address find it', async () => {
    const [id, other] = [await owner(), await owner()]
    const one = await made(id)
    await told(id, {})
    expect(await tokens(id, { words: one.token })).toEqual([one.token])
    expect(await tokens(id, { words: ` https://m.example/t/${one.token.toUpperCase()}?m=1 ` })).toEqual([
      one.token,
    ])
    expect(await tokens(id, { words: `${one.localPart}@in.example.com` })).toEqual([one.token])
    expect(await tokens(id, { words: one.token, status: 'scored' })).toEqual([])
    expect(await tokens(other, { words: one.token })).toEqual([])
  })

  test('what somebody typed is never read as a question of its own language', async () => {
    const id = await owner()
    const one = await told(id, { subject: 'a "quoted" word OR NOT, a* NEAR(b) col:umn' })
    await told(id, { subject: 'another' })
    const found = [
      '"quoted" OR',
      'NOT quoted',
      'NEAR(b',
      'col:umn',
      'qu* "',
      '{a b}: col',
      '^quoted',
      "quoted' --",
      'quoted\0word',
    ]
    for (const words of found) expect([words, await tokens(id, { words })]).toEqual([words, [one]])
    for (const words of ['\0', '"', '*', '()', ' - ', '\ud800', '"*"', '%', '_'])
      expect(await tokens(id, { words: `${words}\u{1f600}` })).toEqual([])
    expect(await tokens(id, { words: 'quoted '.repeat(10_000) })).toEqual([one])
    expect(await tokens(id, { words: Array.from({ length: 10_000 }, (_, i) => `w${i}`).join(' ') })).toEqual(
      [],
    )
    expect(await tokens(id, { words: `q${'\u0301'.repeat(50_000)}uoted` })).toEqual([one])
    expect(await tokens(id, { words: '   ' })).toHaveLength(2)
  })

  test('the latest analysed message counts, and what replaces its report', async () => {
    const id = await owner()
    const { token } = await made(id)
    const first = await arrived(token)
    const second = await arrived(token, scored({ subject: 'second', score: 5, fromDomain: 'two.example' }))
    await finish(store(), first, scored({ subject: 'first', score: 3, fromDomain: 'one.example' }))
    expect(await tokens(id, { words: 'first' })).toEqual([])
    expect(await tokens(id, { words: 'second', domain: 'two.example', minScore: 5 })).toEqual([token])
    const anew = scored({ subject: 'second', score: 8, fromDomain: 'two.example' })
    expect(await store().messages.replaceReport(second, { revision: 0, ...anew })).toBe('replaced')
    expect(await store().messages.replaceReport(first, { revision: 0, ...scored({ score: 1 }) })).toBe(
      'replaced',
    )
    expect(await tokens(id, { words: 'second', minScore: 8, maxScore: 8 })).toEqual([token])
    const third = await arrived(token)
    expect(await tokens(id, { words: 'second' })).toEqual([token])
    await finish(store(), third, { status: 'failed', reason: 'no message' })
    expect(await tokens(id, { words: 'second' })).toEqual([])
    expect(await tokens(id, { domain: 'two.example' })).toEqual([])
    expect((await find(id, { status: 'failed' })).items).toMatchObject([{ test: { token }, messages: 3 }])
    await arrived(token, scored({ subject: 'fourth' }))
    expect(await tokens(id, { words: 'fourth', status: 'scored' })).toEqual([token])
  })

  test('what is deleted, has expired or is of a deleted account is not found, and leaves nothing to later ones', async () => {
    const id = await owner()
    const gone = await told(id, { subject: 'secret word' })
    expect(await store().mailTests.delete(gone)).toBe('deleted')
    const after = await told(id, { subject: 'other' })
    expect(await tokens(id, { words: 'secret' })).toEqual([])
    const expiresAt = new Date(store.now().getTime() + 50)
    await told(id, { subject: 'secret soon over' }, { expiresAt })
    expect(await tokens(id, { words: 'secret' })).toHaveLength(1)
    await store.pass(50)
    expect(await tokens(id, { words: 'secret' })).toEqual([])
    expect(await tokens(id)).toEqual([after])
    await store().mailTests.deleteExpired(1000)
    await told(id, { subject: 'something else' })
    expect(await tokens(id, { words: 'secret' })).toEqual([])
    await store().accounts.delete(id, entry('account.deleted', { accountId: id }))
    expect(await tokens(id)).toEqual([])
    expect(await tokens(id, { words: 'other' })).toEqual([])
    while ((await store().accounts.deleteRest(1)) > 0);
    expect(await tokens(id, { words: 'other' })).toEqual([])
  })

  test('tests of this version are entered: nothing of them is left for later', async () => {
    const id = await owner()
    await told(id, {})
    expect(await store().mailTests.enterEarlier(10)).toBe(0)
  })
}
