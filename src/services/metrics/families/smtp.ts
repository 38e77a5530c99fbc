import type { Registry } from '../registry.ts'

const VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const

/** SMTP sessions. */
export interface SmtpMeter {
  connected(): void
  /** By which version of TLS, as OpenSSL names it. */
  secured(version: string): void
}

export function smtpMeter(registry: Registry) {
  const sessions = registry.counter({
    name: 'smtp_sessions_total',
    help: 'SMTP sessions that were begun; connections that are turned away at once are not among them.',
  })
  const secured = registry.counter({
    name: 'smtp_tls_sessions_total',
    help: 'SMTP sessions that became encrypted, by version of TLS.',
    labels: { version: VERSIONS },
  })
  const open = registry.gauge({ name: 'smtp_open_sessions', help: 'SMTP sessions that are open now.' })
  const certificate = registry.gauge({
    name: 'certificate_expiry_timestamp_seconds',
    help: 'When the certificate in use expires.',
    labels: { certificate: ['smtp'] },
  })
  const meter: SmtpMeter = {
    connected: () => sessions.add(1),
    secured: (version) => secured.add(1, version),
  }
  return {
    meter,
    /** Looks at the listener at each scrape. `expires`: of its certificate; undefined: it cannot be read. */
    follow(listener: { open(): number; expires(): Date | undefined }): void {
      registry.collect('smtp', () => {
        open.set(listener.open())
        certificate.clear()
        const at = listener.expires()
        if (at) certificate.set(at.getTime() / 1000, 'smtp')
      })
    },
  }
}
