import { APPLE } from './apple.ts'
import { BLOCKLISTS } from './blocklists.ts'
import { FRANCE_AND_ITALY, GERMANY } from './europe.ts'
import { EXCHANGE } from './exchange.ts'
import { EXIM } from './exim.ts'
import { GATEWAYS } from './gateways.ts'
import { GMAIL } from './gmail.ts'
import { MICROSOFT } from './microsoft.ts'
import { MICROSOFT_MORE } from './microsoft-more.ts'
import { NO_BOUNCES } from './no-bounces.ts'
import { OTHER_SOFTWARE } from './other-software.ts'
import { POSTFIX } from './postfix.ts'
import { QMAIL } from './qmail.ts'
import { YAHOO } from './yahoo.ts'

/** One hundred bounces and refusals that no test has seen, with what is right to say of each. */
export const UNSEEN = [
  ...GMAIL,
  ...MICROSOFT,
  ...MICROSOFT_MORE,
  ...YAHOO,
  ...APPLE,
  ...GERMANY,
  ...FRANCE_AND_ITALY,
  ...GATEWAYS,
  ...POSTFIX,
  ...EXIM,
  ...EXCHANGE,
  ...QMAIL,
  ...OTHER_SOFTWARE,
  ...BLOCKLISTS,
  ...NO_BOUNCES,
]
