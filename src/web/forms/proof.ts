import type { Confirmation, Proof } from '../../services/people/confirming.ts'
import { duration } from '../wording.ts'
import type { Fields } from './fields.ts'
import type { Problem } from './problems.ts'

/** What a form says of who sends it. */
export function proofIn(fields: Fields): Proof {
  return {
    password: fields.secret('password'),
    code: fields.text('proof'),
    passkey: { token: fields.text('passkey_token'), answer: fields.secret('passkey_answer') },
  }
}

const WRONG: Readonly<Record<'password' | 'code' | 'passkey', Problem>> = {
  password: { field: 'password', says: 'This is not your password. Nothing was changed.' },
  code: { field: 'proof', says: 'This code is wrong, or it was used already. Wait for the next one.' },
  passkey: { says: 'The passkey could not be confirmed. Nothing was changed. Try again.' },
}

/** Why it did not show that it is them; nothing when it did. */
export function proofProblem(confirmation: Confirmation): Problem | undefined {
  switch (confirmation.kind) {
    case 'confirmed':
      return undefined
    case 'wrong':
      return WRONG[confirmation.proof]
    case 'wait':
      return { says: `Too many tries. Wait ${duration(confirmation.seconds)}, then try again.` }
    case 'busy':
      return { says: 'Too many people are signing in at once. Try again in a few seconds.' }
    case 'sign_in_again':
      return {
        says: 'You signed in too long ago for this. Sign out, sign in again, and come back within ten minutes.',
      }
  }
}
