import { spaced } from '../services/telling/spaced.ts'
import type { ShownCheck } from './view.ts'

const GROUPS: Readonly<Record<string, string>> = {
  authentication: 'Authentication',
  server: 'Sending server',
  message: 'Message form',
  content: 'Content',
  providers: 'Providers',
  other: 'Other checks',
}

/** What people call it or, for a check that this version does not know, its name with spaces. */
export function checkTitle({ name, words }: Pick<ShownCheck, 'name' | 'words'>): string {
  return words?.title ?? spaced(name)
}

export function groupTitle(group: string): string {
  return Object.hasOwn(GROUPS, group) ? (GROUPS[group] ?? spaced(group)) : spaced(group)
}

/** The name of a piece of evidence: zones and other names with a dot, what CSS and HTML name, and a scanner's rules, stay as
 * they are. */
export function evidenceTitle(key: string): string {
  return /[-.:<@]/.test(key) || /^[A-Z][A-Z0-9_]+$/.test(key) ? key : spaced(key)
}
