import type { Confirming } from '../../../services/people/confirming.ts'
import type { AdministrationDeps, WebDeps } from '../../deps.ts'

/** What the pages of the instance's administrators stand on. */
export interface AdminDeps
  extends Pick<AdministrationDeps, 'instance' | 'visits' | 'instancePeople' | 'audit' | 'backups'>,
    Pick<WebDeps, 'clock'> {
  /** Judges whether it is still the same person. */
  confirming?: Confirming
}
