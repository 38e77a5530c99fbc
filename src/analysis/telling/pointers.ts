import type { Check } from '../../core/check.ts'

const POINTER = / The check ([a-z0-9-]{1,64}) says how to fix it\./g

/** The end of an advice that another check gives in full. */
export function pointerTo(check: string): string {
  return ` The check ${check} says how to fix it.`
}

/** The checks without pointers to one that is not there, or that has no advice. */
export function withLivePointers(checks: readonly Check[]): Check[] {
  const advised = new Set(checks.filter(({ detail }) => detail['advice']).map(({ name }) => name))
  return checks.map((check) => {
    const { advice } = check.detail
    const live = advice?.replace(POINTER, (pointer, name: string) => (advised.has(name) ? pointer : ''))
    return live === undefined || live === advice
      ? check
      : { ...check, detail: { ...check.detail, advice: live } }
  })
}
