import { expect } from 'bun:test'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import { account, later, random } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

/** Texts of strangers that a database, an array or JSON may trip over. */
const STRANGE = {
  'U+0000': 'a\0b',
  'U+0000 alone': '\0',
  'what stands for U+0000': 'a\ufffdb',
  'a high surrogate alone': 'a\ud800b',
  'a low surrogate alone': 'a\udfffb',
  'half a letter at the end': 'a\ud83d',
  'code points that are no characters': '\ufffe\uffff\u{10ffff}\u{1fffe}',
  'letters of four octets': '\u{1f4ec}\u{20000}',
  'what changes the direction': 'a\u202eb\u2066',
  'the word NULL': 'NULL',
  'the word null': 'null',
  'an array': '{a,"b",{c}}',
  quotes: `"'\\"\\\\'`,
  'a statement': `'; DROP TABLE accounts; --`,
  'what stands for values': '$1 ?1 :a @a %s %_',
  'escapes of JSON': '\\u0000 \\ud800 \\x00',
  blanks: ' \t\r\n\u00a0\u2028\ufeff ',
  'controls and C1': '\x01\x1b[31m\x7f\x80\x9f',
}

/** Letters that nothing packs well, of one, two, three and four octets. */
export function longText(characters: number): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(characters))].map((octet, index) =>
    String.fromCodePoint([0x21, 0xa1, 0x4e00, 0x1f300][index % 4]! + (octet % 90)),
  )
  return letters.join('')
}

/** As both engines may give it back: PostgreSQL keeps no U+0000, UTF-8 has no half letters. */
function legible(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd')
  if (Array.isArray(value)) return value.map(legible)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, legible(one)]))
}

/** Whether one is the other in all that both engines can keep. */
export function expectSame(answered: unknown, given: unknown): void {
  expect(legible(answered)).toEqual(legible(given))
}

/** Tries each, and a long one, and says which it was that failed. `long`: how many letters it may have. */
export async function eachText(long: number, work: (text: string) => Promise<void>): Promise<void> {
  const all = Object.entries({ ...STRANGE, 'a long text': longText(long) })
  const failed: string[] = []
  for (const [name, text] of all) {
    await work(text).catch((cause: unknown) => failed.push(`${name}: ${String(cause).slice(0, 300)}`))
  }
  expect(failed).toEqual([])
}

export const MEGABYTE = 400_000

/** What texts are of in these tests. */
export function owning(store: TheStore) {
  async function owner(): Promise<string> {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }

  /** A verified domain. */
  async function domain(accountId?: string) {
    const of = accountId ?? (await owner())
    const made = newEntry({
      id: crypto.randomUUID(),
      accountId: of,
      domain: `${crypto.randomUUID()}.example.org`,
      token: tokenFrom(random),
      createdAt: later(0),
    })
    const bounds = { verified: 100, unverified: 100 }
    await store().domains.add(made, bounds, said('domain.added', { accountId: of }))
    const entries = {
      verified: said('domain.verified', { accountId: of }),
      unverified: said('domain.unverified', { accountId: of }),
    }
    await store().domains.looked(
      made.id,
      { state: 'found', at: later(1) },
      { verified: 100, later: 0, entries },
    )
    return made
  }
  return { owner, domain }
}
