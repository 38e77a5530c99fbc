/** What is wrong with what was typed. */
export interface Problem {
  /** The field to change. Absent: it is about the form as a whole. */
  field?: string
  /** What to do, in a sentence. */
  says: string
}

/** A form as it is shown again: what was typed (never a secret), and what is wrong with it. */
export interface Filled {
  typed: Readonly<Record<string, string>>
  problems: readonly Problem[]
}

/** A form that nobody has filled in yet; `typed`: what stands in it all the same. */
export const unfilled = (typed: Filled['typed'] = {}): Filled => ({ typed, problems: [] })

/** The problems that apply, in the order of the fields. */
export function problemsOf(...found: readonly (Problem | false | undefined)[]): Problem[] {
  return found.filter((one) => one !== false && one !== undefined)
}

/** The anchor of a field, to which the summary links. */
export const fieldId = (name: string) => `field-${name}`
