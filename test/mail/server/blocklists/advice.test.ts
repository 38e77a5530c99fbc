import { describe, expect, test } from 'bun:test'
import { LISTING_ADVICE } from '../../../../src/mail/data/listing-advice.ts'
import { listingTasks } from '../../../../src/mail/server/blocklists/advice.ts'
import type { ListReport } from '../../../../src/mail/server/blocklists/ask.ts'
import { type ListSetting, listSettings, ROSTER } from '../../../../src/mail/server/blocklists/roster.ts'
import { judgeAnswer } from '../../../../src/mail/server/blocklists/verdict.ts'

const all = listSettings(ROSTER, {
  enable: [...ROSTER.ip, ...ROSTER.domain].map(({ id }) => id),
  keys: { 'abusix-combined': 'k1' },
}).filter(({ kind }) => kind !== 'welcome')

const listed = (list: ListSetting, about: string, ...records: string[]): ListReport => ({
  list,
  about,
  ...judgeAnswer(list, { kind: 'records', records, ttl: 60, ad: false, chain: [] }),
})

function tasksOf(id: string, ...answers: [about: string, ...records: string[]][]) {
  const list = all.find((one) => one.id === id)
  if (!list) throw new Error(`no list ${id}`)
  return listingTasks(
    list,
    answers.map(([about, ...records]) => listed(list, about, ...records)),
  )
}

const answersOf = ({ codes = {}, bits = {} }: ListSetting) => [
  ...Object.keys(codes).map((code) => (code === '*' ? '127.0.0.77' : code)),
  ...Object.keys(bits).map((bit) => `127.0.0.${bit}`),
]

test('every answer of every list of the roster has advice of its own, and no advice is without an answer', () => {
  const keysOf = ({ codes = {}, bits = {} }: ListSetting) => [...Object.keys(codes), ...Object.keys(bits)]
  expect(Object.fromEntries(all.map((list) => [list.id, keysOf(list).toSorted()]))).toEqual(
    Object.fromEntries(
      Object.entries(LISTING_ADVICE).map(([id, known]) => [id, Object.keys(known).toSorted()]),
    ),
  )
})

test.each(all.flatMap((list) => answersOf(list).map((code) => [list.id, code] as const)))(
  '%s %s: what is listed is named, and who can have it removed is told',
  (id, code) => {
    const [task, ...others] = tasksOf(id, ['192.0.2.10', code])
    expect(others).toEqual([])
    expect(task?.does).not.toContain('{')
    expect(task?.does).toMatch(/\.$/)
    expect(task?.does).toMatch(/remov|by itself|recovers|exclu|no reason|nothing to fix/i)
  },
)

describe('what to do fits the reason', () => {
  test('a range that must not send by itself: the smarthost or an exclusion, nothing to stop', () => {
    for (const code of ['127.0.0.10', '127.0.0.11']) {
      const [task] = tasksOf('spamhaus-zen', ['192.0.2.10', code])
      expect(task?.does).toContain('send through your provider’s smarthost')
      expect(task?.does).toContain('have the address excluded from the PBL')
      expect(task?.does).not.toMatch(/find and stop|hijacked/)
    }
  })

  test('several reasons of one answer, the gravest first, each once', () => {
    const tasks = tasksOf('spamhaus-zen', ['192.0.2.10', '127.0.0.11', '127.0.0.4', '127.0.0.2', '127.0.0.5'])
    expect(tasks.map(({ does }) => does.slice(0, 30))).toEqual(
      [
        'Spamhaus has seen spam from 192',
        'A machine at or behind 192.0.2.',
        '192.0.2.10 lies in a range of ',
      ].map((text) => text.slice(0, 30)),
    )
  })

  test('bits of a mask, and names that share a reason', () => {
    const tasks = tasksOf('surbl', ['a.example', '127.0.0.72'], ['b.example', '127.0.0.8'])
    expect(tasks.map(({ names }) => names)).toEqual([['a.example', 'b.example'], ['a.example']])
    expect(tasks[0]?.does).toStartWith('The entry about a.example, b.example is for phishing')
    expect(tasks[1]?.does).toStartWith('a.example is named in spam or abused')
  })

  test('what the roster of another version names has words too', () => {
    const known = all[0]
    if (!known) throw new Error('no list')
    const list = { ...known, id: 'of-old' }
    expect(listingTasks(list, [listed(list, '192.0.2.10', '127.0.0.2')])[0]?.does).toBe(
      'Find and stop what brought 192.0.2.10 there, then ask the list for removal.',
    )
  })
})
