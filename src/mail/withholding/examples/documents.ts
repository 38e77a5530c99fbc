/** What numbered parts of a document are called: figures, exercises, findings, test cases, drafts. */
const PARTS =
  'figure|fig|abbildung|abb|figura|rysunek|rys|obrázek|obr|kuva|ábra|рисунок|рис|şekil|example|beispiel|exemple|ejemplo|exemplo|esempio|voorbeeld|exempel|eksempel|esimerkki|przykład|příklad|példa|пример|приклад|örnek|exercise|aufgabe|übung|exercice|ejercicio|exercício|esercizio|opdracht|zadanie|cvičení|finding|befund|bevinding|hallazgo|constat|test case|testfall|cas de test|caso de prueba|caso di test|caso de teste|testgeval|przypadek testowy|тест кейс|variant|variante|wariant|varianta|вариант|draft|entwurf|vorschlag|brouillon|borrador|bozza'
const PART = new RegExp(
  `^[^\\p{L}\\d]{0,4}(?:(?:${PARTS})\\.?\\s{0,2}[-#]?\\s?(?:\\d{1,3}|[A-Z])|(?:TC|TF)[-_]\\d{1,3}|案\\s?[A-Z\\d]|[例図]\\s?\\d{1,2})(?=\\s?[.:)\u2013\uff1a]|\\s{2}|\\t)|^(?:TC|TF)[-_]\\d{1,3}\\s`,
  'iu',
)
/** What a value is seen on, or in, that nobody is sent. */
const PICTURED =
  /screen ?shots?|bildschirmfoto|in the (?:picture|image|figure)|(?:im|auf dem) (?:bild|foto)|capture d['\u2019 ]\u00e9cran|captura de (?:pantalla|ecr\u00e3|tela)|en la (?:imagen|captura)|na (?:imagem|captura)|schermata|nell['\u2019 ]immagine|schermafbeelding|schermafdruk|op de afbeelding|zrzu(?:t|cie|tu) ekranu|sk\u00e4rmbild|sk\u00e6rmbillede|skjermbilde|snímek obrazovky|скриншот|ekran görüntüsü|スクリーンショット|截图|截圖|스크린샷|لقطة الشاشة|in (?:the|this|our) example|(?:im|in diesem|in unserem) beispiel|dans (?:l['\u2019 ]|cet |notre )exemple|en (?:el|este|nuestro) ejemplo|n(?:o|este|osso) exemplo|n(?:ell['\u2019 ]|el nostro )esempio|in (?:het|dit|ons) voorbeeld|w (?:tym )?przyk\u0142adzie|v (?:tomto )?p\u0159\u00edkladu|\u0432 (?:\u044d\u0442\u043e\u043c )?\u043f\u0440\u0438\u043c\u0435\u0440\u0435|\u3053\u306e\u4f8b\u3067\u306f/iu
const ASSIGNED =
  /(?<=["'&?\s](?:[a-z_-]{0,16}[_-])?(?:code|otp|pin|passcode|codigo|kod)["']?\s?[:=]{1,3}\s?["']?)[\w-]{4,12}(?![\w-])/giu
/** A call of a program, or data as programs write it. */
const WRITTEN = /(?:^|\s)(?:curl|wget|http|assert\w{0,10}|expect)[\s(]|"[\w-]{1,30}"\s?:\s?["{[\d]|\(\{/i

/** `Figure 4. ...`, `Variante B: ...`, `TC-03 ...`: the first words of a numbered part. */
export const beginsPart = (plain: string): boolean => PART.test(plain.slice(0, 40))

/** A sentence that tells what a picture shows. */
export const tellsPicture = (plain: string): boolean => PICTURED.test(plain)

/** Whether a line may be one of a program that holds a code: one with neither mark assigns nothing. */
export const mayBeCall = (plain: string): boolean => /[:=]/.test(plain) && WRITTEN.test(plain)

/** A call typed at a prompt, whose address nobody follows: `curl -X POST https://...`. */
export const isCalled = (plain: string): boolean => CALL.test(plain)
const CALL = /^[^\p{L}]{0,6}(?:curl|wget|https?ie|POST|GET|PUT|PATCH|DELETE)\s(?:-|https?:\/\/|\/)/u

/** A line of a program without the one-time codes in it: nobody is sent a code in the middle of a call, though keys are. */
export function withoutCalls(plain: string): string {
  if (!WRITTEN.test(plain)) return plain
  return plain.replace(ASSIGNED, (found) => ' '.repeat(found.length))
}
