import { OBSTACLE_WORDS, type Readiness } from '../../services/readiness.ts'
import { answer, problem } from '../answer.ts'
import { methodNotAllowed } from '../method.ts'

/** When a probe may look again. */
const AGAIN_SECONDS = 5

/** Answers /readyz: 200 while mail can be taken, 503 with the reason in words while it cannot. */
export function createReadyz(
  readiness: Pick<Readiness, 'obstacle'>,
): (request: Request) => Response | Promise<Response> {
  const wrongMethod = methodNotAllowed('GET, HEAD')
  return async (request) => {
    if (request.method !== 'GET') return wrongMethod()
    const obstacle = await readiness.obstacle()
    if (!obstacle) return answer(200, { ready: true })
    return problem(503, OBSTACLE_WORDS[obstacle], { 'retry-after': String(AGAIN_SECONDS) })
  }
}
