import { StoreDamaged } from '../../../core/trouble/store-damaged.ts'
import { damaged, isDamage } from './damage.ts'

type Method = (...args: unknown[]) => unknown

/** Listens to every method of a store: where one meets a damaged database, `found` is called and StoreDamaged is thrown. What was done
 * before is as it was. */
export function watchDamage<T extends object>(store: T, file: string, found: () => void): T {
  const told = (cause: unknown): unknown => {
    if (!isDamage(cause)) return cause
    found()
    const says = cause instanceof Error ? cause.message : String(cause)
    return new StoreDamaged(damaged(file, says), { cause })
  }
  const watched =
    (method: Method): Method =>
    (...args) => {
      try {
        const given = method(...args)
        if (!(given instanceof Promise)) return given
        return given.catch((cause: unknown) => {
          throw told(cause)
        })
      } catch (cause) {
        throw told(cause)
      }
    }
  const of = (part: unknown): unknown => {
    if (typeof part === 'function') return watched(part as Method)
    const isPart =
      typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype
    return isPart ? Object.fromEntries(Object.entries(part).map(([name, one]) => [name, of(one)])) : part
  }
  return of(store) as T
}
