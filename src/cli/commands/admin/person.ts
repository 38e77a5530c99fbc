import { fail } from '../../command.ts'
import type { Io } from '../../io.ts'

/** The operand that names somebody. */
export const PERSON = { name: 'email', sentence: 'The address they sign in with.' }

/** Says that nobody has this address. */
export const nobody = (io: Io, email: string) =>
  fail(io, `Nobody here has the address "${email}". mailgauge admin list shows everybody.`)
