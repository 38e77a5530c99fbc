/** A name of a host or an address in brackets, in what mail systems write around an answer. */
const HOST = '([a-z0-9_](?:[a-z0-9_.-]{0,250}[a-z0-9_])?|\\[[0-9a-f.:]{3,45}\\])'

/** In the order of how sure they are. */
const NAMED: readonly RegExp[] = [
  `\\bhost:?\\s{1,4}${HOST}\\.?\\s{0,4}[[(]`,
  `\\bhost\\s{1,4}${HOST}\\s{1,4}(?:said|refused|failed)`,
  `while talking to\\s{1,4}${HOST}`,
  `\\brelay=${HOST}\\.?(?:[[,\\s:]|$)`,
  `\\bH=${HOST}\\s{1,3}\\[`,
  `\\b(?:connect|conversation|connection) (?:to|with)\\s{1,4}${HOST}\\[`,
  `\\b(?:by the server for the recipient domain \\S{1,255} by|by the recipient domain|delivery to)\\s{1,4}${HOST}\\.?\\s{0,3}[[.]`,
  `\\bRemote (?:Server|host) (?:at\\s{1,3})?\\s{0,3}${HOST}\\s{0,3}\\(`,
  `\\bRemote system:\\s{0,3}dns;\\s{0,3}${HOST}`,
  `\\b(?:Remote-MTA|Remote host|Remote server|Recipient server|Server):\\s{0,3}(?:dns;\\s{0,3})?${HOST}`,
  `${HOST} (?:gave this error|rejected your message|a g[eé]n[eé]r[eé] cette erreur|hat (?:diesen|folgenden) Fehler|gab (?:diesen|folgenden) Fehler|ha restituito (?:questo|il seguente) errore|ha rifiutato il|devolvi[oó] este error|ha devuelto (?:este|el siguiente) error|rechaz[oó] (?:su|tu) mensaje|a rejet[eé] (?:votre|ton) message|a renvoy[eé] (?:cette|l['’]) ?erreur|retornou (?:este|o seguinte) erro|rejeitou (?:sua|a sua) mensagem|heeft deze fout|gaf deze fout|zwróci[lł] (?:ten|następujący) b[lł][aą]d|returned)`,
  `(?:^|\\n)\\s{0,8}${HOST}\\.?\\s{0,3}\\n\\s{0,8}(?:Remote server|Le serveur distant|Der Remoteserver|Il server remoto|El servidor remoto|O servidor remoto)\\b`,
  `\\bFQDN=${HOST}[};]`,
  `${HOST}\\s{1,3}\\[[0-9a-f.:]{3,45}\\] did not like our`,
  `(?:^|\\n)[\\s<>]{0,8}(?:s:\\s|<-\\s{1,2})?2(?:20|50)[- ]${HOST}(?=\\s|$)`,
  `\\bat remote (?:mail)?server ${HOST}\\.?(?:[\\s(:]|$)`,
  `${HOST}(?::\\d{2,5})? (?:-->|=>|<-|said to us:?) ["'(]{0,2}[45][0-9]{2}\\b`,
  `${HOST} #\\s{0,3}[<(]?#?[45][0-9]{2}\\b`,
].map((pattern) => new RegExp(pattern, 'i'))

/** The host that answered, as a text names it. */
export function hostNamed(text: string): string | undefined {
  for (const pattern of NAMED) {
    const host = pattern.exec(text)?.[1]
    if (host && /[.:]/.test(host)) return host.replace(/^\[|\]$/g, '')
  }
  return undefined
}
