import type { AnswerMcp } from '../../../src/http/deps.ts'
import { answerMcp } from '../../../src/mcp/over-http.ts'
import { openWorld, type WorldOptions } from '../../support/world.ts'

const mcp: AnswerMcp = (question) => answerMcp({ ...question, version: '1.2.3' })

/** A world whose service answers at /mcp, with bodies as long as in the real one. */
export const openMcpWorld = (options: WorldOptions = {}) => openWorld({ mcp, maxBody: 64 * 1024, ...options })
