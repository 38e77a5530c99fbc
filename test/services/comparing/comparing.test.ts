import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../../src/analysis/telling/check-words.ts'
import { holderOf } from '../../../src/services/access/actor.ts'
import { type Comparing, createComparing } from '../../../src/services/comparing/comparing.ts'
import { inProcess } from '../../contract/in-process.ts'
import type { Stage } from '../../contract/stage.ts'
import { RULES } from '../../support/builders.ts'
import { sessionOf } from '../../support/session.ts'

const SUBJECT = 'Your verification code is 481516'
const mail = (extra: string) =>
  new TextEncoder().encode(
    `${[
      'From: Shop <no-reply@shop.example>',
      'To: you@example.org',
      `Subject: ${SUBJECT}`,
      'Date: Fri, 20 Nov 2026 14:02:11 +0000',
      'Message-ID: <1@shop.example>',
      extra,
    ].join('\r\n')}\r\n\r\nYour verification code is 481516. Do not share it.\r\n`,
  )

let stage: Stage
let comparing: Comparing
beforeAll(async () => {
  stage = await inProcess()
  comparing = createComparing({
    mailTests: stage.mailTests,
    store: stage.store,
    rules: RULES,
    checkWords: CHECK_WORDS,
  })
})
afterAll(() => stage.close())

test('whoever holds the token of a withheld message sees none of its words, and its owner all', async () => {
  const open = await stage.anonymousTest()
  const account = await stage.account()
  const own = await stage.test(account)
  for (const made of [open, own]) {
    await stage.message(made, mail('X-Try: 1'))
    await stage.message(made, mail('X-Try: 2'))
  }
  const holder = await comparing.ofTest(holderOf(open.token), open.token, {})
  if (!holder.ok || !holder.value.two?.compared) throw new Error('There is no comparison.')
  const seen = holder.value.two
  expect([seen.before.withheld, seen.before.words, seen.compared?.fields]).toEqual([
    true,
    undefined,
    undefined,
  ])
  expect(JSON.stringify(seen)).not.toContain('481516')

  const owner = sessionOf(account.id, 'viewer')
  const whole = await comparing.ofTest(owner, own.token, {})
  if (!whole.ok || !whole.value.two?.compared) throw new Error('There is no comparison.')
  const { before, after, compared } = whole.value.two
  expect([before.number, after.number, before.words?.subject]).toEqual([1, 2, SUBJECT])
  expect(compared.fields?.filter(({ state }) => state === 'changed').map(({ name }) => name)).toEqual([
    'X-Try',
  ])
  expect(
    compared.comparison.checks.every(({ outcome }) => outcome === 'same' || outcome === 'not_comparable'),
  ).toBeTrue()
  expect(compared.records).toEqual({ records: [], more: 0 })
})

test('tests of others are not found, whichever side they are', async () => {
  const [mine, other] = [await stage.account(), await stage.account()]
  const [own, theirs] = [await stage.test(mine), await stage.test(other)]
  for (const made of [own, theirs]) await stage.message(made, mail('X-Try: 1'))
  const me = sessionOf(mine.id, 'owner')
  const both = [
    [own, theirs],
    [theirs, own],
  ] as const
  for (const [a, b] of both) {
    expect(await comparing.of(me, { token: a.token }, { token: b.token })).toEqual({
      ok: false,
      refusal: { kind: 'not_found', what: 'test' },
    })
  }
  expect((await comparing.one(me, { token: theirs.token })).ok).toBeFalse()
  expect((await comparing.ofTest(holderOf(own.token), own.token, {})).ok).toBeFalse()
  const same = await comparing.of(me, { token: own.token }, { token: own.token })
  expect(same.ok && same.value.isSame).toBeTrue()
})
