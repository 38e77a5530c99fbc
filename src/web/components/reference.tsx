/** Where a rule is written: "RFC 7208 4.6.4; Google sender guidelines, 2026-10-01, https://…". */
export function Reference({ reference }: { reference: string }) {
  const parts = reference
    .split('; ')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return (
    <span class="references">
      {parts.map((part) => (
        <Source key={part} text={part} />
      ))}
    </span>
  )
}

const RFC = /^RFC (\d{3,5})\b/
const PAGE = /https:\/\/[^\s<>"]+/

function Source({ text }: { text: string }) {
  const rfc = RFC.exec(text)?.[1]
  const address = rfc ? `https://www.rfc-editor.org/rfc/rfc${rfc}` : PAGE.exec(text)?.[0]
  if (!address) return <span>{text}</span>
  const words = text.replace(address, '').replace(/[\s,:(]+\)?$/, '')
  return (
    <a href={address} rel="noreferrer noopener nofollow">
      {words === '' ? address.replace('https://', '') : words}
    </a>
  )
}
