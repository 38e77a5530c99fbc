import { sizeInWords } from '../../bytes.ts'
import type { Context } from '../../context.ts'
import { attention, type Inquiry, inConfig, ok, problem } from '../../finding.ts'

const MB = 1024 ** 2
/** The service itself, and an operating system that is no more than one. */
const BESIDE_ANALYSES = 384 * MB
/** Below it a message of ordinary size may not be analysed. */
const LEAST = 512 * MB

export const memory: Inquiry<Context> = {
  id: 'memory',
  title: 'Memory',
  read: 'docs/operating.md#memory',
  ofHost: true,
  needs: ['analysis.total_memory'],
  look({ host, settings: { analysisMemory } }) {
    const has = host.memory()
    const seen = `There are ${sizeInWords(has)} of memory, of which analyses may take ${sizeInWords(analysisMemory)} (analysis.total_memory).`
    if (has < LEAST)
      return problem(`${seen} That is too little for two messages of ordinary size.`, {
        says: 'Give the machine, or the container, 1 GB or more.',
      })
    if (has - analysisMemory >= BESIDE_ANALYSES) return ok(seen)
    return attention(
      `${seen} What is left is little for the service and the system: processes may be killed.`,
      inConfig(
        'Leave more:',
        'analysis',
        `total_memory = "${Math.max(128, Math.floor((has - BESIDE_ANALYSES) / MB))}MB"`,
      ),
    )
  },
}
