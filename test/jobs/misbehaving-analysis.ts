/** An analysis process that does what the message's recipient says: hang, eat, crash, fault, or answer. */
import { writeSync } from 'node:fs'
import type { AnalysisReply, AnalysisRequest } from '../../src/jobs/analysis-protocol.ts'

const tell = (step: string) => writeSync(1, `${step}\n`)

function hang(): never {
  for (;;) Math.sqrt(2)
}

function eat(): never {
  const held: Uint8Array[] = []
  for (;;) held.push(new Uint8Array(8_000_000).fill(held.length))
}

function behave(request: AnalysisRequest): AnalysisReply {
  tell('parse')
  const [behaviour, step = 'parse'] = request.envelope.rcptTo.split(' ')
  if (request.leaveOut.includes(step)) return { kind: 'not_a_message', reason: `without ${step}` }
  tell(step)
  if (behaviour === 'hang') hang()
  if (behaviour === 'eat') eat()
  if (behaviour === 'crash') process.kill(process.pid, 'SIGKILL')
  if (behaviour === 'fault') return { kind: 'fault', step, stack: 'Error: on purpose' }
  return { kind: 'not_a_message', reason: `${request.raw.length} bytes by ${process.pid}` }
}

process.on('message', (request: AnalysisRequest) => process.send?.(behave(request)))
process.send?.('ready')
