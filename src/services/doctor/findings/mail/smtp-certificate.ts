import { judgeCertificate } from '../../certificates.ts'
import type { Context } from '../../context.ts'
import { attention, type Inquiry, inConfig, ok, unknown } from '../../finding.ts'

export const smtpCertificate: Inquiry<Context> = {
  id: 'smtp-certificate',
  title: 'Certificate for STARTTLS',
  read: 'docs/operating.md#certificates',
  async look(context) {
    const { settings, service } = context
    if (settings.evaluation) return undefined
    const name = inConfig(
      'Name one by a public authority, with its chain; a renewed file is read within a minute:',
      'smtp',
      'tls_cert = "/etc/mailgauge/tls/fullchain.pem"',
      'tls_key = "/etc/mailgauge/tls/privkey.pem"',
    )
    const seen = await context.ownGreeting()
    if (seen.kind !== 'smtp' || seen.name !== settings.hostname.toLowerCase()) {
      return unknown(
        service === 'none'
          ? 'The service does not run, so it shows no certificate.'
          : 'The SMTP listener could not be asked for its certificate.',
      )
    }
    if (!seen.certificate) return attention('No TLS session with the SMTP listener could be begun.', name)
    const hosts = (await context.mailHosts()).map(({ exchange }) => exchange)
    const names = [...new Set([settings.hostname, ...hosts])]
    if (!settings.ownCertificate) {
      return attention(
        `The certificate is self-made. Most senders encrypt all the same; those that check it (MTA-STS, DANE) do not deliver, and their TLS cannot be tested.`,
        name,
      )
    }
    const judged = judgeCertificate(
      seen.certificate,
      [settings.hostname],
      context.clock.now(),
      attention,
      name,
    )
    if (judged.state !== 'ok' || names.length === 1) return judged
    const all = judgeCertificate(seen.certificate, names, context.clock.now(), attention, name)
    return all.state === 'ok' ? ok(all.seen) : all
  },
}
