import type { ProviderView } from '../../../../core/message-view.ts'
import { Reference } from '../../reference.tsx'
import { RequirementSign, requirementKind } from '../requirement-sign.tsx'
import { Scroll } from '../scroll.tsx'

/** Every requirement by itself: why it is in its state, what the provider would answer, and the page that says so. */
export function ProviderReasons({ providers }: { providers: readonly ProviderView[] }) {
  return (
    <details class="more">
      <summary>Each requirement, with its reason and source</summary>
      {providers.map(({ check, name, requirements }) => (
        <section key={check}>
          <h3>{name}</h3>
          <Scroll label={`Requirements of ${name}`}>
            <table class="list">
              <thead>
                <tr>
                  <th scope="col">Asks for</th>
                  <th scope="col">State</th>
                  <th scope="col">Why</th>
                </tr>
              </thead>
              <tbody>
                {requirements.map(({ asks, state, recommended, because, code }) => (
                  <tr key={asks}>
                    <th scope="row">{asks}</th>
                    <td class={`cell-${requirementKind({ state, recommended })}`}>
                      <RequirementSign state={state} recommended={recommended} />
                    </td>
                    <td>
                      {because}
                      {state === 'not met' && code && <code class="cell-code">{code}</code>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
          <p class="sources">
            {[...new Set(requirements.map(({ reference }) => reference))].map((reference) => (
              <Reference key={reference} reference={reference} />
            ))}
          </p>
        </section>
      ))}
    </details>
  )
}
