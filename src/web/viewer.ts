import { isToken } from '../core/mail-test.ts'
import { holderOf, type TokenActor } from '../services/access/actor.ts'

/** Who looks at a page. `holder`: the address of the page holds the token of a test. */
export type Viewer = { kind: 'nobody' } | { kind: 'holder'; actor: TokenActor }

/** Who comes with these placeholders of a path. */
export function viewerOf(params: Readonly<Record<string, string>>): Viewer {
  const token = params['token'] ?? ''
  return isToken(token) ? { kind: 'holder', actor: holderOf(token) } : { kind: 'nobody' }
}
