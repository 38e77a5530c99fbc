import type { Site } from '../../site.ts'

interface PasskeyButtonProps {
  site: Site
  /** Where the script asks what to ask the browser for: POST, answers JSON. */
  options: string
  words: string
  /** A new passkey is made, instead of asking for one. */
  makes?: boolean
  /** The browser offers passkeys in the list of the address field, too (conditional mediation). */
  offers?: boolean
}

/** Inside a form: asks the browser for a passkey, and sends the form with its answer. Shown by the script where the
 * browser knows passkeys. */
export function PasskeyButton({ site, options, words, makes = false, offers = false }: PasskeyButtonProps) {
  return (
    <div
      class="passkey stack"
      data-passkey={makes ? 'make' : 'ask'}
      data-passkey-offer={offers ? 'yes' : undefined}
      data-options={options}
      data-origin={site.ways.passkeys}
      hidden
    >
      <input type="hidden" name="passkey_token" />
      <input type="hidden" name="passkey_answer" />
      <p>
        <button type="button" class={makes ? 'button' : 'button button-quiet'}>
          {words}
        </button>
      </p>
      <p class="problem" data-passkey-problem role="alert" hidden />
    </div>
  )
}
