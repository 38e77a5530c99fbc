import type { Site } from '../site.ts'

/** Only in evaluation: messages that come with the service, sent through its own SMTP listener. */
export function Samples({ site, token }: { site: Site; token: string }) {
  if (!site.smtpServer) return null
  return (
    <div class="samples">
      <form method="post" action={site.href.sample(token, 'clean')}>
        <button type="submit" class="button button-quiet">
          Send a clean sample
        </button>
      </form>
      <form method="post" action={site.href.sample(token, 'bad')}>
        <button type="submit" class="button button-quiet">
          Send a bad sample
        </button>
      </form>
    </div>
  )
}
