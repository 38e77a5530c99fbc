import { expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import { checkTitle, evidenceTitle, groupTitle } from '../../src/web/check-names.ts'
import { shownCheck } from '../../src/web/view.ts'
import { count, duration, loss, moment, points, score, took } from '../../src/web/wording.ts'
import { check } from '../support/builders.ts'

test('scores', () => {
  expect([10, 9.97, 8.4, 8, 0].map(score)).toEqual(['10', '10.0', '8.4', '8.0', '0'])
})

test('losses carry a real minus and are exact', () => {
  expect([-1.5, -1, -0.25, 0].map(loss)).toEqual(['−1.5', '−1.0', '−0.25', '0'])
  expect([-0.1 - 0.2, 3].map(points)).toEqual(['0.3', '3'])
})

test('counts and times', () => {
  expect([0, 1, 12, 13].map(count)).toEqual(['no', 'one', 'twelve', '13'])
  expect([0, 1, 90, 121, 3601, 7300, 200_000].map(duration)).toEqual([
    '1 second',
    '1 second',
    '90 seconds',
    '3 minutes',
    '61 minutes',
    '3 hours',
    '3 days',
  ])
  expect(moment(new Date('2026-11-20T14:02:59Z'))).toBe('20 Nov 2026, 14:02 UTC')
})

test('names of our own, and a name for what the map does not know', () => {
  const titleOf = (name: string) => checkTitle(shownCheck(check(name, {}), CHECK_WORDS))
  expect(titleOf('reverse-dns')).toBe('Reverse DNS')
  expect(titleOf('new-dkim-thing')).toBe('New DKIM thing')
  expect(titleOf('constructor')).toBe('Constructor')
  expect(groupTitle('toString')).toBe('ToString')
  expect(evidenceTitle('checked_ip')).toBe('Checked IP')
  expect(evidenceTitle('zen.spamhaus.org')).toBe('zen.spamhaus.org')
  expect(evidenceTitle('DRUG_ED_CAPS')).toBe('DRUG_ED_CAPS')
  expect(evidenceTitle('aaaa')).toBe('AAAA')
  for (const name of ['display:grid', 'gap, column-gap', '<style> element', '@media']) {
    expect(evidenceTitle(name)).toBe(name)
  }
})

test('how long something took is said to the nearest unit', () => {
  expect([0, 1, 99, 7201, 10_900, 200_000].map(took)).toEqual([
    '1 second',
    '1 second',
    '99 seconds',
    '2 hours',
    '3 hours',
    '2 days',
  ])
})
