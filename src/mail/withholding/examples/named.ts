import { BIT } from '../../data/auth-words/concepts.ts'
import type { Quoted } from './quoted.ts'

/** The word for a password or a code, and then hardly more than `is`: this is the one. */
const COPULA =
  /^[\s:=\uff1a]{0,4}(?:is|are|ist|lautet|lauten|heisst|est|es|e|sono|luidt|ar|er|on|to|je|jest|este|van|\u03b5\u03b9\u03bd\u03b1\u03b9|\u044d\u0442\u043e|adalah|la|\u306f|\u662f|\u4e3a|\u70ba|\ub294|\uc740)?[\s:=\uff1a]{0,4}$/iu

/** What stands before a value says that this is the code or the password. */
export function isNamedBy(passage: Quoted, lead: string, from: number): boolean {
  const { folded, hits } = passage.spoken(lead, from)
  const last = hits.findLast(({ bits }) => (bits & (BIT.pass | BIT.code)) !== 0)
  return last !== undefined && COPULA.test(folded.slice(last.end))
}
