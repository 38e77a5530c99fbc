import type { Config } from '../config.ts'

/** Options that may contradict each other. */
export interface Rule {
  /** The options it reads. */
  about: readonly string[]
  /** What is wrong, in words; '' or nothing when all is well. */
  broken(config: Config): string | string[]
}
