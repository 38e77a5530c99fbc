import type { ValuesOf } from './option.ts'
import type { PlanConfig } from './plan-schema.ts'
import type { SCHEMA } from './schema.ts'

/** The sections of the schema with their values. */
export type Sections = { [S in keyof typeof SCHEMA]: ValuesOf<(typeof SCHEMA)[S]['options']> }

/** The settings of this instance: plain data, handed to what needs a part of it. */
export interface Config extends Sections {
  /** No config file and no variable: a trial on loopback. */
  evaluation: boolean
  /** By name. */
  plans: Record<string, PlanConfig>
}
