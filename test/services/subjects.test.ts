import { expect, test } from 'bun:test'
import { subjectsOf } from '../../src/services/mail-tests/subjects.ts'
import type { Store } from '../../src/store/store.ts'
import { RULES, report } from '../support/builders.ts'

const withheld = { kind: 'verification_code', reason: 'It is withheld.' } as const
const about = (subject: string) => ({ ...report(), headline: { from: '', date: '', subject } })

function storeWith(reports: Record<string, object>) {
  const asked: string[] = []
  const ids = Object.keys(reports)
  const messages = {
    ofTest: async () => ids.map((id) => ({ id, outcome: { status: 'scored', score: 1 } })),
    report: async (_token: string, id: string) => {
      asked.push(id)
      return { message: { id }, report: reports[id] }
    },
  } as unknown as Store['messages']
  return { store: { messages }, asked }
}

test('the subjects of what is withheld, or was decided by other rules, are for those alone who read all', async () => {
  const { store } = storeWith({
    plain: about('Shown'),
    code: { ...about('Code 1'), withheld },
    before: { ...about('Decided before'), withholdingVersion: 'another' },
  })
  expect([...(await subjectsOf(store, RULES, 't', false))]).toEqual([['plain', 'Shown']])
  expect([...(await subjectsOf(store, RULES, 't', true)).values()]).toEqual([
    'Shown',
    'Code 1',
    'Decided before',
  ])
})

test('no more than the newest are read', async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`m${at}`, about(String(at))]))
  const { store, asked } = storeWith(many)
  expect((await subjectsOf(store, RULES, 't', false)).size).toBe(20)
  expect(asked).toHaveLength(20)
})
