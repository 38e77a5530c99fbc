/** What stands before the numbers by which a sender is reached or registered, in the languages of `auth-words`, joined by `|`. */

/** Telephone and fax: whole words, or beginnings of words (`*`); a word of another language may end in one of the latter. */
export const PHONE_WORDS =
  'tel|télécopie|tlf|tfn|tél|fax|ph|phone*|telephone*|telefon*|telefax*|teléfono*|teléfon*|telèfon*|téléphon*|telefoon*|puhelin*|puh|sími|hotline*|helpline*|infolin*|servicelijn*|klantenservice|kundeservice|kundtjänst|kundendienst|call|call us|dial|anrufen|rufen sie uns an|ruf uns an|appelez*|appeler*|llame*|llámenos|llámanos|ligue*|chiama*|chiami|numero verde|zadzwoń*|dzwoń*|volejte|zavolejte|hívjon|hívja|sunați|bel|bel ons|bellen|ring|ring til|soita|helistage|zvanite|skambinkite|pozovite|nazovite|pokličite|arayın|arayınız|müşteri hizmetleri|çağrı merkezi|hubungi|telp|telepon*|gọi|điện thoại|đt|tổng đài|mobile|mobil|mob|gsm|cell|handy|móvil|celular|cellulare|портал тел|тел|телефон*|факс|звоните|позвоните|горячая линия|дзвоніть|телефонуйте|обадете се|позовите|τηλ|τηλέφωνο*|φαξ|καλέστε|simu|phonenumber'
export const PHONE_WORDS_GLUED =
  '電話|电话|热线|熱線|客服|致电|致電|お電話|ファックス|フリーダイヤル|전화|팩스|고객센터|대표번호|โทร|โทรศัพท์|แฟกซ์|هاتف|الهاتف|فاكس|اتصل|تلفن|تماس|فکس|טלפון|טל|פקס|חייגו|फोन|फ़ोन|दूरभाष|फैक्स|कॉल|ফোন|فون'

/** Registers, taxes, licences, banks. */
export const REGISTER_WORDS =
  'registered|registration no|registration number|reg no|regd|company no|company number|charity no|charity number|incorporated|licen[cs]e|licen[cs]ed|frn|firm reference|firm reference number|financial conduct authority|fca|prudential regulation authority|pra|finra|nmls|vat|vat no|tax id|ein|gst|gstin|cin|pan|abn|acn|arbn|afsl|crn|uen|handelsregister*|registergericht|amtsgericht|hr[ab]|ust id*|ust idnr|umsatzsteuer*|steuernummer*|steuer nr|bafin*|gläubiger*|firmenbuch*|fn|uid|kvk*|btw*|rsin|cvr*|org nr|orgnr|organisationsnummer*|organisasjonsnummer*|y tunnus|alv|kennitala|kt|vsk|rcs|siren|siret|naf|ape|tva*|capital de|capital social de|orias|cif|nif|nie|registro mercantil|inscrita en|hoja|tomo|folio|rea|p iva|partita iva|c f|codice fiscale|cap soc*|capitale sociale|nire|cnpj|cpf|nipc|matrícula|cui|cif ro|reg com|nip|regon|krs|bdo|ičo|dič|ič dph|spisová značka|oddiel|vložka|adószám*|cégjegyzék*|cg|oib|mbs|pib|mb|matična*|davčna|id za ddv|reg kods|reģ nr|pvn|įmonės kodas|pvm|reg kood|registrikood|kmkr|mersis*|vergi no|vkn|ticaret sicil|npwp|nib|mst|mã số thuế|mã số doanh nghiệp|инн|кпп|огрн|огрнип|бик|окпо|єдрпоу|іпн|еик|ддс|унп|пиб|αφμ|γεμη|αρ μ|iban|bic|swift|konto|kontonr|kontonummer|bankgiro*|bg|plusgiro*|blz|sort code|account no|issn|isbn|r c s|hr b'
export const REGISTER_WORDS_GLUED =
  '許可番号|登録番号|法人番号|免許|登録第|备案|備案|备|许可证|注册号|统一社会信用代码|統一編號|統編|사업자등록번호|사업자번호|통신판매|통신판매업|ทะเบียน|ผู้เสียภาษี|سجل تجاري|السجل التجاري|الرقم الضريبي|ضريبي|ثبت|ח.פ|ח"פ|עוסק|ע.מ|पंजीकरण|जीएसटी'

/** What customers, contracts and requests are counted by. */
export const REFERENCE_WORDS =
  'reference|ref|under reference|contract*|customer|customer no|customer number|client no|client number|member no|member number|membership*|case|case no|ticket|ticket no|request|request no|file no|matter|policy no|policy number|invoice*|order|order no|vertrag*|kundennummer|kunden nr|vorgang*|ticketnummer|anfrage|aktenzeichen|verwendungszweck|police*|klantnummer|contractnummer|kundnummer|kundenr|avtal*|ärende*|sak|sag|sagsnr|saksnummer|asiakasnumero|sopimus*|contrat*|dossier|n° client|numéro client|demande|contrato*|expediente|cliente|solicitud|solicitação|pedido|contratto*|pratica|codice cliente|richiesta|umow*|klient*|zgłoszen*|numer klienta|smlouv*|zákazník*|zmluv*|požadav*|szerződés*|ügyfél*|ügyszám*|comanda|contractul|ugovor*|talep*|talebiniz|sözleşme*|müşteri no|dosya|kontrak*|pelanggan|hợp đồng|mã khách hàng|договор*|заявк*|заявлен*|клиент*|обращен*|звернен*|договір*|поръчка|σύμβαση*|αίτημα|πελάτη'
export const REFERENCE_WORDS_GLUED =
  '契約番号|会員番号|お客様番号|受付番号|注文番号|管理番号|合同|合同编号|合約編號|客户编号|工单|单号|订单|고객번호|계약번호|접수번호|เลขที่สัญญา|หมายเลขลูกค้า|العقد|رقم العقد|رقم العميل|طلب|قرارداد|חוזה|לקוח|פנייה|अनुबंध|ग्राहक'

/** Streets and boxes of a post office. */
export const STREET_WORDS =
  'str|straße|strasse|street|road|rd|avenue|lane|ln|blvd|boulevard|suite|floor|drive|court|square|po box|p o box|postfach|postbus|postboks|skr poczt|plac|ul|ulica|os|aleja|rue|quai|cours|impasse|via|viale|piazza|corso|calle|paseo|avenida|plaza|carrer|rua|largo|rodovia|straat|laan|plein|gracht|kade|weg|gade|vej|väg|vägen|gatan|gata|gate|veien|katu|tie|utca|út|krt|ulice|náměstí|námestie|třída|strada|bulevardul|șos|tn|pst|iela|gatvė|g|cadde|caddesi|cad|sokak|sok|mah|bulvarı|jalan|jl|đường|phố|quận|улица|ул|наб|набережная|пр|проспект|пер|шоссе|вул|бул|площадь|пл|а я|οδός|λεωφ|barabara'
export const STREET_WORDS_GLUED =
  'straße|strasse|straat|gatan|gade|丁目|番地|〒|號|号|街道|大道|路\\d|路|シティ|区|區|서울|로 \\d|길 \\d|ถนน|แขวง|เขต|شارع|خیابان|ص ب|ص.ب|רחוב|רח|ת.ד|मार्ग|रोड|नगर|রোড'
