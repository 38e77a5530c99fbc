/** What mail programs put before the subject of a reply, by language; kept in lower case without the colon. */
export const REPLY_PREFIXES = new Set(
  [
    're|re^|aw|antw|antwort|sv|svar|vs|vast|odp|ynt|yan|yanit|res|resp|rsp|rif|ref|atb|bls|balas|ant|antwoord|ats|atb',
    'απ|σχετ|отв|ответ|відп|отг|回复|回覆|答复|答覆|返信|답장|회신|ตอบ|ตอบกลับ|رد|الرد|השב|תשובה|trả lời|tl|jawab|réf|rép|reply|vá|válasz',
  ]
    .join('|')
    .split('|'),
)

/** The same for what is passed on. */
export const FORWARD_PREFIXES = new Set(
  [
    'fw|fwd|wg|weiterleitung|tr|rv|enc|vb|vl|vid|videresendt|vidarebefordrat|doorst|doorgestuurd|pd|i̇lt|ilt|iletilen|trs|terusan|továbbítás|tov|inoltro|rtr|pvz|fs|red',
    'πρθ|пересл|пер|пренаср|转发|轉寄|轉發|転送|전달|ส่งต่อ|إعادة توجيه|הועבר|chuyển tiếp',
  ]
    .join('|')
    .split('|'),
)
