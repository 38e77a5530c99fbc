import { describe, expect, test } from 'bun:test'
import { type ExplainedFailure, isExplained } from '../../../src/core/bounce.ts'
import { explainBounce } from '../../../src/mail/bounces/explain.ts'
import { AFTERWARDS } from './blind/afterwards.ts'
import { BLIND } from './blind/cases.ts'
import type { BlindCase } from './blind/forms.ts'

/** What is not right, in words; empty where all of it is. */
function wrongOf(one: BlindCase): string[] {
  const explained = explainBounce(one.text)
  const [failure] = explained.failures
  if (one.none === 'nothing') return isExplained(explained) ? ['explained'] : []
  if (!failure || !isExplained(explained)) return ['not explained']
  return one.none === undefined ? wrongSaid(one, failure) : wrongAction(one, failure)
}

function wrongAction({ none }: BlindCase, { action, permanent }: ExplainedFailure): string[] {
  if (none === 'delayed') return action === 'delayed' ? [] : [action]
  return permanent || action === 'failed' ? ['a failure'] : []
}

function wrongSaid(one: BlindCase, failure: ExplainedFailure): string[] {
  return [
    ...(one.causes.includes(failure.cause) || isHonest(one, failure) ? [] : [failure.cause]),
    ...(isTheirs(one, failure) ? [] : [failure.provider?.name ?? 'nobody']),
    ...(one.permanent === 'either' || one.permanent === failure.permanent ? [] : ['permanent']),
    ...(one.advice?.test(`${failure.meaning} ${failure.advice.join(' ')}`) === false ? ['advice'] : []),
  ]
}

const isHonest = (one: BlindCase, { rule }: ExplainedFailure) => one.unknowable === true && rule === undefined

function isTheirs({ provider }: BlindCase, { provider: told }: ExplainedFailure): boolean {
  if (provider.includes('*')) return true
  if (!told) return provider.includes('')
  const name = `${told.id} ${told.name}`.toLowerCase()
  return provider.some((part) => part !== '' && name.includes(part))
}

const wrongIn = (cases: readonly BlindCase[]) =>
  cases.filter((one) => wrongOf(one).length > 0).map(({ name }) => name)

describe('bounces that were written down before the code was looked at', () => {
  test('one hundred, and thirty afterwards', () => {
    expect([BLIND.length, AFTERWARDS.length]).toEqual([100, 30])
    for (const { source, text } of [...BLIND, ...AFTERWARDS]) {
      expect(source).not.toBe('')
      expect(text.trim()).not.toBe('')
    }
  })

  test('are explained rightly', () => {
    expect(wrongIn(BLIND)).toEqual([])
  })

  test('thirty more are', () => {
    expect(wrongIn(AFTERWARDS)).toEqual([])
  })

  test('are explained alike with other line ends', () => {
    const all = [...BLIND, ...AFTERWARDS]
    const causes = (change: (text: string) => string) =>
      all.map(({ text }) => explainBounce(change(text)).failures[0]?.cause)
    expect(causes((text) => text.replace(/\n/g, '\r\n'))).toEqual(causes((text) => text))
  })
})
