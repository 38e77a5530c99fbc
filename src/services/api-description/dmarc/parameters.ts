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
      'The window as a number of days that ends today (UTC). Not together with from or to.',
      { type: 'integer', minimum: 1, maximum: 366, default: 30 },
      7,
    ),
  ),
  query(
    'from',
    'The first day of the window: 29 days before to unless given.',
    { type: 'string' },
    '2026-11-01',
  ),
  query('to', 'The last day of the window: today unless given.', { type: 'string' }, '2026-11-20'),
]

export const AUTHENTICATED = query(
  'authenticated',
  'Only reports whose own mail passed DMARC, or only the others.',
  { type: 'boolean' },
  true,
)

export const REPORTER = query(
  'reporter',
  'Only reports of the organisation of that name; case does not matter.',
  { type: 'string' },
  'google.com',
)

export const RESULT = query(
  'result',
  'pass: only where every message passed DMARC. fail: only where some did not.',
  { type: 'string', enum: ['pass', 'fail'] },
  'fail',
)

export const GROUP_BY = query(
  'group_by',
  'What makes one source.',
  { type: 'string', enum: ['ip', 'organization', 'header_from', 'reporter'], default: 'ip' },
  'organization',
)

export const SORT = query(
  'sort',
  'What the order goes by, largest first.',
  { type: 'string', enum: ['messages', 'dmarc_fail', 'last_seen'], default: 'messages' },
  'dmarc_fail',
)
