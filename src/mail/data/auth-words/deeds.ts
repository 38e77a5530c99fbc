import type { AuthWords } from '../../withholding/concepts.ts'

/** What else is confirmed by a code or a link, in all languages together: payments, and joining by invitation. */
export const DEEDS: Readonly<Record<string, AuthWords>> = {
  latin: {
    pay: 'payment*|transfer|transfers|transaction*|withdrawal*|withdraw|purchase*|payout*|card payment|wire|überweisung*|zahlung*|auszahlung*|transaktion*|lastschrift|kartenzahlung*|betaling*|overboeking*|opname|transactie*|overførsel*|udbetaling*|överföring*|betalning*|uttag*|transaktion*|overføring*|utbetaling*|millifærslu*|greiðslu*|úttekt*|paiement*|virement*|retrait de fonds|retrait d argent|transaction*|achat*|pago*|transferencia*|retiro de fondos|retirada de fondos|operación|transacci*|pagamento*|transferência*|levantamento de fundos|saque*|transaç*|transacç*|bonific*|prelievo|transazion*|pagament*|transferènci*|retirada|plăți*|plata|plată|transfer*|retrager*|tranzacți*|przelew*|płatnoś*|wypłat*|transakcj*|platb*|převod*|výběr*|transakc*|platob*|prevod*|výber*|transakci*|plačil*|nakazil*|dvig*|transakcij*|plaćanj*|uplat*|isplat*|transakcij*|maksu*|tilisiirto*|siirto*|siirron|nosto*|makse*|ülekan*|tehing*|väljamakse*|maksāj*|pārskait*|izmaks*|darījum*|mokėjim*|pervedim*|išmokėj*|operacij*|fizetés*|átutalás*|utalás*|tranzakció*|kifizetés*|ödeme*|havale*|para çekme*|eft|íocaíoch*|ħlas*|pages*|transfert*|tërheqj*|pembayaran|transaksi|penarikan|bayaran|pindahan|pengeluaran|thanh toán|chuyển khoản|giao dịch|rút tiền|chuyển tiền|bayad|paglipat|pag withdraw|malipo|uhamisho|muamala|betaling',
    invite:
      'invit*|einladung*|eingeladen|lädt dich|lädt sie|uitnodig*|uitgenodigd|inbjud*|inviter*|boð|bauð|boðið|convid*|zaprosz*|zaprasza*|pozván*|pozvank*|povabi*|vabil*|pozivnic*|pozvan*|poziva*|kutsu*|kutse*|kutsut*|uzaicin*|ielūg*|pakviet*|kvietim*|meghív*|davet*|ftes*|ftua*|cuireadh|stieden*|mistieden*|undangan|diundang|mengundang|jemputan|dijemput|lời mời|mời bạn|inanyaya*|imbitasyon|mwaliko|umealikwa|uitnodiging',
  },
  other: {
    pay: 'платеж*|платёж*|оплат*|перевод*|перевед*|вывод*|снятие|операци*|переказ*|платіж*|виведен*|операці*|плащан*|превод*|теглене|транзакц*|плаћањ*|уплат*|исплат*|трансакциј*|πληρωμ*|μεταφορ*|ανάληψ*|συναλλαγ*|دفع|الدفع|تحويل|التحويل|سحب|معاملة|العملية|پرداخت|انتقال وجه|برداشت|تراکنش|תשלום|העברה|משיכה|עסקה|भुगतान|लेनदेन|ट्रांसफर|निकासी|হস্তান্তর|পেমেন্ট|লেনদেন*|উত্তোলন|付款|支付|转账|轉帳|轉賬|提现|提現|提款|交易|汇款|匯款|支払|お支払い|決済|送金|振込|出金|取引|결제|이체|송금|출금|거래|ชำระเงิน|โอนเงิน|ถอนเงิน|ธุรกรรม|การชำระ',
    invite:
      'приглаш*|запрош*|запрос*шу*|покан*|позив*|πρόσκλησ*|προσκαλ*|προσκλή*|دعوة|دعاك|دعوتك|دعوت|הזמין|הוזמנת|הזמנה ל|आमंत्र*|निमंत्र*|আমন্ত্রণ*|邀请|邀請|招待|초대|เชิญ',
  },
}
