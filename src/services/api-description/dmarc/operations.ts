import { answer, BUDGET, badParameter, keyedProblems, notFound } from '../answers.ts'
import type { Json, Parameter } from '../document.ts'
import type { Route } from '../operations.ts'
import { DOMAIN_ID, LIMIT, OFFSET } from '../parameters.ts'
import { DMARC_REPORTS, DMARC_SOURCES, DMARC_SUMMARY } from './examples.ts'
import { AUTHENTICATED, GROUP_BY, REPORTER, RESULT, SORT, WINDOW } from './parameters.ts'

interface About {
  what: 'summary' | 'reports' | 'sources'
  operationId: string
  summary: string
  description: string
  parameters: readonly Parameter[]
  schema: string
  says: string
  example: Json
}

const noDomain = notFound('The account has no domain of that id.', 'No such domain.')

function dmarcRoute({
  what,
  operationId,
  summary,
  description,
  parameters,
  schema,
  says,
  example,
}: About): Route {
  return {
    method: 'get',
    path: `/v1/domains/{id}/dmarc/${what}`,
    operationId,
    tags: ['DMARC'],
    summary,
    description,
    security: [{ apiKey: ['dmarc:read'] }],
    parameters: [DOMAIN_ID, ...WINDOW, AUTHENTICATED, ...parameters],
    responses: {
      200: answer(says, schema, example, BUDGET),
      400: badParameter,
      ...keyedProblems('dmarc:read'),
      404: noDomain,
    },
  }
}

export const DMARC_OPERATIONS: readonly Route[] = [
  dmarcRoute({
    what: 'summary',
    operationId: 'getDmarcSummary',
    summary: 'Volume and pass rates of a domain',
    description:
      'Over a window of days. A window that has just closed may still be filling: mailbox providers report on their own schedule, usually daily.',
    parameters: [],
    schema: 'DmarcSummary',
    says: 'The summary. All zeros where nothing was reported.',
    example: DMARC_SUMMARY,
  }),
  dmarcRoute({
    what: 'reports',
    operationId: 'listDmarcReports',
    summary: 'Aggregate reports received for a domain',
    description: 'Newest first, each with what it says about this domain.',
    parameters: [REPORTER, RESULT, LIMIT, OFFSET],
    schema: 'DmarcReportList',
    says: 'One page of reports.',
    example: DMARC_REPORTS,
  }),
  dmarcRoute({
    what: 'sources',
    operationId: 'listDmarcSources',
    summary: 'Who sends as a domain',
    description: 'Every source with its DMARC results, grouped as you ask.',
    parameters: [GROUP_BY, RESULT, SORT, LIMIT, OFFSET],
    schema: 'DmarcSourceList',
    says: 'One page of sources.',
    example: DMARC_SOURCES,
  }),
]
