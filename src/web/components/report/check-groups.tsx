import { sectionsOf } from '../../sections.ts'
import type { ShownCheck } from '../../view.ts'
import { FoldedCheck } from '../check.tsx'

/** Checks that cost no points, by what is to be done about them: what failed stands open and first. */
export function CheckGroups({ checks }: { checks: readonly ShownCheck[] }) {
  const { advice, undetermined, passed, information } = sectionsOf(checks)
  return (
    <>
      <Checks title="To fix" checks={advice.filter(({ status }) => status === 'failed')} />
      <Checks title="Could not be determined" checks={undetermined} />
      <Checks title="Worth doing" checks={advice.filter(({ status }) => status !== 'failed')} />
      <Checks title="In order" checks={passed} />
      <Checks title="For information" checks={information} />
    </>
  )
}

function Checks({ title, checks }: { title: string; checks: readonly ShownCheck[] }) {
  if (checks.length === 0) return null
  return (
    <section class="group">
      <h2>{title}</h2>
      {checks.map((check) => (
        <FoldedCheck key={check.name} check={check} open={check.status === 'failed'} />
      ))}
    </section>
  )
}
