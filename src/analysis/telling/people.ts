import type { ByKind } from '../../core/check-words.ts'

/** Who publishes what stands in the DNS of the sender's domain. */
export const DNS: ByKind = {
  else: 'Your DNS host, where you publish the record; your sending service says what it holds.',
  personal: 'Your mail provider, or your DNS host where the domain is your own.',
  list: 'Whoever runs the list, at the DNS host of its domain.',
}

/** Who runs the server that sends. */
export const SERVER: ByKind = {
  else: 'Your sending service, or whoever runs your mail server.',
  personal: 'Your mail provider, or you where the mail server is your own.',
  list: 'Whoever runs the list and its mail server.',
}

/** Who gave the server its address. */
export const HOSTING: ByKind = {
  else: 'Your hosting provider, who publishes the name of the address; or your sending service.',
  personal: 'Your mail provider, or your hosting provider where the server is your own.',
  list: 'The hosting provider of the list’s server.',
}

/** Who makes the header and the parts. */
export const PROGRAM: ByKind = {
  else: 'The program that writes the message, or your sending service.',
  marketing: 'Your newsletter tool or sending service.',
  personal: 'Your mail program, in its settings or with an update.',
  list: 'The author’s mail program, or the software of the list.',
}

/** Who writes what is read. */
export const WRITER: ByKind = {
  else: 'Whoever writes the text or the template.',
  marketing: 'You, in the template of your newsletter tool.',
  personal: 'You, in your mail program.',
  list: 'The author of the message.',
}

/** Who can change what a spam filter sees. */
export const FILTERS: ByKind = {
  else: 'Whoever writes the message, for rules about its words; whoever runs the sending server, for the others.',
  personal: 'You for rules about the words, your mail provider for the others.',
}
