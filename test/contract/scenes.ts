import { expect } from 'bun:test'
import type { Account } from '../../src/core/access/account.ts'
import type { Made, Stage } from './stage.ts'

export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
export const REPORT_KEYS = {
  pending: ['token', 'address', 'status', 'max_score', 'gated', 'created_at', 'checks'],
  failed: [
    'token',
    'address',
    'status',
    'max_score',
    'gated',
    'created_at',
    'received_at',
    'message_id',
    'checks',
  ],
  scored: [
    'token',
    'address',
    'status',
    'score',
    'max_score',
    'gated',
    'created_at',
    'received_at',
    'message_id',
    'checks',
  ],
} as const

export const names = (made: Made, more: Record<string, string> = {}) => ({
  token: made.token,
  address: made.address,
  ...more,
})
export const pending = async (stage: Stage, account: Account) => names(await stage.test(account))
export const scored = async (stage: Stage, account: Account) => {
  const made = await stage.test(account)
  return names(made, { message: await stage.message(made) })
}
export const twice = async (stage: Stage, account: Account) => {
  const made = await stage.test(account)
  const message = await stage.message(made)
  return names(made, { message, second: await stage.message(made, 'html') })
}
export const spent = async (stage: Stage, account: Account) => {
  await stage.setPlan(account, 'small')
  await stage.test({ ...account, plan: 'small' })
  return {}
}
export const BROKEN = { headers: { 'content-type': 'application/json' }, body: '{' }
