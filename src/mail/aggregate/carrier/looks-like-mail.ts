/** Fields that mail begins with. */
const FIRST_FIELD =
  /^(?:From [^\r\n]{1,500}\r?\n)?(?:Received|Return-Path|Delivered-To|X-[\w-]{1,60}|ARC-[\w-]{1,60}|DKIM-Signature|DomainKey-Signature|Authentication-Results|Feedback-[\w-]{1,60}|From|To|Cc|Sender|Reply-To|Date|Subject|Message-ID|MIME-Version|Content-[\w-]{1,60}|List-[\w-]{1,60}|Envelope-To|TLS-Report-[\w-]{1,60}|User-Agent|References|In-Reply-To)[ \t]{0,8}:/i

/** Whether octets that are no archive and no document are a mail, as it is saved. */
export function looksLikeMail(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return FIRST_FIELD.test(head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart())
}
