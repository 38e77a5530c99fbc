import { describe, expect, test } from 'bun:test'
import type { RequirementState } from '../../src/core/message-view.ts'
import { matrixOf, type Requirement, worstOf } from '../../src/web/provider-matrix.ts'
import { VIEWS } from './message-views.ts'

const asked = (state: RequirementState, code?: string): Requirement => ({
  asks: state,
  state,
  because: '',
  reference: '',
  ...(code && { code }),
})

describe('requirements of providers', () => {
  test('stand in the order of the report, one row for each check', () => {
    const { rows, unseen } = matrixOf(VIEWS.providers, ['dmarc', 'dkim', 'spf'])
    expect(rows.map(({ about }) => about)).toEqual(['dmarc', 'dkim', 'reverse-dns', 'list-unsubscribe'])
    const [dmarc] = rows
    expect(dmarc?.cells.map((cell) => cell.map(({ state }) => state))).toEqual([
      ['not met'],
      ['undetermined'],
      [],
      [],
      [],
    ])
    expect(unseen).toEqual([1, 1, 0, 0, 0])
  })

  test('of several about one check the worst is shown', () => {
    const worst = (...states: RequirementState[]) => worstOf(states.map((state) => asked(state)))?.state
    expect(worst('met', 'undetermined', 'not met')).toBe('not met')
    expect(worst('met', 'undetermined', 'cannot be seen')).toBe('undetermined')
    expect(worst('not applicable', 'met')).toBe('met')
    expect(worst('not applicable', 'cannot be seen')).toBe('cannot be seen')
    expect(worst()).toBeUndefined()
  })

  test('what is required is shown before what is recommended', () => {
    const advised = { ...asked('not met', '550'), recommended: true } as const
    expect(worstOf([advised, asked('not met')])?.recommended).toBeUndefined()
    expect(worstOf([asked('met'), advised, asked('undetermined')])).toBe(advised)
  })

  test('among equals the one with a code is shown', () => {
    expect(worstOf([asked('not met'), asked('not met', '550')])?.code).toBe('550')
    expect(worstOf([asked('met', '550'), asked('not met')])?.state).toBe('not met')
  })
})
