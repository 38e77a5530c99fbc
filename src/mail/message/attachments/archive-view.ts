/** What an archive says of itself, one level deep, without unpacking anything. */
export interface ArchiveView {
  /** Names as written, one character per octet. */
  names: string[]
  /** A file in it, or the list itself, needs a password. */
  encrypted: boolean
  /** Not every name was read. */
  cut: boolean
}
