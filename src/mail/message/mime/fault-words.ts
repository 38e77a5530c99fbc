import { verbatim } from '../../../core/verbatim.ts'
import type { StructureFaultCode } from '../../reading/mime/fault.ts'

interface Words {
  says: string
  advice: string
  reference: string
}

/** What each fault of the MIME structure means for the sender; `says` is completed with where it was seen. */
export const FAULT_WORDS: Readonly<Record<StructureFaultCode, Words>> = {
  'mime-version-missing': {
    says: 'There are MIME fields and no MIME-Version field',
    advice: `Add "${verbatim('MIME-Version: 1.0')}".`,
    reference: 'RFC 2045 section 4',
  },
  'mime-version-unknown': {
    says: 'MIME-Version names another version than 1.0',
    advice: `Send "${verbatim('MIME-Version: 1.0')}".`,
    reference: 'RFC 2045 section 4',
  },
  'mime-header-repeated': {
    says: 'A field that describes the content stands more than once',
    advice: 'Send Content-Type, Content-Transfer-Encoding, Content-Disposition and MIME-Version once each.',
    reference: 'RFC 2045 section 3',
  },
  'content-type-broken': {
    says: 'The Content-Type cannot be read, so readers take the content for plain text',
    advice: `Write Content-Type in the form "${verbatim('Content-Type: text/html; charset=utf-8')}".`,
    reference: 'RFC 2045 section 5.1',
  },
  'boundary-missing': {
    says: 'A multipart names no boundary, so its parts cannot be told apart',
    advice: `Add a boundary to the multipart: "${verbatim('Content-Type: multipart/alternative; boundary="…"')}".`,
    reference: 'RFC 2046 section 5.1.1',
  },
  'boundary-unused': {
    says: 'The boundary that a multipart names never stands in its body',
    advice: 'Begin each part with the boundary of its multipart, on a line of its own, behind two hyphens.',
    reference: 'RFC 2046 section 5.1.1',
  },
  'boundary-unclosed': {
    says: 'The last part of a multipart is not closed, as in a message that was cut off',
    advice: 'End each multipart with its boundary between two pairs of hyphens: --boundary--.',
    reference: 'RFC 2046 section 5.1.1',
  },
  'boundary-repeated': {
    says: 'A multipart uses the same boundary as a multipart around it',
    advice: 'Make a new boundary for every multipart.',
    reference: 'RFC 2046 section 5.1.2',
  },
  'boundary-prefix': {
    says: 'The boundary of a multipart is the beginning of another open boundary',
    advice:
      'Make boundaries of which none is the beginning of another: some parsers compare only the beginning.',
    reference: 'RFC 2046 section 5.1.2',
  },
  'boundary-too-long': {
    says: 'A boundary has more than 70 characters',
    advice: 'Make boundaries of at most 70 characters.',
    reference: 'RFC 2046 section 5.1.1',
  },
  'boundary-illegal': {
    says: 'A boundary holds characters that a boundary may not have',
    advice: "Make boundaries of letters, digits and '()+_,-./:=? only.",
    reference: 'RFC 2046 section 5.1.1',
  },
  'encoding-unknown': {
    says: 'A transfer encoding is none of 7bit, 8bit, binary, quoted-printable and base64',
    advice: 'Use quoted-printable for text and base64 for everything else.',
    reference: 'RFC 2045 section 6.1',
  },
  'encoding-on-composite': {
    says: 'A multipart or an enclosed message is declared as base64 or quoted-printable',
    advice: 'Encode the parts, never the multipart or message/rfc822 around them.',
    reference: 'RFC 2045 section 6.4',
  },
  'encoding-binary': {
    says: 'A part is declared as binary, which needs the BINARYMIME extension',
    advice: 'Encode the part as base64.',
    reference: 'RFC 3030 section 3',
  },
  'base64-broken': {
    says: 'The base64 of a part cannot be decoded without loss',
    advice:
      'Encode the part again: foreign characters, data behind the padding, or a length that base64 cannot have.',
    reference: 'RFC 2045 section 6.8',
  },
  'quoted-printable-broken': {
    says: 'The quoted-printable of a part holds equals signs that are no escape',
    advice: 'Encode every equals sign of the content as =3D.',
    reference: 'RFC 2045 section 6.7',
  },
  'eight-bit-undeclared': {
    says: 'A part holds octets above 127 though its encoding says that there are none',
    advice: `Declare "${verbatim('Content-Transfer-Encoding: 8bit')}", or better encode the part as quoted-printable or base64.`,
    reference: 'RFC 2045 section 6.2',
  },
  'charset-unknown': {
    says: 'A text part names a charset that nobody knows',
    advice: 'Send text in UTF-8 and say so: charset=utf-8.',
    reference: 'RFC 2046 section 4.1.2',
  },
  'charset-undeclared': {
    says: 'A text part is not plain ASCII and names no charset',
    advice: 'Name the charset of every text part: charset=utf-8.',
    reference: 'RFC 2046 section 4.1.2',
  },
  'charset-lies': {
    says: 'The bytes of a text part are not of the charset that it names',
    advice: 'Name the charset the text is really in; UTF-8 is the best choice.',
    reference: 'RFC 2046 section 4.1.2',
  },
  'message-partial': {
    says: 'The message is one piece of a message that was split, which receivers refuse',
    advice: 'Send the message whole, or send a link to what is too large for mail.',
    reference: 'RFC 2046 section 5.2.2',
  },
}
