import type { Answer, DnsMeter, RecordType, Resolver } from '../ports.ts'
import { canonicalName } from './name.ts'

/** Asks each question once and keeps answers and failures alike. One for each message: a retest asks again. */
export function cached(resolver: Resolver, meter?: Pick<DnsMeter, 'known'>): Resolver {
  const asked = new Map<string, Promise<Answer<RecordType>>>()

  return {
    query<T extends RecordType>(name: string, type: T) {
      const key = questionKey(name, type)
      const known = asked.get(key)
      if (known) {
        meter?.known()
        return known as Promise<Answer<T>>
      }
      const answer = resolver.query(name, type)
      asked.set(key, answer)
      return answer
    },
  }
}

/** The same for every spelling of one question. */
export function questionKey(name: string, type: RecordType): string {
  return `${type} ${canonicalName(name)}`
}
