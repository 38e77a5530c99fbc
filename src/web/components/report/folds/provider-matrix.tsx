import type { ProviderView } from '../../../../core/message-view.ts'
import { type MatrixRow, matrixOf, type Requirement, worstOf } from '../../../provider-matrix.ts'
import { plural } from '../../../wording.ts'
import { anchor } from '../../check.tsx'
import { RequirementSign, requirementKind } from '../requirement-sign.tsx'
import { Scroll } from '../scroll.tsx'
import { ProviderReasons } from './provider-reasons.tsx'

interface MatrixProps {
  providers: readonly ProviderView[]
  /** Names of checks in the order of the report. */
  order: readonly string[]
  /** What people call a check. */
  titleOf: (name: string) => string
}

/** What each mailbox provider asks for, by the check it is about: in sight is what the message does not meet, or may not. */
export function ProviderMatrix({ providers, order, titleOf }: MatrixProps) {
  const { rows, unseen } = matrixOf(providers, order)
  if (rows.length === 0) return null
  const wrong = rows.filter(isWrong)
  const others = rows.filter((row) => !isWrong(row))
  const table = { providers, titleOf }
  return (
    <>
      {wrong.length > 0 && <Table {...table} rows={wrong} label="Requirements that are not met" />}
      <details class="more providers-more">
        <summary>{restOf(wrong, others)}</summary>
        <Table {...table} rows={others} unseen={unseen} label="Requirements of mailbox providers" />
        <p class="quiet legend">
          Advised: recommended, not required, and not met. Not asked: it does not apply to this mail. Not
          seen: one message cannot show it. Empty: nothing is published. Secondary source: only others say
          that the provider asks it.
        </p>
        <ProviderReasons providers={providers} />
      </details>
    </>
  )
}

function isWrong({ cells }: MatrixRow): boolean {
  return cells.flat().some(({ state }) => state === 'not met' || state === 'undetermined')
}

/** What is folded, and that nothing in it is wrong. */
function restOf(wrong: readonly MatrixRow[], others: readonly MatrixRow[]): string {
  const n = others.length
  return wrong.length > 0
    ? `${n} more ${plural(n, 'requirement')}, which are met or not asked, and the reasons for all`
    : `${n} ${plural(n, 'requirement')}, all met or not asked, with reasons`
}

interface TableProps extends Omit<MatrixProps, 'order'> {
  rows: readonly MatrixRow[]
  unseen?: readonly number[]
  label: string
}

function Table({ providers, titleOf, rows, unseen = [], label }: TableProps) {
  return (
    <Scroll label={label}>
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
  )
}

function Cell({ requirements }: { requirements: readonly Requirement[] }) {
  const worst = worstOf(requirements)
  if (!worst) return <td />
  const codes = worst.state === 'not met' ? (worst.code?.split(', ') ?? []) : []
  return (
    <td class={`cell cell-${requirementKind(worst)}`} title={`${worst.asks}: ${worst.because}`}>
      <RequirementSign state={worst.state} recommended={worst.recommended} />
      {codes.map((code) => (
        <code key={code} class="cell-code">
          {code}
        </code>
      ))}
      {worst.secondary && worst.state === 'not met' && <span class="cell-source">secondary source</span>}
    </td>
  )
}
