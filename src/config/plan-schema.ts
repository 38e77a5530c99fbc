import type { Plan } from '../core/access/account.ts'
import { count, duration, toggle } from './kinds.ts'
import type { Section } from './option.ts'

const UNLIMITED = 'unlimited'
const MANY = { min: 0, max: 1_000_000_000 } as const

/** The keys of a `[plans.<name>]` table. */
export const PLAN_SCHEMA = {
  api: toggle({ sentence: 'Whether accounts of this plan may use the API.', default: false }),
  ratePerMinute: count(
    { sentence: 'API requests per minute, over all keys of an account.', default: 60 },
    { min: 1, max: 1_000_000 },
  ),
  burst: count(
    {
      sentence:
        'API requests that may come at once on top of the steady rate. At least 1, and a sixtieth of rate_per_minute, so that the whole seconds of Retry-After cost clients nothing.',
      default: 20,
    },
    { min: 0, max: 1_000_000 },
  ),
  monthlyTests: count(
    { sentence: 'Tests per calendar month (UTC).', optional: UNLIMITED, example: 1000 },
    MANY,
  ),
  fullReportsPerMonth: count(
    {
      sentence: 'Tests per calendar month whose report is shown in full.',
      optional: UNLIMITED,
      example: 500,
    },
    MANY,
  ),
  testLifetime: duration(
    { sentence: 'How long a test is kept.', optional: 'tests.lifetime', example: '90 days' },
    { min: '1 minute', max: '400 days' },
  ),
  dmarcLifetime: duration(
    {
      sentence:
        'How long the records of DMARC and TLS reports are kept, counted from the day they are about.',
      optional: 'without end',
      example: '400 days',
    },
    { min: '30 days', max: '7300 days' },
  ),
  domains: count({ sentence: 'Verified domains of an account.', optional: UNLIMITED, example: 10 }, MANY),
  monitors: count({ sentence: 'Monitors of an account.', optional: UNLIMITED, example: 10 }, MANY),
  webhooks: count(
    { sentence: 'Webhooks and alert channels of an account.', optional: UNLIMITED, example: 10 },
    MANY,
  ),
  members: count({ sentence: 'Members of an account.', optional: UNLIMITED, example: 5 }, MANY),
} as const satisfies Section['options']

/** Plans that exist without a word in the file; a table of the same name changes single keys. */
export const BUILT_IN_PLANS = {
  'self-hosted': { api: true, rate_per_minute: 600, burst: 100 },
} as const

/** A plan of the file with all its limits; an absent limit is none. */
export interface PlanConfig extends Plan {
  members?: number
}
