/** The organization that authenticated mail comes from, by its domain of From: reporters are counted by it, as names below a domain of one's own
 * and names in reports cost nobody anything. */
export function senderOf(
  { organisationOf }: { organisationOf(name: string): string | undefined },
  from: string | undefined,
): string | undefined {
  return from === undefined ? undefined : (organisationOf(from) ?? from)
}
