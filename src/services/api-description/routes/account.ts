import { answer, BUDGET } from '../answers.ts'
import { DOMAINS } from '../examples.ts'
import type { RouteDeclaration } from '../route.ts'

export const ACCOUNT_ROUTES = {
  whoami: {
    method: 'get',
    path: '/v1/whoami',
    tags: ['Account'],
    summary: 'Check a key',
    description: 'Needs no scope: any key that works gets its account and its scopes.',
    action: 'account.read',
    opens: 'key',
    answers: {
      200: answer(
        'The key works.',
        'Whoami',
        { account_id: '6f0c2d7e-3b1a-4c58-9d2f-7e5a1b9c0d34', scopes: ['tests:write', 'tests:read'] },
        BUDGET,
      ),
    },
  },
  listDomains: {
    method: 'get',
    path: '/v1/domains',
    tags: ['Account'],
    summary: 'List the domains of the account',
    description:
      'The only place that tells the ids the DMARC addresses take. By name. Domains are added, verified and deleted in the dashboard, or with `mailgauge domains` on the machine.',
    action: 'domains.read',
    opens: 'key',
    answers: {
      200: answer('All domains.', 'DomainList', DOMAINS, BUDGET),
    },
  },
} as const satisfies Record<string, RouteDeclaration>
