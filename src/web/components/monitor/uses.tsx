import type { ComponentChildren } from 'preact'
import type { Site } from '../../site.ts'
import { CopyButton } from '../copy-button.tsx'

/** Stands where the address will be, before there is one. */
const NO_ADDRESS_YET = 'ADDRESS'

interface UsesProps {
  site: Site
  /** Absent: the monitor is not made yet. */
  address?: string
  /** No title stands above it on its page but the first. */
  isTop?: boolean
}

/** What the address of a monitor is good for, with a command for each that sends by itself. */
export function Uses({ site, address = NO_ADDRESS_YET, isTop = false }: UsesProps) {
  const cron = `30 5 * * * printf 'From: you@example.org\\nTo: ${address}\\nSubject: Nightly probe\\n\\nSent by cron.\\n' | /usr/sbin/sendmail -t`
  const isMade = address !== NO_ADDRESS_YET
  return (
    <div class="stack uses">
      <Use isTop={isTop} title="A newsletter or mailing list">
        <p>
          Subscribe the address like any other subscriber. Each issue is then tested as subscribers get it.
        </p>
      </Use>
      <Use isTop={isTop} title="A cron job">
        <p>
          Send a message through the mail server that you want to watch, here every night at 5:30. Use a From
          address of your own.
        </p>
        <Command text={cron} isMade={isMade} what="the line for the crontab" />
      </Use>
      <Use isTop={isTop} title="A build or a deployment (CI)">
        <p>
          Have your program write a message as it would to a customer, with From, To and Subject, and send it
          by your own server as the last step.
        </p>
        <Command text={curl(site, address)} isMade={isMade} what="the command for CI" />
      </Use>
      {!isMade && (
        <p class="quiet">
          {NO_ADDRESS_YET} stands for the address of the monitor, which is made when you create it.
        </p>
      )}
    </div>
  )
}

/** An evaluation asks for neither TLS nor a password. */
function curl({ smtpServer }: Site, address: string): string {
  const server = smtpServer
    ? `--url smtp://${smtpServer}`
    : `--url smtp://mail.example.org:587 --ssl-reqd --user "$SMTP_USER:$SMTP_PASSWORD"`
  return `curl ${server} --mail-from you@example.org --mail-rcpt ${address} --crlf --upload-file message.eml`
}

interface UseProps {
  title: string
  isTop: boolean
  children: ComponentChildren
}

function Use({ title, isTop, children }: UseProps) {
  return (
    <section class="stack">
      {isTop ? <h2>{title}</h2> : <h3>{title}</h3>}
      {children}
    </section>
  )
}

function Command({ text, isMade, what }: { text: string; isMade: boolean; what: string }) {
  return (
    <p class="record">
      <code>{text}</code>
      {isMade && <CopyButton text={text} what={what} />}
    </p>
  )
}
