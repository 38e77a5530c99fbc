import { answer, BUDGET, badParameter, notFound, tookTooLong } from '../answers.ts'
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
  /** It is a page of a list. */
  paged?: true
}

const noDomain = notFound('The account has no domain of that id.', 'No such domain.')

function about<What extends string>(
  what: What,
  { summary, description, parameters, schema, says, example, paged }: About,
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
    answers: {
      200: answer(says, schema, example, paged ? ['Link', 'X-Total-Count', ...BUDGET] : BUDGET),
      400: badParameter,
      404: noDomain,
      503: tookTooLong,
    },
  } as const
}

export const DMARC_ROUTES = {
  getDmarcSummary: about('summary', {
    summary: 'Volume and DMARC pass rates of a domain',
    description:
      'Sums over a window of days, and each of its days. A window that has just closed may still be filling: mailbox providers report on their own schedule, usually daily. A domain that nobody reported about has zeros.',
    parameters: [],
    schema: 'DmarcSummary',
    says: 'The summary.',
    example: DMARC_SUMMARY,
  }),
  listDmarcReports: about('reports', {
    summary: 'Aggregate reports about a domain',
    description:
      'Newest first. A report may be about several domains of the account: only its records about this one are counted.',
    parameters: [REPORTER, RESULT, shown(LIMIT), OFFSET],
    schema: 'DmarcReportList',
    paged: true,
    says: 'One page of reports.',
    example: DMARC_REPORTS,
  }),
  listDmarcSources: about('sources', {
    summary: 'Sources of mail from a domain',
    description:
      'Every source that sends mail with the domain in From, with its DMARC results. Over all pages the messages add up to those of the summary, however they are grouped.',
    parameters: [shown(GROUP_BY), RESULT, SORT, LIMIT, OFFSET],
    schema: 'DmarcSourceList',
    paged: true,
    says: 'One page of sources.',
    example: DMARC_SOURCES,
  }),
} as const satisfies Record<string, RouteDeclaration>
