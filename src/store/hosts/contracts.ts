/** Changes that take away what older programs need: they wait until no host runs one. */
export interface Contracts {
  /** Who is waited for, as a sentence. Undefined: nothing waits. */
  waitsFor(): string | undefined
  /** Makes the changes, if nobody is in their way any more; for a host that saw the others say that they are there for as long as each has
   * to. Gives what `waitsFor` says from now on. */
  tryAgain(): Promise<string | undefined>
}
