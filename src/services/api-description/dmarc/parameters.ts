import { SOURCE_GROUPS, SOURCE_ORDERS } from '../../../store/aggregates.ts'
import type { Parameter } from '../document.ts'
import { shown } from '../parameters.ts'
import type { DeclaredParameter } from '../route.ts'

const query = (
  name: string,
  description: string,
  schema: Parameter['schema'],
  example: Parameter['example'] & (string | number | boolean),
): Parameter => ({ name, in: 'query', description, schema, example })

/** The window that all three routes take: `days`, or `from` and `to`, not both. */
export const WINDOW: readonly DeclaredParameter[] = [
  shown(
    query(
      'days',
      'The length of the window in days; it ends today (UTC). Cannot be combined with from or to.',
      { type: 'integer', minimum: 1, maximum: 366, default: 30 },
      7,
    ),
  ),
  query(
    'from',
    'The first day of the window, as YYYY-MM-DD or as an RFC 3339 time, whose UTC day counts. Default: 29 days before to.',
    { type: 'string' },
    '2026-11-01',
  ),
  query(
    'to',
    'The last day of the window, in the same form. Default: today. A window is at most 366 days long.',
    { type: 'string' },
    '2026-11-20',
  ),
]

export const AUTHENTICATED = query(
  'authenticated',
  'true: only reports whose own mail passed DMARC, or that were imported as trusted. false: only the others.',
  { type: 'boolean' },
  true,
)

export const REPORTER = query(
  'reporter',
  'Only reports of the organization of that name, in upper or lower case.',
  { type: 'string' },
  'google.com',
)

export const RESULT = query(
  'result',
  'pass: only where every message passed DMARC. fail: only where at least one did not.',
  { type: 'string', enum: ['pass', 'fail'] },
  'fail',
)

export const GROUP_BY = query(
  'group_by',
  'What makes one source.',
  { type: 'string', enum: SOURCE_GROUPS, default: 'ip' },
  'organization',
)

export const SORT = query(
  'sort',
  'What the sources are ordered by, largest first.',
  { type: 'string', enum: SOURCE_ORDERS, default: 'messages' },
  'dmarc_fail',
)
