import type { AdministrationDeps, WebDeps } from '../../deps.ts'

/** What the pages of the instance's administrators stand on. */
export interface AdminDeps
  extends Pick<AdministrationDeps, 'instance' | 'visits' | 'instancePeople' | 'audit'>,
    Pick<WebDeps, 'clock'> {}
