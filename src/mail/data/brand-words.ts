const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** What stands beside a brand's name where somebody writes as its service. Folded: lower case, without accents. */
export const SERVICE_WORDS: ReadonlySet<string> = new Set(
  words(`
    support security service services account accounts alert alerts notification notifications billing payment payments
    helpdesk help customer customers care verification identity fraud protection login signin sicherheit kundenservice
    kundendienst kundensupport kundencenter kundenbetreuung konto hilfe rechnung sicherheitsabteilung sicherheitscenter
    securite compte client clients clientele assistance facturation alerte verifikation seguridad cuenta clientes cliente
    atencion soporte facturacion seguranca conta suporte atendimento sicurezza assistenza conto clienti servizio bezpieczenstwo
    obsluga klienta pomoc platnosci beveiliging klantenservice rekening sakerhet kundtjanst kundeservice sikkerhed sikkerhet
    asiakaspalvelu turvallisuus guvenlik destek musteri hizmetleri bezpecnost podpora zakaznicka ugyfelszolgalat securitate
    служба поддержки поддержка безопасность безопасности підтримка підтримки безпеки безпека υποστηριξη ασφαλεια
    サポート カスタマー カスタマーサービス カスタマーサポート セキュリティ アカウント 事務局 センター お客様センター 安全中心
    客服 客服中心 账户 帐号 帳戶 账号 服务 服務 安全 고객센터 보안팀 보안 고객지원 계정 أمن دعم خدمة العملاء حساب תמיכה אבטחה שירות
  `),
)

/** What changes nothing about whose name it is. */
export const COMPANY_WORDS: ReadonlySet<string> = new Set(
  words(`
    the team teams department center centre centro zentrum office official online mail email noreply no reply not do info
    information update updates notice notices message messages delivery express order orders membership member members
    subscription suspension limitation review resolution access password recovery admin administrator inc llc ltd limited plc
    gmbh ag se sa sas sarl srl spa bv nv oy ab as corp corporation co company kg kgaa group international global worldwide
    com net org your my ihr ihre dein deine votre su tu equipe equipo squadra zespol abteilung mitteilung benachrichtigung
    servicecenter notificacion notificaciones avis aviso avviso powiadomienie команда уведомление
    us usa uk de at ch fr it es pt nl be pl ca au nz in jp br mx ie eu deutschland germany france italia italy espana spain
    portugal nederland polska osterreich schweiz suisse belgique belgie canada australia india japan brasil mexico europe
    action required urgent important case id warning unusual suspicious activity detected
    株式会社 公式 公式サイト お知らせ 通知 中国 官方 有限公司 공식 알림 日本
  `),
)

/** To get into an account: enough to make a link's text one about it. */
export const SIGN_IN_WORDS: ReadonlySet<string> = new Set(
  words(`
    login log signin sign logon signon verify verifying authenticate unlock reactivate anmelden einloggen anmeldung
    verifizieren entsperren freischalten connecter connexion identifier verifier debloquer reactiver acceder iniciar sesion
    verificar desbloquear reactivar entrar accedi accedere sblocca verifica zaloguj zweryfikuj odblokuj inloggen verifieer
    deblokkeer logga verifiera lasa logg bekreft laas kirjaudu vahvista giris dogrula prihlasit prihlaste overit bejelentkezes
    autentificare conecteaza войти вход подтвердите подтвердить разблокировать увійти підтвердити συνδεση επαληθευση
    ログイン サインイン 認証 登录 登入 登陆 登錄 验证 驗證 로그인 인증 masuk verifikasi dang nhap تسجيل الدخول تحقق התחבר אימות
    connectez identifiez verifiez debloquez reactivez inicie inicia verifique acceda accede acesse acessar desbloquee desbloqueie
  `),
)

/** To do something to an account, where the text names one. */
export const ACCOUNT_DEEDS: ReadonlySet<string> = new Set(
  words(`
    confirm update restore secure validate review access check activate recover reset change resolve protect bestatigen
    bestaetigen aktualisieren wiederherstellen prufen pruefen sichern aktivieren confirmer mettre jour restaurer securiser
    valider actualiser activer confirmar actualizar restaurar validar atualizar recuperar conferma confermare aggiorna
    ripristina potwierdz zaktualizuj bevestig bevestigen bijwerken bekrafta uppdatera bekraeft bekraft opdater bekreftt oppdater
    onayla guncelle potvrdit potvrdte aktualizovat megerosites confirma actualizeaza обновить обновите восстановить
    восстановите 確認 更新 确认 更新 恢复 確認する 확인 업데이트 konfirmasi perbarui تأكيد تحديث אשר עדכן
    confirmez mettez restaurez securisez validez actualisez activez confirme actualice restaure atualize recupere
  `),
)

/** An account, by whatever name. */
export const ACCOUNT_WORDS: ReadonlySet<string> = new Set(
  words(`
    account accounts identity wallet id password login details information profile billing payment card konto kontos daten
    identitat zahlungsdaten zahlungsmethode passwort compte identite informations paiement motdepasse cuenta cuentas identidad
    datos pago contrasena conta dados senha identita dati password pagamento konta dane haslo rekening gegevens account
    wachtwoord kontot hesap hesabinizi hesabini sifre ucet uctu fiok cont contul аккаунт счет счёт пароль данные акаунт
    рахунок λογαριασμο λογαριασμου アカウント 口座 账户 帐户 賬戶 帳戶 账号 帐号 계정 akun حساب حسابك חשבון
  `),
)

/** Words between them. */
export const LINK_FILLERS: ReadonlySet<string> = new Set(
  words(`
    to in into on at your my the now here please securely out click tap online immediately again and jetzt hier bei zu zum dein
    deine deinem deinen ihr ihre ihrem ihren mein meine meinem sich bitte sofort se vous nous a au aux la le les l votre vos mon
    ma ton maintenant ici sur en el su tu mi ahora aqui de do da na no sua seu minha meu agora aqui al tuo il suo ora qui sie do
    swoje swojego teraz tutaj bij je uw mijn nu hier op till ditt din pa til din dit nu her na vas svuj ted zde tai hesabiniza ve
    simdi в на ваш свой сейчас здесь у до свого зараз σας στο στον τωρα εδω
    に へ を の する してください こちら はこちら こちらから ご お 今すぐ 您的 你的 本人 立即 在 到 点击 하기 하세요 에 을 를 지금 ke anda sekarang إلى الآن الخاص بك
    email mail mails gmail
    today within hours hour days day before avoid prevent suspension closure deactivation expires required urgent go visit open
    proceed continue heute innerhalb stunden tagen umgehend aujourd hui immediatement sous heures hoy antes horas hoje oggi entro
    ore vandaag binnen uur dzis
  `),
)

/** Parts of host names that are put beside a brand's to make readers trust them. */
export const HOST_LURES: ReadonlySet<string> = new Set(
  words(`
    login logon signin signon verify verification verified verifying verif account accounts acct secure secured security
    securite seguridad seguro sicher sicherheit sicurezza support service services servicio help helpdesk center centre billing
    payment payments pay refund invoice update updates updating confirm confirmation unlock unlocked unblock recovery recover
    restore reset password auth authenticate authentication id identity online alert alerts notice notification case resolution
    suspended limited limit wallet customer customers client clients clientes care kunden kundenservice kundendienst konto
    anmelden anmeldung verifizierung bestaetigung aktualisierung hilfe compte connexion cuenta conta acceso accesso accedi
    portal web webmail mail delivery parcel package packet paket tracking track shipment shipping redelivery reschedule customs
    toll fee claim bonus giveaway airdrop reward rewards team official com net org www my app protect protection fraud
    validate validation activation activate renew renewal subscription membership safe safety
  `),
)

/** Those of them that hardly any honest name holds beside a word that is a brand too. */
export const STRONG_HOST_LURES: ReadonlySet<string> = new Set(
  words(`
    login logon signin signon verify verification verified verif account accounts password unlock unblock suspended auth
    authentication confirm recovery refund redelivery reschedule konto anmelden verifizierung bestaetigung connexion cuenta
    tracking parcel paket package wallet airdrop
  `),
)

/** Those that make a domain out of a name which others have too into one that pretends to be the brand's. */
export const NAME_LURES: ReadonlySet<string> = new Set([
  ...STRONG_HOST_LURES,
  ...words(`
    secure secured security securite seguridad seguranca sicher sicherheit sicurezza verifying validate validation
    reset restore unlocked alert alerts fraud suspension limited customs billing claim
  `),
])
