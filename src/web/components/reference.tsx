/** Where a rule is written: "RFC 7208 section 4.6.4; Google sender guidelines, 2026-10-01, https://…". */
export function Reference({ reference }: { reference: string }) {
  const parts = reference
    .split(/; |, (?=RFC )/)
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

const RFC = /^RFC (\d{3,5})(?: (?:sections? )?(\d{1,2}(?:\.\d{1,2}){0,5}))?\b/
const PAGE = /https:\/\/[^\s<>"]+/

function Source({ text }: { text: string }) {
  const address = rfcAddress(text) ?? PAGE.exec(text)?.[0]
  if (!address) return <span>{text}</span>
  const words = text.replace(address, '').replace(/[\s,:(]+\)?$/, '')
  return (
    <a href={address} rel="noreferrer noopener nofollow">
      {words === '' ? address.replace('https://', '') : words}
    </a>
  )
}

function rfcAddress(text: string): string | undefined {
  const [, rfc, section] = RFC.exec(text) ?? []
  if (!rfc) return undefined
  return `https://www.rfc-editor.org/rfc/rfc${rfc}${section ? `#section-${section}` : ''}`
}
