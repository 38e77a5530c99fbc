import type { OwnTest } from '../../frame/reading.ts'
import type { Site } from '../../site.ts'
import type { TestPage } from '../../view.ts'
import { CopyButton } from '../copy-button.tsx'

/** Above a test of one's account: back to the list, and what can be done with it. */
export function OwnBar({ site, page }: { site: Site; page: TestPage }) {
  const { own, token, shown } = page
  if (!own) return null
  const { href } = site
  const canRepeat = own.may.repeat && shown?.outcome !== undefined && !shown.again
  return (
    <section class="own-bar" aria-label="What you can do with this test">
      <a href={href.tests}>← Tests</a>
      {own.may.share && own.source !== 'api' && !own.shared && (
        <Do action={href.share(token)} name="shared" value="yes" button="Share" />
      )}
      {canRepeat && <Do action={href.repeat(token)} name="message" value={shown.id} button="Analyse again" />}
      {page.changeable && (
        <a class="button button-quiet" href={href.remove(token)}>
          Delete
        </a>
      )}
      <Sharing site={site} token={token} own={own} />
      {shown?.again && (
        <p class="state sharing-note" role="status">
          <span class="pulse" aria-hidden="true" />
          <span>
            <strong>This message is being analysed again</strong>, with DNS as it is now. Its earlier report
            stays until then.
          </span>
        </p>
      )}
    </section>
  )
}

/** Who can read it, where that is more than the account. */
function Sharing({ site, token, own }: { site: Site; token: string; own: OwnTest }) {
  const address = site.baseUrl + site.href.test(token)
  if (own.source === 'api') {
    return (
      <p class="sharing-note quiet" id="sharing">
        An API key made this test, so it cannot be shared: only people of this account and its keys can read
        it.
      </p>
    )
  }
  if (!own.shared) return null
  return (
    <div class="sharing" id="sharing">
      <p>
        <strong>Shared.</strong> Whoever has this address can read the report. Quotes from the message, and
        words that are withheld, are not on the page that they see.
      </p>
      <p class="record">
        <code>{address}</code>
        <CopyButton text={address} what="the address of the shared page" />
      </p>
      {own.may.share && <Do action={site.href.share(token)} name="shared" value="no" button="Stop sharing" />}
    </div>
  )
}

interface DoProps {
  action: string
  name: string
  value: string
  button: string
}

/** A form of one button. */
function Do({ action, name, value, button }: DoProps) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name={name} value={value} />
      <button type="submit" class="button button-quiet">
        {button}
      </button>
    </form>
  )
}
