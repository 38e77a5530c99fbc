const list = (words: string) => new Set(words.split(/\s+/))

/** Words that name a person or an address: what templates are filled with first of all. */
export const PERSON_WORDS = list(
  `name first firstname last lastname fname lname fullname forename surname nickname salutation greeting email username
  company organization organisation employer recipient recipients subscriber
  vorname nachname anrede firma empfänger nom prénom prenom entreprise société destinataire nombre apellido apellidos correo empresa
  destinatario nome cognome sobrenome azienda voornaam achternaam naam bedrijf imię imie nazwisko имя фамилия отчество компания
  förnamn efternamn fornavn etternavn efternavn etunimi sukunimi ad soyad isim 氏名 名前 お名前 姓名 姓 名 会社名 公司 이름 성명 회사`,
)

/** Other words of template fields, by themselves or beside those. */
export const FIELD_WORDS = list(
  `user customer client contact member person lead profile account sender owner agent your their the my insert enter here
  mr ms mrs title gender age phone mobile tel address street city town state region country zip zipcode postcode postal
  date day month year time today now current birthday deadline expiry expires order orders number no num id ref reference invoice
  amount total subtotal price cost currency balance discount percent product products item items sku quantity qty plan
  code coupon voucher promo offer link url uri href website site domain page image img logo banner button cta
  unsubscribe unsub optout opt out preferences webversion view browser archive mirror forward update subscription
  subject preheader preview heading headline body content text message footer header signature list campaign
  password token otp pin verification verify confirm confirmation reset activation login signin
  tracking shipment shipping delivery carrier event booking reservation ticket appointment meeting location venue
  store shop brand team project job position role department industry var data merge field fields tag attributes attribute
  props custom property value default fallback upper lower capitalize titlecase escape format
  kunde kunden bestellung rechnung datum straße ort plz client commande facture adresse ville lien cliente pedido fecha factura ciudad
  enlace ordine fattura città data klant bestelling factuur datum zamówienie data заказ дата адрес город ссылка`,
)

/** What stands in brackets only where somebody forgot to write over it. */
export const BRACKET_FIELDS = list(
  `name first-name firstname last-name lastname full-name your-name recipient-name customer-name client-name company company-name
  your-company your-company-name insert-name insert-name-here insert-date insert-link your-email email-address your-title your-position
  your-phone-number first-name-here name-here recipient customer-first-name contact-name job-title product-name order-number
  unsubscribe-link unsubscribe-url sender-name your-website your-address
  vorname nachname ihr-name dein-name firmenname anrede prénom nom votre-nom nom-de-l'entreprise nombre tu-nombre su-nombre apellido
  nome seu-nome cognome il-tuo-nome naam voornaam uw-naam jouw-naam bedrijfsnaam imię imię-i-nazwisko twoje-imię имя ваше-имя 氏名 お名前
  您的姓名 姓名`,
)
