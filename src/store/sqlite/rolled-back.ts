/** Thrown to undo what a write did so far when its answer is a value and not a failure. */
export class RolledBack extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('The write was undone.')
    this.answer = answer
  }
}
