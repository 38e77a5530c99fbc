import type { OneClick } from '../../../services/unsubscribing/unsubscribing.ts'
import type { Site } from '../../site.ts'
import { Moment } from '../moment.tsx'

interface OneClickProps {
  site: Site
  token: string
  oneClick: OneClick
}

/** Whether one-click unsubscribing works: what was tried, and the way to try it. For people of the account alone. */
export function OneClickSection({ site, token, oneClick }: OneClickProps) {
  const { offer, last, mayTry, messageId } = oneClick
  if (offer.kind === 'none' && !last) return null
  return (
    <section class="one-click" id="one-click" aria-labelledby="one-click-title">
      <h3 id="one-click-title">One-click unsubscribing</h3>
      {last ? (
        <LastTry last={last} />
      ) : (
        <p class="quiet">
          Not tried yet: whether {offer.kind === 'offered' ? <b>{offer.host}</b> : 'the address'} unsubscribes
          on the request of RFC 8058 is not known.
        </p>
      )}
      {offer.kind === 'none' && <p class="quiet">{offer.says}</p>}
      {mayTry && (
        <p>
          <a class="button button-quiet" href={site.href.unsubscribe(token, messageId)}>
            {last ? 'Try again' : 'Try it'}
          </a>
        </p>
      )}
    </section>
  )
}

const SIGNS = {
  accepted: { sign: '✓', tone: 'good' },
  refused: { sign: '!', tone: 'poor' },
  open: { sign: '?', tone: 'fair' },
} as const

function LastTry({ last }: { last: NonNullable<OneClick['last']> }) {
  const { at, host, judged } = last
  if (!judged) {
    return (
      <p>
        A request was sent to {host} on <Moment at={at} />. What came of it is not known, because it is under
        way or the service stopped meanwhile.
      </p>
    )
  }
  const { sign, tone } = SIGNS[judged.verdict === 'accepted' && !judged.conforming ? 'open' : judged.verdict]
  return (
    <>
      <p class={`one-click-verdict one-click-${tone}`}>
        <span class="one-click-sign" aria-hidden="true">
          {sign}
        </span>
        <span>
          <strong>{judged.headline}.</strong> {judged.says}
        </span>
      </p>
      {judged.advice.length > 0 && (
        <ul class="reasons">
          {judged.advice.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p class="quiet">
        Tried on <Moment at={at} />. <span class="nowrap">{judged.reference}</span>
      </p>
    </>
  )
}
