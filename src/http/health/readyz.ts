import { OBSTACLE_WORDS, type Readiness } from '../../services/readiness.ts'
import { answer, problem } from '../answer.ts'
import { methodNotAllowed } from '../method.ts'

/** When a probe may look again. */
const AGAIN_SECONDS = 5

/** Answers /readyz: 200 while mail can be taken, 503 with each reason in words while it cannot. */
export function createReadyz(
  readiness: Pick<Readiness, 'reasons'>,
): (request: Request) => Response | Promise<Response> {
  const wrongMethod = methodNotAllowed('GET, HEAD')
  return async (request) => {
    if (request.method !== 'GET') return wrongMethod()
    const reasons = await readiness.reasons()
    if (reasons.length === 0) return answer(200, { ready: true })
    const error = reasons.map((reason) => OBSTACLE_WORDS[reason]).join(' ')
    return problem(503, error, { 'retry-after': String(AGAIN_SECONDS) })
  }
}
