import type { RequirementState } from '../../core/message-view.ts'

/** What was seen of one thing that providers ask for, in a few words that do not repeat the message. */
export interface Observed {
  state: RequirementState
  because: string
  /** The check that says how to fix it, where it is another one than usual. */
  about?: string
}

export const met = (because: string): Observed => ({ state: 'met', because })
export const notMet = (because: string, about?: string): Observed => ({
  state: 'not met',
  because,
  ...(about && { about }),
})
export const notApplicable = (because: string): Observed => ({ state: 'not applicable', because })
export const cannotBeSeen = (because: string): Observed => ({ state: 'cannot be seen', because })
export const undetermined = (because: string): Observed => ({ state: 'undetermined', because })
