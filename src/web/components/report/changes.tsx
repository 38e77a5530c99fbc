import type { ShownChange } from '../../plan.ts'
import { CopyButton } from '../copy-button.tsx'

/** Records and fields, each to be copied by itself. */
export function Changes({ changes }: { changes: readonly ShownChange[] }) {
  return (
    <>
      {changes.map(({ place, instead, text, deed }) =>
        deed ? (
          <p key={text} class="deed">
            {text}
          </p>
        ) : (
          <p key={text} class="record">
            {place && (
              <span class="place">
                {place}
                {instead && `, in place of the one that begins with ${instead}`}
              </span>
            )}
            <code>{text}</code>
            <CopyButton text={text} what="this line" />
          </p>
        ),
      )}
    </>
  )
}
