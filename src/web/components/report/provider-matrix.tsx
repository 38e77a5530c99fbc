import type { ExhibitProvider, RequirementState } from '../../../core/exhibits.ts'
import { anchor } from '../check.tsx'
import { Reference } from '../reference.tsx'
import { Scroll } from './scroll.tsx'

type Requirement = ExhibitProvider['requirements'][number]

const STATES: Readonly<Record<RequirementState, { sign: string; word: string; kind: string }>> = {
  met: { sign: '✓', word: 'met', kind: 'met' },
  'not met': { sign: '✗', word: 'not met', kind: 'unmet' },
  'not applicable': { sign: '–', word: 'not asked', kind: 'none' },
  'cannot be seen': { sign: '·', word: 'not seen', kind: 'none' },
  undetermined: { sign: '?', word: 'open', kind: 'open' },
}

/** What each mailbox provider asks for, and whether the message meets it. */
export function ProviderMatrix({ providers }: { providers: readonly ExhibitProvider[] }) {
  const asked = [...new Set(providers.flatMap(({ requirements }) => requirements.map(({ asks }) => asks)))]
  if (asked.length === 0) return null
  return (
    <>
      <Scroll label="Requirements of mailbox providers">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Asks for</th>
              {providers.map(({ check, name }) => (
                <th key={check} scope="col">
                  <a href={`#${anchor(check)}`}>{name}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {asked.map((asks) => (
              <tr key={asks}>
                <th scope="row">{asks}</th>
                {providers.map(({ check, requirements }) => (
                  <Cell key={check} of={requirements.find((one) => one.asks === asks)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="quiet legend">
        Not asked: it does not apply to this kind of mail. Not seen: one message cannot show it. Empty:
        nothing is published.
      </p>
      <details class="more">
        <summary>Why, and where it is written</summary>
        {providers.map((provider) => (
          <Reasons key={provider.check} provider={provider} />
        ))}
      </details>
    </>
  )
}

function Cell({ of }: { of: Requirement | undefined }) {
  if (!of) return <td />
  return (
    <td class={`cell cell-${STATES[of.state].kind}`} title={of.because}>
      <State state={of.state} />
      {of.code && of.state === 'not met' && <code class="cell-code">{of.code}</code>}
    </td>
  )
}

function State({ state }: { state: RequirementState }) {
  const { sign, word } = STATES[state]
  return (
    <span class="cell-state">
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  )
}

function Reasons({ provider: { name, requirements } }: { provider: ExhibitProvider }) {
  return (
    <>
      <h3>{name}</h3>
      <Scroll label={`${name}: why`}>
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Asks for</th>
              <th scope="col">State</th>
              <th scope="col">Why</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            {requirements.map(({ asks, state, because, code, reference }) => (
              <tr key={asks}>
                <th scope="row">{asks}</th>
                <td class={`cell-${STATES[state].kind}`}>
                  <State state={state} />
                </td>
                <td>
                  {because}
                  {code && (
                    <>
                      {' '}
                      <code>{code}</code>
                    </>
                  )}
                </td>
                <td class="sources">
                  <Reference reference={reference} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  )
}
