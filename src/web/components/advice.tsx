import { useContext } from 'preact/hooks'
import type { Item, Piece } from '../advice.ts'
import type { Offered } from '../offered.ts'
import { CopyButton } from './copy-button.tsx'
import { CheckTitles } from './report/check-titles.ts'

/** What holds this is to be filled in: published as it stands it would break the key, or lead to somebody else. */
const TO_FILL_IN = /<public key>|\b(?:mail|lists)\.example\.org\b|\blocal@example\.org\b/

/** What to do, one thing after the other; records and header fields on lines of their own, to be copied. */
export function Advice({ items }: { items: readonly Item[] }) {
  if (items.length === 0) return null
  if (items.length === 1) return <div class="advice">{items.map(shownItem)}</div>
  return (
    <ul class="advice advice-list">
      {items.map((item) => (
        <li key={keyOf(item)}>{shownItem(item)}</li>
      ))}
    </ul>
  )
}

function keyOf({ pieces, below }: Item): string {
  return [...pieces, ...below].map(({ text }) => text).join(' ')
}

function shownItem({ pieces, below }: Item) {
  return (
    <>
      {pieces.map(shownPiece)}
      {below.map(shownOffer)}
    </>
  )
}

function shownPiece({ kind, text, block, place, form }: Piece) {
  if (kind === 'words') return <span key={text}>{text}</span>
  if (kind === 'link') return <OutwardLink key={text} to={text} />
  if (kind === 'check') return <CheckLink key={text} name={text} />
  if (!block) return <code key={text}>{text}</code>
  return <ToCopy key={text} place={place} text={text} form={form} />
}

function shownOffer({ place, text, instead, removes }: Offered) {
  if (removes !== undefined) {
    return (
      <span key={text} class="deed">
        {text}
      </span>
    )
  }
  return <ToCopy key={text} place={place} text={text} instead={instead} />
}

interface ToCopyProps {
  place: string | undefined
  text: string
  instead?: string | undefined
  form?: true | undefined
}

/** A record or a field on a line of its own. */
function ToCopy({ place, text, instead, form }: ToCopyProps) {
  return (
    <span class="record">
      {place && (
        <span class="place">
          {place}
          {instead && `, in place of the one that begins with ${instead}`}
        </span>
      )}
      <code>{text}</code>
      {!(form && TO_FILL_IN.test(text)) && <CopyButton text={text} what="this line" />}
    </span>
  )
}

/** Leads to another check of the page. */
function CheckLink({ name }: { name: string }) {
  const title = useContext(CheckTitles)(name)
  return <a href={`#check-${name}`}>{title}</a>
}

/** Nothing is fetched from there, and it is not told where the reader comes from. */
function OutwardLink({ to }: { to: string }) {
  return (
    <a href={to} rel="noreferrer noopener nofollow">
      {to.replace('https://', '')}
    </a>
  )
}
