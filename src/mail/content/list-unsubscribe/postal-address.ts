/** Signs of a postal address near the end of a text, in the forms of the larger countries. */
const SIGNS = [
  // Street with a number, number before or behind.
  /\b\d{1,5}[a-z]?,? (?:[\p{L}.'-]{1,30} ){1,4}(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|way|suite|ste|floor|place|square|court|highway|hwy|parkway)\b/iu,
  /\b[\p{L}.-]{2,40}(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer|laan|straat|gracht|plein|gatan|vägen|gade|vej|veien|gata|katu|tie) ?\d{1,4}/iu,
  /\b\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|av\.|boulevard|bd|place|allée|chemin|quai|impasse|cours) [\p{L}'’ -]{2,40}/iu,
  /\b(?:calle|c\/|avenida|avda\.|av\.|paseo|plaza|via|viale|piazza|corso|largo|rua|travessa|praça|ul\.|ulica|al\.|str\.|strada|улица|ул\.|просп\.|проспект|вул\.) ?[\p{L}.'’ -]{2,40},? (?:n[.º°]? ?|№ ?|д\. ?)?\d{1,5}/iu,
  /\b(?:mah\.|mahallesi|cad\.|caddesi|sok\.|sokak)\b.{0,40}\bno ?:? ?\d/iu,
  // Post boxes.
  /\b(?:p\.? ?o\.? box|post office box|postfach|boîte postale|b\.?p\.? \d|apartado(?: de correos)?|casella postale|caixa postal|postbus|postboks|skrytka pocztowa|а\/я)\b ?\d{0,6}/iu,
  // Postcodes with their places.
  /\b[A-Z]{2},? \d{5}(?:-\d{4})?\b/u,
  /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/u,
  /\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b/u,
  /\b(?:[A-Z]{1,3}-)?\d{4,5} \p{Lu}[\p{Ll}-]{2,30}\b/u,
  /\b\d{4} ?[A-Z]{2},? \p{Lu}[\p{Ll}-]{2,30}\b/u,
  /\b\d{2}-\d{3} \p{Lu}[\p{Ll}-]{2,30}\b/u,
  /〒 ?\d{3}-?\d{4}|\p{Script=Han}{1,6}[都道府県].{0,20}[市区町村]|\p{Script=Han}{2,8}[省市].{0,20}[区區路街].{0,15}[号號]|\p{Script=Hangul}{2,8}(?:시|도) ?\p{Script=Hangul}{1,8}(?:구|시|군).{0,20}\d/u,
]

const END = 4_000

/** Whether the text seems to show a postal address; a hint, good for nothing more. */
export function showsPostalAddress(text: string): boolean {
  const end = text.slice(-END)
  return SIGNS.some((sign) => sign.test(end))
}
