import { nameProblem } from '../../../core/access/account.ts'
import { isScope, type Scope } from '../../../core/access/api-key.ts'
import type { AskedKey } from '../../../services/access/api-keys.ts'
import type { Fields } from '../../forms/fields.ts'
import { type Filled, problemsOf } from '../../forms/problems.ts'

const DAY_MS = 86_400_000
const DAYS = ['30', '90', '365']

/** The form as it was sent. */
export interface KeyForm {
  filled: Filled
  scopes: Scope[]
  /** What is asked for. Absent: something is wrong. */
  asked?: Omit<AskedKey, 'id'>
}

/** Reads the form of a new key. */
export function keyForm(fields: Fields, now: Date): KeyForm {
  const typed = { name: fields.text('name'), expiry: fields.text('expiry'), day: fields.text('day') }
  const scopes = fields.all('scope').filter(isScope)
  const expiresAt = expiryOf(typed, now)
  const unnamed = nameProblem(typed.name, 'key')
  const problems = problemsOf(
    unnamed !== undefined && { field: 'name', says: unnamed },
    scopes.length === 0 && { field: 'scope', says: 'Choose at least one scope.' },
    expiresAt === 'unclear' && { field: 'expiry', says: 'Choose when the key expires.' },
    expiresAt === 'no day' && {
      field: 'day',
      says: 'Enter the day on which the key expires: today or later.',
    },
  )
  const filled = { typed, problems }
  if (problems.length > 0 || typeof expiresAt === 'string') return { filled, scopes }
  return { filled, scopes, asked: { name: typed.name, scopes, ...(expiresAt && { expiresAt }) } }
}

function expiryOf(
  typed: { expiry: string; day: string },
  now: Date,
): Date | 'unclear' | 'no day' | undefined {
  if (typed.expiry === 'never') return undefined
  if (DAYS.includes(typed.expiry)) return new Date(now.getTime() + Number(typed.expiry) * DAY_MS)
  if (typed.expiry !== 'date') return 'unclear'
  const end = endOf(typed.day)
  return end && end > now ? end : 'no day'
}

/** The end of a day of UTC that is named as 2026-11-23. */
function endOf(day: string): Date | undefined {
  const begin = new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? day : Number.NaN)
  // What no calendar has is another day, or none.
  const isDay = !Number.isNaN(begin.getTime()) && begin.toISOString().startsWith(day)
  return isDay ? new Date(begin.getTime() + DAY_MS) : undefined
}
