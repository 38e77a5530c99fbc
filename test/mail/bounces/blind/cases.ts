import { EUROPE } from './europe'
import { FILTERS } from './filters'
import { MAILBOXES } from './mailboxes'
import { MICROSOFT } from './microsoft'
import { SERVERS } from './servers'
import { NONE, UNKNOWABLE } from './unsaid'
import { WORLD } from './world'

/** One hundred bounces, written down from sources before the code that explains them was looked at. */
export const BLIND = [
  ...MAILBOXES,
  ...MICROSOFT,
  ...EUROPE,
  ...WORLD,
  ...FILTERS,
  ...SERVERS,
  ...UNKNOWABLE,
  ...NONE,
]
