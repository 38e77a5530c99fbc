import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, inConfig, ok, problem } from '../../finding.ts'

export const relay: Inquiry<Context> = {
  id: 'relay',
  title: 'Relay for our own mail',
  read: 'docs/operating.md#relay',
  needs: ['relay.host'],
  async look({ settings, tryRelay }) {
    if (settings.relay === undefined || !tryRelay) {
      const says =
        'No relay is configured: password resets and invitations are not mailed. Links for them can be copied, and mailgauge admin reset-password prints one.'
      // Whoever tries it out needs none.
      if (settings.evaluation) return ok(says)
      return attention(
        says,
        inConfig(
          'Name the mail server that sends your mail:',
          'relay',
          'host = "smtp.example.com"',
          'from = "Mailgauge <mailgauge@example.com>"',
          'user = "mailgauge"',
          'password = "…"',
        ),
      )
    }
    const { delivery, says } = await tryRelay()
    const send = command(
      'To see whether mail arrives, and how it is judged:',
      'mailgauge relay test you@example.com',
    )
    // That nothing came back in time is seen too: mail would not get further.
    return delivery.kind === 'accepted' ? ok(says, send) : problem(says, send)
  },
}
