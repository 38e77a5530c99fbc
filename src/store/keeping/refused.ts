/** Why the database cannot be used, in a sentence for the operator. */
export class StoreRefused extends Error {
  /** What is in the way may go by itself: a start that is tried again may do. */
  readonly mayPass: boolean

  constructor(sentence: string, mayPass?: 'may pass') {
    super(sentence)
    this.mayPass = mayPass !== undefined
  }
}
