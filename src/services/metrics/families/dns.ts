import { DNS_ENDINGS, type DnsMeter } from '../../../net/ports.ts'
import type { Spent } from '../../ports.ts'
import type { Registry } from '../registry.ts'

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** These are answered without asking. */
const UNASKED = ['limit', 'not-asked']

/** Questions to the DNS, of this process and of those that analyse. */
export function dnsMeter(registry: Registry) {
  const questions = registry.counter({
    name: 'dns_questions_total',
    help: 'Questions to the configured DNS servers, by how they ended.',
    labels: { answer: DNS_ENDINGS.filter((ending) => !UNASKED.includes(ending)) },
  })
  const duration = registry.histogram(
    { name: 'dns_question_duration_seconds', help: 'How long questions to the DNS took, with all tries.' },
    SECONDS,
  )
  const hits = registry.counter({
    name: 'dns_cache_hits_total',
    help: 'Questions of a message that were answered by what the same message had asked before.',
  })
  const meter: DnsMeter = {
    asked(ending, seconds) {
      questions.add(1, ending)
      duration.observe(seconds)
    },
    known: () => hits.add(1),
  }
  return {
    meter,
    /** Counts what an analysis process asked. */
    tallied({ endings, took, known }: Spent['dns']): void {
      for (const [ending, count] of Object.entries(endings)) questions.add(count, ending)
      for (const seconds of took) duration.observe(seconds)
      hits.add(known)
    },
  }
}
