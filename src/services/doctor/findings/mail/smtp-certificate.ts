import type { SeenCertificate, SmtpSeen } from '../../../../net/probe-ports.ts'
import { judgeCertificate } from '../../certificates.ts'
import type { Context, TlsFilesSeen } from '../../context.ts'
import {
  attention,
  command,
  type Inquiry,
  inConfig,
  ok,
  problem,
  type Seen,
  type Step,
  unknown,
} from '../../finding.ts'
import { START_SERVICE } from '../../next-steps.ts'

const NAME = inConfig(
  'Name one by a public authority, with its chain; a renewed file is read within a minute:',
  'smtp',
  'tls_cert = "/etc/mailgauge/tls/fullchain.pem"',
  'tls_key = "/etc/mailgauge/tls/privkey.pem"',
)

export const smtpCertificate: Inquiry<Context> = {
  id: 'smtp-certificate',
  title: 'Certificate for STARTTLS',
  read: 'docs/operating.md#smtp-certificate',
  ofHost: true,
  needs: ['smtp.domain', 'smtp.hostname', 'smtp.tls_cert', 'smtp.tls_key'],
  async look(context) {
    const { settings, service, clock } = context
    if (settings.evaluation) return undefined
    const files = context.ownTls?.()
    if (files?.fault !== undefined) return judgeFault(files.fault, service)
    const seen = await context.ownGreeting()
    if (!isGreeted(seen, settings.hostname))
      return (files && judgeFiles(files, clock.now(), NAME)) ?? notSeen(service)
    if (!seen.certificate) return attention('No TLS session with the SMTP listener could be begun.', NAME)
    return judgeShown(context, seen.certificate, files)
  },
}

const isGreeted = (seen: SmtpSeen, hostname: string): seen is SmtpSeen & { kind: 'smtp' } =>
  seen.kind === 'smtp' && seen.name === hostname.toLowerCase()

const notSeen = (service: Context['service']): Seen =>
  service === 'none'
    ? unknown('The service does not run, so it shows no certificate.', START_SERVICE)
    : unknown('The SMTP listener could not be asked for its certificate.', {
        says: 'Follow what is said of port 25, then look again: mailgauge doctor',
      })

function judgeFault(fault: string, service: Context['service']): Seen {
  const so =
    service === 'none'
      ? 'The service does not start with it.'
      : 'The service shows the certificate that it read before, and does not start again with this one.'
  return problem(`${fault} ${so}`, command('Correct it, then check it:', 'mailgauge config check'))
}

async function judgeShown(
  context: Context,
  shown: SeenCertificate,
  files: TlsFilesSeen | undefined,
): Promise<Seen> {
  const { settings, clock } = context
  if (!settings.ownCertificate) {
    return attention(
      `The certificate is self-made. Most senders encrypt all the same; those that check it (MTA-STS, DANE) do not deliver, and their TLS cannot be tested.`,
      NAME,
    )
  }
  if (files?.fingerprint !== undefined && files.fingerprint !== shown.fingerprint) {
    return attention(
      'The service shows another certificate than the one in the file of smtp.tls_cert. A file that was renewed is read within a minute.',
      command('Where it stays so, have it read again:', 'systemctl reload mailgauge'),
    )
  }
  const judged = judgeCertificate(shown, [settings.hostname], clock.now(), attention, NAME)
  const hosts = (await context.mailHosts()).map(({ exchange }) => exchange)
  const names = [...new Set([settings.hostname, ...hosts])]
  if (judged.state !== 'ok' || names.length === 1) return judged
  const all = judgeCertificate(shown, names, clock.now(), attention, NAME)
  return all.state === 'ok' ? ok(all.seen) : all
}

const DAY_MS = 86_400_000
const SOON_DAYS = 14

/** What the files alone tell, where no session can be begun. */
function judgeFiles({ remarks, validTo }: TlsFilesSeen, now: Date, name: Step): Seen | undefined {
  if (remarks.length > 0) return attention(remarks.join(' '), name)
  if (!validTo) return undefined
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS)
  const until = validTo.toISOString().slice(0, 10)
  if (days < SOON_DAYS)
    return attention(`The certificate in the file of smtp.tls_cert expires on ${until}.`, name)
  return unknown(
    `The certificate in the file of smtp.tls_cert belongs to its key and is valid until ${until}. Whether clients trust it shows once the service runs.`,
    START_SERVICE,
  )
}
