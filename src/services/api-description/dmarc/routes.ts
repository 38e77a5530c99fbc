import { answer, BUDGET, badParameter, notFound } from '../answers.ts'
import type { Json } from '../document.ts'
import { DOMAIN_ID, LIMIT, OFFSET, shown } from '../parameters.ts'
import type { DeclaredParameter, RouteDeclaration } from '../route.ts'
import { DMARC_REPORTS, DMARC_SOURCES, DMARC_SUMMARY } from './examples.ts'
import { AUTHENTICATED, GROUP_BY, REPORTER, RESULT, SORT, WINDOW } from './parameters.ts'

interface About {
  summary: string
  description: string
  parameters: readonly DeclaredParameter[]
  schema: string
  says: string
  example: Json
}

const noDomain = notFound('The account has no domain of that id.', 'No such domain.')

function about<What extends string>(
  what: What,
  { summary, description, parameters, schema, says, example }: About,
) {
  return {
    method: 'get',
    path: `/v1/domains/{id}/dmarc/${what}`,
    tags: ['DMARC'],
    summary,
    description,
    action: 'dmarc.read',
    opens: 'key',
    parameters: [DOMAIN_ID, ...WINDOW, AUTHENTICATED, ...parameters],
    answers: { 200: answer(says, schema, example, BUDGET), 400: badParameter, 404: noDomain },
  } as const
}

export const DMARC_ROUTES = {
  getDmarcSummary: about('summary', {
    summary: 'Volume and pass rates of a domain',
    description:
      'Over a window of days. A window that has just closed may still be filling: mailbox providers report on their own schedule, usually daily.',
    parameters: [],
    schema: 'DmarcSummary',
    says: 'The summary. All zeros where nothing was reported.',
    example: DMARC_SUMMARY,
  }),
  listDmarcReports: about('reports', {
    summary: 'Aggregate reports received for a domain',
    description: 'Newest first, each with what it says about this domain.',
    parameters: [REPORTER, RESULT, shown(LIMIT), OFFSET],
    schema: 'DmarcReportList',
    says: 'One page of reports.',
    example: DMARC_REPORTS,
  }),
  listDmarcSources: about('sources', {
    summary: 'Who sends as a domain',
    description: 'Every source with its DMARC results, grouped as you ask.',
    parameters: [shown(GROUP_BY), RESULT, SORT, LIMIT, OFFSET],
    schema: 'DmarcSourceList',
    says: 'One page of sources.',
    example: DMARC_SOURCES,
  }),
} as const satisfies Record<string, RouteDeclaration>
