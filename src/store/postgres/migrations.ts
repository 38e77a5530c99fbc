import accounts from './migrations/0001/accounts.sql' with { type: 'text' }
import dmarc from './migrations/0001/dmarc.sql' with { type: 'text' }
import domains from './migrations/0001/domains.sql' with { type: 'text' }
import frame from './migrations/0001/frame.sql' with { type: 'text' }
import log from './migrations/0001/log.sql' with { type: 'text' }
import messages from './migrations/0001/messages.sql' with { type: 'text' }
import monitors from './migrations/0001/monitors.sql' with { type: 'text' }
import people from './migrations/0001/people.sql' with { type: 'text' }
import queue from './migrations/0001/queue.sql' with { type: 'text' }
import records from './migrations/0001/records.sql' with { type: 'text' }
import reports from './migrations/0001/reports.sql' with { type: 'text' }
import small from './migrations/0001/small.sql' with { type: 'text' }
import tests from './migrations/0001/tests.sql' with { type: 'text' }
import watching from './migrations/0001/watching.sql' with { type: 'text' }
import hostKeys from './migrations/0002_host_keys.sql' with { type: 'text' }
import dmarcSums from './migrations/0003_dmarc_sums.sql' with { type: 'text' }

/** What is made first, a file for each part, in the order in which they refer to each other. */
const BASE_FILES: readonly string[] = [
  frame,
  accounts,
  people,
  tests,
  messages,
  queue,
  domains,
  reports,
  dmarc,
  monitors,
  watching,
  records,
  log,
  small,
]

/** Steps from an empty database to this program's, none of which is ever changed. */
export const MIGRATIONS: readonly string[] = [['-- expand', ...BASE_FILES].join('\n'), hostKeys, dmarcSums]

/** The oldest program that serves a database of the present form. */
export const OLDEST_PROGRAM = '0.1.0'
