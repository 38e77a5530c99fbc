import type { FeatureView } from '../../../core/message-view.ts'
import { plural } from '../../wording.ts'
import { Scroll } from './scroll.tsx'

const percent = (share: number) => `${Math.round(share * 100)} %`

/** Features of the message's HTML that some mail clients do not know, the worst first. */
export function ClientSupport({ features }: { features: readonly FeatureView[] }) {
  if (features.length === 0) return null
  return (
    <details class="message-view">
      <summary>
        <h3>Support in mail clients</h3>
        <span class="quiet">
          {features.length} {plural(features.length, 'feature')} not known everywhere
        </span>
      </summary>
      <Scroll label="Support in mail clients">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Feature</th>
              <th scope="col">Supported by</th>
              <th scope="col">Not by</th>
            </tr>
          </thead>
          <tbody>
            {features.map((feature) => (
              <tr key={feature.name}>
                <th scope="row">{feature.name}</th>
                <td class="share">
                  <Share feature={feature} />
                </td>
                <td class="quiet">{feature.without.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}

function Share({ feature: { full, partly } }: { feature: FeatureView }) {
  return (
    <>
      <svg class="share-bar" width="100%" height="6" aria-hidden="true" focusable="false">
        <rect class="share-none" width="100%" height="6" />
        <rect class="share-partly" width={`${(full + partly) * 100}%`} height="6" />
        <rect class="share-full" width={`${full * 100}%`} height="6" />
      </svg>
      {percent(full)}
      {partly > 0 && <span class="quiet"> and {percent(partly)} in part</span>}
    </>
  )
}
