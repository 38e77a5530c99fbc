import type { ProviderView } from '../../../core/message-view.ts'
import { matrixOf, type Requirement, worstOf } from '../../provider-matrix.ts'
import { anchor } from '../check.tsx'
import { ProviderReasons } from './provider-reasons.tsx'
import { RequirementSign, requirementKind } from './requirement-sign.tsx'
import { Scroll } from './scroll.tsx'

interface MatrixProps {
  providers: readonly ProviderView[]
  /** Names of checks in the order of the report. */
  order: readonly string[]
  /** What people call a check. */
  titleOf: (name: string) => string
}

/** What each mailbox provider asks for, by the check it is about, and whether the message meets it. */
export function ProviderMatrix({ providers, order, titleOf }: MatrixProps) {
  const { rows, unseen } = matrixOf(providers, order)
  if (rows.length === 0) return null
  return (
    <>
      <Scroll label="Requirements of mailbox providers">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Asks about</th>
              {providers.map(({ check, name }) => (
                <th key={check} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ about, cells }) => (
              <tr key={about}>
                <th scope="row">
                  <a href={`#${anchor(about)}`}>{titleOf(about)}</a>
                </th>
                {cells.map((requirements, index) => (
                  <Cell key={providers[index]?.check} requirements={requirements} />
                ))}
              </tr>
            ))}
            {unseen.some((n) => n > 0) && (
              <tr>
                <th scope="row">What only time shows</th>
                {unseen.map((n, index) => (
                  <td key={providers[index]?.check} class="cell cell-none">
                    {n > 0 && <span class="cell-state">{n} not seen</span>}
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </Scroll>
      <p class="quiet legend">
        Not asked: it does not apply to this mail. Not seen: one message cannot show it. Empty: nothing is
        published.
      </p>
      <ProviderReasons providers={providers} />
    </>
  )
}

function Cell({ requirements }: { requirements: readonly Requirement[] }) {
  const worst = worstOf(requirements)
  if (!worst) return <td />
  const codes = worst.state === 'not met' ? (worst.code?.split(', ') ?? []) : []
  return (
    <td class={`cell cell-${requirementKind(worst.state)}`} title={`${worst.asks}: ${worst.because}`}>
      <RequirementSign state={worst.state} />
      {codes.map((code) => (
        <code key={code} class="cell-code">
          {code}
        </code>
      ))}
    </td>
  )
}
