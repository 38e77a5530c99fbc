import type { Sign, Signs } from './points.ts'

const ACT_SIGNS = ['subject', 'text', 'anchor'].flatMap((where) =>
  (['password', 'unlock', 'confirm', 'pay', 'join', 'subscribe', 'sign'] as const).map(
    (act) => `${where} ${act}` as Sign,
  ),
)
const CONTEXT_SIGNS: readonly Sign[] = [
  'speaks of signing in',
  'speaks of accounts',
  'speaks of passwords',
  'subject of signing in',
  'subject of accounts',
  'subject of passwords',
  'subject of authentication',
]
const TOKEN_SIGNS: readonly Sign[] = [
  'token',
  'subject token',
  'subject token and code',
  'code strong',
  'code medium',
  'code weak',
  'code late',
  'token to use',
  'token alone',
]
/** Besides acts: what a message is about that holds a secret. */
const INTENT_SIGNS: readonly Sign[] = [
  'code strong',
  'code medium',
  'code weak',
  'code late',
  'code unseen',
  'subject code strong',
  'subject code medium',
  'subject code weak',
  'token to use',
  'token of digits',
  'token to sign in',
  'use digits',
  'use a code',
  'credential',
  'text temporary',
  'subject temporary',
  'passwordless',
  'late acts',
]
const CODE_WORD_SIGNS: readonly Sign[] = [
  'subject code strong',
  'subject code medium',
  'code unseen',
  'use a code',
]

/** What means more together than alone. */
export function addTogether(found: Signs, length: number): void {
  const note = (sign: Sign, there: boolean) => {
    if (there) found[sign] = 1
  }
  const some = (signs: readonly Sign[]) => signs.some((sign) => found[sign])
  const acts = some(ACT_SIGNS)
  const context = some(CONTEXT_SIGNS)
  const token = some(TOKEN_SIGNS)
  const link = some(['link random', 'link named'])
  const clean = !some(['subject of goods', 'subject over'])
  note('link random and act', clean && acts && link)
  note('link random and context', clean && context && link && !some(['links many']))
  note('token and context', clean && context && some(['token', 'subject token']))
  note('no intent', !acts && !some(INTENT_SIGNS))
  note('no carrier', !token && !found.credential && !link && !found['link of sign-in'])
  const held = some([
    'token of any kind',
    'subject token',
    'subject token and code',
    'credential',
    'link opaque',
    'link random',
    'link named',
  ])
  note('nothing to hold it', !held)
  note('code nowhere', !token && some(CODE_WORD_SIGNS))
  note('act nowhere', acts && !token && !found.credential && some(['links none']))
  note('over and not you', some(['text over', 'subject over']) && some(['not you']))
  note('short', length < 500)
  note('long', length > 1_500)
  note('very long', length > 4_000)
}
