import type { Config } from '../../config/config.ts'
import type { Report } from '../../core/report.ts'
import { judgeOneClick } from '../../services/unsubscribing/judging.ts'
import { asksForOneClick, signedIn } from '../../services/unsubscribing/signed.ts'
import type { Invocation } from '../command.ts'
import type { OneClickTold } from '../reports/one-click.ts'

/** Beside these options there is no message to try it of, or nobody may be asked. */
const NOT_BESIDE = ['offline', 'evidence'] as const

/** Why the options do not go together. */
export function besideTry({ isSet }: Invocation): string | undefined {
  const other = isSet('try-unsubscribe') ? NOT_BESIDE.find(isSet) : undefined
  return other && `--try-unsubscribe sends a request, which --${other} does not allow.`
}

/** Has the one-click request of the message sent, and says before what that does. */
export async function triedOneClick(
  { io, deps }: Invocation,
  config: Config,
  file: Uint8Array,
  report: Report,
): Promise<OneClickTold> {
  if (!asksForOneClick(report))
    return { notSent: `This is ${report.kind} mail, and one-click is for marketing and list mail.` }
  if (report.withheld)
    return { notSent: 'The words of this message are withheld: it may open an account of its recipient.' }
  const { offer, send } = await deps.oneClickOfFile(config, file)
  if (offer.kind === 'none') return { notSent: offer.says }
  const { host, faults } = offer
  io.say(
    `Sending one POST to ${host}, as a mailbox provider does. If it works, the recipient of this message is really unsubscribed.\n`,
  )
  const outcome = await send()
  return { host, outcome, judged: judgeOneClick(outcome, { host, faults, signed: signedIn(report) }) }
}
