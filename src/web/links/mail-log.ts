/** The log of mail: GET, `outcome`, `address`, `client`, `after`. */
export const MAIL_LOG_LINKS = {
  mailLog: '/tests/mail-log',
  adminMail: '/admin/mail',
} as const
