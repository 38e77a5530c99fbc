/** A network by its number, and the name that it gave itself where it has one. */
export interface Network {
  number: number
  name?: string
}

/** `AS64500 EXAMPLE-NET` */
export const networkName = ({ number, name }: Network): string => `AS${number}${name ? ` ${name}` : ''}`

/** The network of an organization that is known by it. */
export function networkOf(
  organization: { name: string; basis?: string | undefined } | undefined,
): Network | undefined {
  if (organization?.basis !== 'asn') return undefined
  const [, number, name] = /^AS([0-9]{1,10})(?: (.+))?$/.exec(organization.name) ?? []
  return number === undefined ? undefined : { number: Number(number), ...(name !== undefined && { name }) }
}
