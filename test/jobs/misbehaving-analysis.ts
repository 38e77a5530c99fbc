/** An analysis process that does what the message's recipient says. */
import {
  type AnalysisReply,
  type AnalysisRequest,
  messageTaken,
  type SentRequest,
} from '../../src/jobs/analysis-protocol.ts'
import { stepWriter, takeMessage } from '../../src/jobs/analysis-steps.ts'

let message = 0
const note = stepWriter()
const tell = (step: string) => note(message, step)
const held: Uint8Array[] = []

function hold(megabytes: number): void {
  for (let at = 0; at < megabytes; at += 8) held.push(new Uint8Array(8 * 1024 ** 2).fill(at + 1))
}

/** What each does before the answer: once done the process answers. */
const BEHAVIOURS: Record<string, (step: string) => unknown> = {
  answer: () => undefined,
  hang() {
    for (;;) Math.sqrt(2)
  },
  eat() {
    for (;;) hold(8)
  },
  /** Holds 300 MB and waits to be ended. */
  hold() {
    hold(300)
    return new Promise(() => {})
  },
  /** Holds 300 MB more and answers. */
  grow: () => hold(300),
  wait: () => new Promise(() => {}),
  pause: () => Bun.sleep(3_000),
  raise: (signal) => process.kill(process.pid, signal),
  exit: () => process.exit(3),
  leave: () => process.exit(0),
  reject() {
    void Promise.reject(new Error('on purpose'))
    return new Promise(() => {})
  },
}

async function behave(request: AnalysisRequest): Promise<AnalysisReply> {
  message += 1
  const [behaviour = '', step = 'parse', ...silently] = request.envelope.rcptTo.split(' ')
  if (request.leaveOut.includes(step)) return { kind: 'not_a_message', reason: `without ${step}` }
  if (silently.length === 0) {
    tell('parse')
    if (behaviour !== 'raise') tell(step)
  }
  if (behaviour === 'hash') return { kind: 'not_a_message', reason: `${Bun.hash(request.raw)}` }
  if (behaviour === 'fault') return { kind: 'fault', step, stack: 'Error: on purpose' }
  await BEHAVIOURS[behaviour]?.(step)
  tell('report')
  return { kind: 'not_a_message', reason: `${request.raw.length} bytes by ${process.pid}` }
}

process.on('message', (request: SentRequest) => {
  void behave(messageTaken(request, takeMessage) as AnalysisRequest).then((reply) => process.send?.(reply))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
