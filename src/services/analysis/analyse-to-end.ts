import type { Blame, BlameReason } from '../../core/message.ts'
import type { AnalysisBlamed, AnalysisJob, AnalysisResult, AnalysisRunner } from '../ports.ts'

/** Analyzers that may stop their analysis before the message is given up. */
const MOST_BLAMED = 2

/** What earlier tries left behind, and where the next ones are noted. */
export interface Tries {
  /** What stopped earlier tries, in order. */
  blamed: readonly Blame[]
  blame(stopped: AnalysisBlamed): Promise<unknown>
  /** How many tries may be lost before that is what it ends with. */
  mayLose: number
}

export type Ended = Exclude<AnalysisResult, AnalysisBlamed>

/** Tries until there is a report or a reason why there is none; each try leaves out what stopped an earlier one. */
export async function analyseToEnd(
  runner: AnalysisRunner,
  message: Omit<AnalysisJob, 'leaveOut'>,
  { mayLose, ...tries }: Tries,
): Promise<Ended> {
  const blamed = [...tries.blamed]
  for (let lost = 0; ; ) {
    const reason = givenUp(blamed)
    if (reason) return { kind: 'not_a_message', reason }
    const result = await runner.run({ ...message, leaveOut: blamed.map(({ step }) => step) })
    if (result.kind === 'blamed') {
      await tries.blame(result)
      blamed.push({ step: result.step, reason: result.reason })
    } else if (result.kind === 'lost' && lost < mayLose) {
      lost += 1
    } else {
      return result
    }
  }
}

const READING: Record<BlameReason, string> = {
  limit: 'Reading the message took more time than a message may.',
  memory: 'Reading the message took more memory than a message may.',
  exception: 'Reading the message failed inside Mailgauge. The log of the service says where.',
  signal: 'Reading the message crashed its process. That is a fault of Mailgauge.',
}

/** What a step did, as reports and logs say it. */
const STOPPED: Record<BlameReason, string> = {
  limit: 'it took too long',
  memory: 'it took too much memory',
  exception: 'it failed inside Mailgauge',
  signal: 'it crashed its process',
}

/** Why no further try is worth it; undefined while one is. */
function givenUp(blamed: readonly Blame[]): string | undefined {
  const parse = blamed.find(({ step }) => step === 'parse')
  if (parse) return READING[parse.reason]
  if (blamed.length < MOST_BLAMED) return undefined
  const each = blamed.map(({ step, reason }) => `${step}: ${STOPPED[reason]}`)
  return `Two steps of the analysis had to be stopped (${each.join('; ')}).`
}
