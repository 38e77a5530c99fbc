import { SECOND_STEP } from '../../pages/factors/paths.ts'
import type { Site } from '../../site.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** Where a code is asked for: a passkey in its place. */
export function PasskeyStep({ site, next }: { site: Site; next: string | undefined }) {
  return (
    <form method="post" action={SECOND_STEP.path}>
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      <PasskeyButton site={site} options={SECOND_STEP.options} words="Use a passkey instead" />
    </form>
  )
}
