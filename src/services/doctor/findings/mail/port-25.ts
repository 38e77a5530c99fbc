import type { SmtpSeen } from '../../../../net/probe-ports.ts'
import type { Context } from '../../context.ts'
import { FAILURE_WORDS } from '../../failure-words.ts'
import { attention, command, type Inquiry, inConfig, ok, problem, type Seen, unknown } from '../../finding.ts'
import { AGAIN, READ_LOG } from '../../next-steps.ts'

const PORT = 25
const HOST_NAME = /^[a-z0-9_][a-z0-9._-]*$/i

export const port25: Inquiry<Context> = {
  id: 'port-25',
  title: 'Port 25',
  read: 'docs/operating.md#port-25',
  needs: ['smtp.domain', 'smtp.hostname', 'smtp.listen'],
  async look(context) {
    const { settings, service } = context
    if (settings.evaluation) return undefined
    const listens = settings.smtpListen.some(({ port }) => port === (context.smtpPort ?? PORT))
    const [own, greetings] = await Promise.all([context.ownGreeting(), context.greetings()])
    // The DNS gave it, and the line is for a shell.
    const host = greetings.map((one) => one.host).find((name) => HOST_NAME.test(name)) ?? settings.hostname
    const outside = command('Only a check from another network is proof:', `nc -v ${host} ${PORT}`)
    if (!isGreeted(own, settings.hostname)) return judgeOwn(own, settings.hostname, service)
    const seen = greetings.find((greeting) => greeting.own)
    if (seen)
      return ok(
        `The service greets at ${seen.host} (${seen.address}), port ${PORT}, as seen from here.`,
        outside,
      )
    if (settings.inFront)
      return unknown(
        `The service takes mail from what stands in front of it (smtp.proxy_protocol_from, smtp.trusted_relays, smtp.lmtp_listen). Whether port ${PORT} leads there is seen by a message alone.`,
        { says: 'Send a message to a test address: its report shows whether the sender’s address is known.' },
        outside,
      )
    if (!listens) {
      const ports = settings.smtpListen.map(({ port }) => port).join(', ')
      return attention(
        `smtp.listen names port ${ports}; the world delivers to port ${PORT}.`,
        inConfig(`Listen on port ${PORT}, unless it is forwarded:`, 'smtp', `listen = [":${PORT}"]`),
        outside,
      )
    }
    const turned = greetings.find(({ seen: { kind } }) => kind !== 'failure')
    if (turned) {
      return problem(
        `The service listens, and at ${turned.address}, port ${PORT}, somebody else answers${saidBy(turned.seen)}.`,
        { says: 'Correct the MX record or the address it leads to, or what forwards the port.' },
        outside,
      )
    }
    return unknown(
      'The service listens on this machine. From here it is not reached through its MX record, which says little: a firewall or NAT may let others in.',
      outside,
    )
  },
}

const isGreeted = (seen: SmtpSeen, hostname: string) =>
  seen.kind === 'smtp' && seen.name === hostname.toLowerCase()

function saidBy(seen: SmtpSeen): string {
  if (seen.kind === 'smtp') return ` as ${JSON.stringify(seen.name)}`
  return seen.kind === 'turned_away' ? `: ${JSON.stringify(seen.says.slice(0, 100))}` : ''
}

function judgeOwn(own: SmtpSeen, hostname: string, service: Context['service']): Seen {
  if (service === 'none') {
    return unknown(
      'The service does not run, so nothing listens.',
      command('Start it:', 'systemctl start mailgauge'),
    )
  }
  if (own.kind === 'failure')
    return problem(
      `The SMTP listener does not answer on this machine: ${FAILURE_WORDS[own.reason]}.`,
      READ_LOG,
    )
  if (own.kind === 'turned_away')
    return unknown(`The SMTP listener turned the question away${saidBy(own)}.`, AGAIN)
  return problem(
    `At the address of smtp.listen a server greets as ${JSON.stringify(own.name)}, and not as ${hostname}.`,
    { says: 'Stop the other mail server, or restart the service after a change of smtp.hostname.' },
  )
}
