import type { Domains } from '../../../services/domains/domains.ts'
import type { WebDeps } from '../../deps.ts'
import type { Handler } from '../../router.ts'

/** What the pages of domains stand on. */
export interface DomainPagesDeps
  extends Pick<
    WebDeps,
    | 'domainHealth'
    | 'records'
    | 'reportsSetUp'
    | 'dmarc'
    | 'organisationOf'
    | 'history'
    | 'monitors'
    | 'clock'
    | 'checkWords'
  > {
  domains: Domains
  accountTests?: Pick<NonNullable<WebDeps['accountTests']>, 'find'>
}

export type Reading = Handler<'domains.read'>
export type Changing = Handler<'domains.change'>
