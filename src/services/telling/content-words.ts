import { type ByKind, type CheckWords, PROGRAM, WRITER } from './people.ts'

const FILTERS: ByKind = {
  else: 'Whoever writes the message, for rules about its words; whoever runs the sending server, for the others.',
  personal: 'You for rules about the words, your mail provider for the others.',
}

const provider = (name: string, asker = name): CheckWords => ({
  title: name,
  asks: `Are ${asker}’s published requirements met?`,
  why: `What ${asker} publishes decides how mail to its users is received.`,
  who: 'The checks that it points to say who can change each requirement.',
})

/** Checks of the message, of its content and of what providers ask, by analyzer name. */
export const CONTENT_WORDS: Readonly<Record<string, CheckWords>> = {
  headers: {
    title: 'Header fields',
    asks: 'Are the required fields there, once, and well formed?',
    why: 'Receivers refuse or distrust a message whose header breaks the standard.',
    who: PROGRAM,
  },
  'sender-identity': {
    title: 'Sender identity',
    asks: 'Does the displayed name fit the address?',
    why: 'A name that does not fit its address is the mark of phishing, to filters and to readers.',
    who: {
      else: 'Whoever sets the sender’s name and address, in your sending service or program.',
      personal: 'You, in the account settings of your mail program.',
      list: 'The author of the message, or whoever runs the list.',
    },
  },
  mime: {
    title: 'MIME structure',
    asks: 'Is the message built so that every reader can take it apart?',
    why: 'What is built wrong is shown wrong, breaks signatures, or is refused.',
    who: PROGRAM,
  },
  size: {
    title: 'Size',
    asks: 'Is the message small enough to be taken and shown in full?',
    why: 'Gmail cuts long HTML off, with the unsubscribe link at its end; large messages are refused.',
    who: WRITER,
  },
  attachments: {
    title: 'Attachments',
    asks: 'Are there files that providers block?',
    why: 'Providers refuse a message for a file that could carry malware, whoever sends it.',
    who: WRITER,
  },
  content: {
    title: 'Text and wording',
    asks: 'Is there a text part, and does the wording look like spam?',
    why: 'Filters compare the text with what they know from spam, and some readers see the text part alone.',
    who: WRITER,
  },
  subject: {
    title: 'Subject',
    asks: 'Is the subject there, honest and of a fitting length?',
    why: 'It decides whether a message is opened or reported, and filters weigh it too.',
    who: WRITER,
  },
  html: {
    title: 'HTML',
    asks: 'Is the HTML safe, visible and well nested?',
    why: 'Mail programs remove what could do harm, and filters take hidden text for a trick.',
    who: {
      else: 'Whoever makes the template.',
      marketing: 'You, in the template of your newsletter tool.',
      personal: 'Your mail program, which writes the HTML.',
      list: 'The author’s mail program.',
    },
  },
  images: {
    title: 'Images',
    asks: 'Do images have text beside them, and alternatives?',
    why: 'Many mail programs show no images at first: without text such a message is empty.',
    who: WRITER,
  },
  links: {
    title: 'Links',
    asks: 'Do links lead where they say, over https?',
    why: 'A link that does not lead where it says is how phishing works, and filters look for it first.',
    who: WRITER,
  },
  placeholders: {
    title: 'Placeholders',
    asks: 'Was every template field filled in?',
    why: 'A field that was left empty tells every reader that a program wrote to them.',
    who: WRITER,
  },
  'list-unsubscribe': {
    title: 'Unsubscribe',
    asks: 'Can readers of bulk mail leave with one click?',
    why: {
      else: 'Readers who cannot unsubscribe report the mail as spam, and Gmail and Yahoo ask for one click.',
      transactional:
        'It is asked of marketing and list mail; people do not unsubscribe from their own orders and codes.',
      personal: 'It is asked of marketing and list mail, not of letters between people.',
    },
    who: {
      else: 'Your newsletter tool or sending service.',
      list: 'Whoever runs the list.',
      personal: 'Nobody has to: it is not asked of letters.',
    },
  },
  'client-support': {
    title: 'Mail client support',
    asks: 'Do mail clients support the HTML and CSS used?',
    why: 'What a mail program does not know it leaves out, so the message looks different there.',
    who: {
      else: 'Whoever makes the template.',
      marketing: 'You, in the template of your newsletter tool.',
      personal: 'Your mail program, which writes the HTML.',
      list: 'The author’s mail program.',
    },
  },
  accessibility: {
    title: 'Accessibility',
    asks: 'Can everybody read the message?',
    why: 'People who listen to mail, or see little contrast, read it only where it is built for them.',
    who: {
      else: 'Whoever makes the template.',
      marketing: 'You, in the template of your newsletter tool.',
      personal: 'You, in your mail program.',
      list: 'The author of the message.',
    },
  },
  spamassassin: {
    title: 'SpamAssassin',
    asks: 'What does SpamAssassin make of it?',
    why: 'Many mail servers filter with it: mail over its threshold goes to spam.',
    who: FILTERS,
  },
  rspamd: {
    title: 'Rspamd',
    asks: 'What does Rspamd make of it?',
    why: 'Many mail servers filter with it: mail over its threshold is marked, delayed or refused.',
    who: FILTERS,
  },
  'provider-gmail': provider('Gmail', 'Google'),
  'provider-yahoo': provider('Yahoo'),
  'provider-outlook': provider('Outlook', 'Microsoft'),
  'provider-apple': provider('Apple'),
  'provider-laposte': provider('La Poste'),
}
