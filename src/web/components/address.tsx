import { CopyButton } from './copy-button.tsx'

/** The test address, large, selected as a whole by one click. */
export function Address({ address, small = false }: { address: string; small?: boolean }) {
  return (
    <p class={small ? 'address address-small' : 'address'}>
      <code class="address-text">
        <AddressText address={address} />
      </code>
      <CopyButton text={address} what="the test address" />
    </p>
  )
}

/** An address that breaks before its domain when it must break. */
export function AddressText({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
