import type { OneClick } from '../../../services/unsubscribing/unsubscribing.ts'
import { Confirm } from '../../components/form/confirm.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import type { Site } from '../../site.ts'

interface AskProps {
  site: Site
  token: string
  oneClick: OneClick & { offer: { kind: 'offered' } }
}

/** Says what a one-click request does before it is sent. */
export function AskToUnsubscribe({ site, token, oneClick }: AskProps) {
  const { offer, messageId, recipient, ofMonitor } = oneClick
  return (
    <Confirm
      site={site}
      title="Try one-click unsubscribing?"
      lede={
        <>
          One POST request is sent to <b>{offer.host}</b>, as a mailbox provider sends it when a reader
          presses Unsubscribe. <strong>If it works, the recipient is really unsubscribed.</strong>
        </>
      }
      action={site.href.unsubscribe(token, messageId)}
      button="Send the request"
      cancel={{ href: site.href.test(token, messageId), words: 'Back to the report' }}
    >
      <input type="hidden" name="message" value={messageId} />
      <Facts
        facts={[
          ['Address', <code class="one-click-address">{offer.url}</code>],
          ['Body', <code>List-Unsubscribe=One-Click</code>],
          [
            'Who is unsubscribed',
            recipient ? <code>{recipient}</code> : 'Whoever the message of the file was sent to.',
          ],
        ]}
      />
      {ofMonitor && (
        <p>
          <strong>A monitor waits for mail to this address.</strong> Once it is unsubscribed, that mail stays
          out, and the monitor says so. Subscribe the address again afterwards.
        </p>
      )}
      <p class="quiet">
        The request carries no cookie, and no redirect is followed. Status and time of the answer are kept
        with the message, and the audit log says who sent it. Waiting for the answer takes ten seconds at
        most.
      </p>
    </Confirm>
  )
}
