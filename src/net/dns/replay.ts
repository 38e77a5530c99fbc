import { type Answer, DnsFailure, type RecordedQuestion, type RecordType, type Resolver } from '../ports.ts'
import { questionKey } from './cache.ts'
import { askableName, badName } from './name.ts'

/** Answers from evidence alone: a question it does not hold fails with `not-asked`. */
export function replay(questions: readonly RecordedQuestion[]): Resolver {
  const known = new Map(
    questions.map((question) => [questionKey(question.name, question.type), question.answer]),
  )

  return {
    async query<T extends RecordType>(name: string, type: T): Promise<Answer<T>> {
      if (askableName(name) === undefined) throw badName(name, type)
      const answer = known.get(questionKey(name, type)) ?? { kind: 'failure', reason: 'not-asked' }
      if (answer.kind === 'failure') throw new DnsFailure(name, type, answer.reason)
      return structuredClone(answer) as Answer<T>
    },
  }
}
