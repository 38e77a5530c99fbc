import type { TokenActor } from '../services/access/actor.ts'
import type { AccountChoice, SignedIn } from '../services/people/sessions.ts'
import type { Ways } from './frame/ways.ts'

/** Who looks at a page: nobody, whoever holds the token of a test, a person, or a person who holds a token. */
export interface Viewer {
  /** Present: the address of the page holds the token of a test. */
  holder?: TokenActor
  /** Present: they are signed in, wholly. */
  person?: SignedIn
  /** Present: their password was right, and the second factor is still asked for. */
  halfway?: SignedIn
}

/** Who is signed in, as the header shows them. */
export interface Visitor extends SignedIn {
  /** All that they can switch to, the current one among them. */
  accounts: readonly AccountChoice[]
  /** The path of the page. */
  path: string
  /** How people sign in here. */
  ways: Ways
}
