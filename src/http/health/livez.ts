import { type Liveness, SILENT_WORDS } from '../../services/liveness.ts'
import { answer, problem } from '../answer.ts'
import { methodNotAllowed } from '../method.ts'

/** Answers /livez: 200 while the process works, 503 where only a restart helps. */
export function createLivez(liveness: Liveness): (request: Request) => Response {
  const wrongMethod = methodNotAllowed('GET, HEAD')
  return (request) => {
    if (request.method !== 'GET') return wrongMethod()
    return liveness.isAlive() ? answer(200, { alive: true }) : problem(503, SILENT_WORDS)
  }
}
