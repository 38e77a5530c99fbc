/** What stands around the answers that people pasted. */

/** Exim, as providers word it, and as 1&1 does. */
export const EXIM = `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:
`
export const NEMESIS = `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of
its recipients. This is a permanent error. The following address(es)
failed:
`

export const qmail = (host: string, failed: string) => `Hi. This is the qmail-send program at ${host}.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

${failed}
`

export const paste = (id: string) => `https://pastebin.com/${id}`
