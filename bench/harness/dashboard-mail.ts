import type { Analysed } from './filling.ts'

/** As mail of several languages says it: written with spaces and without, from the left and from the right, with marks. */
const SUBJECTS = [
  'The garden opens again on Saturday',
  'Der Garten öffnet am Samstag: 20 % auf Rosen und Kräuter',
  'Votre commande a été expédiée aujourd’hui',
  'Tu factura de noviembre ya está disponible',
  'Ваш заказ отправлен и скоро будет у вас',
  'ご注文ありがとうございます。発送のお知らせ',
  '您的订单已发货，请查收',
  'تم شحن طلبك اليوم',
  'ההזמנה שלך נשלחה',
  'คำสั่งซื้อของคุณถูกจัดส่งแล้ว',
  '주문하신 상품이 발송되었습니다',
  'Sıcak fırsatlar: yeni ürünler ışıl ışıl 🎁',
]
const SENDERS = ['Garden Club', 'Müller & Söhne', 'Книжный дом', '港湾書店', 'متجر الحديقة']
/** One of so many subjects has a word that no other language has. */
const RARE = 20_000

/** A report under a domain of the account, with another score and another subject for each number. */
export function variantOf(
  messages: readonly Analysed[],
  domains: readonly string[],
  number: number,
): Analysed {
  const one = messages[number % messages.length]
  if (!one) throw new Error('No message was analysed')
  const fromDomain = domains[(number * 7) % domains.length] ?? ''
  const sender = SENDERS[number % SENDERS.length]
  const subject = `${SUBJECTS[number % SUBJECTS.length]} ${number}${number % RARE === 0 ? ' Quittung' : ''}`
  const { packed } = one.result
  // Most mail is good: low scores are rare.
  const score = number % 50 === 0 ? (number % 70) / 10 : 10 - (number % 25) / 10
  const headline = { from: `${sender} <news@${fromDomain}>`, subject }
  const failedChecks = number % 3 === 0 ? packed.failedChecks : ['dkim', 'list-unsubscribe', 'accessibility']
  const signers = [{ domain: fromDomain, selector: `s${number % 12}` }]
  return {
    ...one,
    result: { ...one.result, packed: { ...packed, fromDomain, score, headline, failedChecks, signers } },
  }
}
