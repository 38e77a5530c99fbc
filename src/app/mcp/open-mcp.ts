import type { Config } from '../../config/config.ts'
import type { AnswerMcp } from '../../http/deps.ts'
import { VERSION } from '../../version.ts'

/** What answers /mcp, where it is turned on. The protocol is loaded at the first message. */
export function openMcp({ mcp }: Pick<Config, 'mcp'>): { mcp?: AnswerMcp } {
  if (!mcp.enabled) return {}
  return {
    mcp: async (question) => {
      const { answerMcp } = await import('../../mcp/over-http.ts')
      return answerMcp({ ...question, version: VERSION })
    },
  }
}
