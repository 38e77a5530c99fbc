import type { Site } from '../../site.ts'
import type { TestPage } from '../../view.ts'

const WIDTHS = [
  ['desktop', 'Desktop'],
  ['phone', 'Phone'],
] as const

/** How the message looks: its HTML in a frame that can do nothing, as wide as on a desk or a phone, and its plain text. */
export function Preview({ site, page }: { site: Site; page: TestPage }) {
  const { messageView, received } = page
  if (!received || received.withheld) return null
  const isFramed = messageView?.preview !== undefined
  const text = received?.content
  if (!isFramed && text === undefined) return null
  if (!isFramed) {
    return (
      <section class="group group-look" aria-labelledby="look">
        <h2 id="look">How it looks</h2>
        <p class="quiet">The message has no HTML.</p>
        <Letter text={text ?? ''} />
      </section>
    )
  }
  return (
    <section class="group group-look" aria-labelledby="look">
      <h2 id="look">How it looks</h2>
      {WIDTHS.map(([width, name], index) => (
        <Choice key={width} width={width} name={name} checked={index === 0} />
      ))}
      {text !== undefined && <Choice width="text" name="Plain text" />}
      <p class="quiet look-note">
        Remote images are not loaded, so that nobody is told that the message was opened. Mail programs differ
        in what they show.
      </p>
      <div class="look look-html">
        <iframe
          class="frame"
          src={site.href.preview(page.token, page.shown?.id)}
          sandbox=""
          loading="lazy"
          title="Preview of the message"
        />
      </div>
      {text !== undefined && <Letter text={text} />}
    </section>
  )
}

function Choice({ width, name, checked = false }: { width: string; name: string; checked?: boolean }) {
  return (
    <label class={`look-choice look-as-${width}`}>
      <input type="radio" name="look" value={width} checked={checked} />
      {name}
    </label>
  )
}

function Letter({ text }: { text: string }) {
  return (
    <div class="look look-text">
      <pre class="letter" tabindex={0}>
        {text}
      </pre>
    </div>
  )
}
