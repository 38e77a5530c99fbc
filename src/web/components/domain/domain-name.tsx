import { Fragment } from 'preact'

/** A domain that breaks at its dots where a line is too short for it. */
export function DomainName({ name }: { name: string }) {
  return (
    <>
      {name.split('.').map((label, at) => (
        <Fragment key={`${at} ${label}`}>
          {at > 0 && (
            <>
              .<wbr />
            </>
          )}
          {label}
        </Fragment>
      ))}
    </>
  )
}
