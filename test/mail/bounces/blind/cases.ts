import { EUROPE } from './europe'
import { FILTERS } from './filters'
import { MAILBOXES } from './mailboxes'
import { MICROSOFT } from './microsoft'
import { NONE, SERVERS, UNKNOWABLE } from './servers'

/** One hundred bounces, written down from sources before the code that explains them was looked at. */
export const BLIND = [...MAILBOXES, ...MICROSOFT, ...EUROPE, ...FILTERS, ...SERVERS, ...UNKNOWABLE, ...NONE]
