import { type TextsByLanguage, type Wording, wordingsOf } from '../wordings.ts';

/**
 * What sites show in place of pages, in sixteen kinds and nineteen languages; in words of our own, written without knowledge of how
 * walls are known.
 */
const texts: Readonly<Record<string, TextsByLanguage>> = {
  consent: {
    en: [
      'A quick word about cookies',
      'Our shelves run on a few small files. Four of them we cannot do without; the other twenty tell us and the firms we work with what people like. Pick a side: all of them, only the four, or one by one. We ask again in six months.',
    ],
    de: [
      'Bevor es losgeht',
      'Mit Ihrer Zustimmung verwenden wir und bis zu 214 Partner Kennungen Ihres Geräts, um Anzeigen auszusuchen und ihre Wirkung zu messen. Sie können ablehnen; dann sehen Sie Werbung, die nichts von Ihnen weiß. Den Widerruf erreichen Sie stets über das Schloss links unten.',
      'Alles erlauben. Nur das Nötige. Einzeln festlegen.',
    ],
    pt: [
      'A sua escolha sobre cookies',
      'Utilizamos cookies para o site funcionar e, se deixar, para saber o que lhe interessa e mostrar anúncios à medida. Pode aceitar tudo, rejeitar tudo ou escolher finalidade a finalidade. A decisão fica guardada durante doze meses.',
    ],
    da: [
      'Du bestemmer over dine data',
      'Vi og vores samarbejdspartnere bruger cookies til statistik og markedsføring. Du kan sige nej tak til alt andet end det nødvendige. Samtykket kan trækkes tilbage når som helst nederst på siden.',
    ],
  },
  login: {
    en: [
      'Who goes there?',
      'Only crew may pass beyond this point. Show us your badge number and the word of the day. No badge? See the purser on deck two.',
    ],
    fi: [
      'Kirjaudu sisään',
      'Tämä osio on vain rekisteröityneille asiakkaille. Tunnistaudu pankkitunnuksilla tai mobiilivarmenteella. Jos sinulla ei ole tiliä, luo sellainen maksutta muutamassa minuutissa.',
    ],
    ko: [
      '로그인이 필요한 서비스입니다',
      '회원만 볼 수 있는 내용입니다. 아이디와 비밀번호를 입력해 주세요. 아직 회원이 아니시라면 무료로 가입하실 수 있습니다. 비밀번호를 잊으셨나요?',
    ],
    sw: [
      'Ingia ili kuendelea',
      'Sehemu hii ni ya wanachama pekee. Andika namba yako ya simu na neno la siri. Umesahau neno la siri? Huna akaunti? Jisajili hapa bila malipo.',
    ],
  },
  'not found': {
    en: [
      'This drawer is empty',
      'You pulled the handle of a drawer that nobody has filled, or that was emptied when we moved. The index on the wall lists all that we still keep.',
    ],
    fr: [
      'Ce lien ne mène nulle part',
      'Soit nous avons rangé la page ailleurs, soit elle n’a jamais vu le jour. Le moteur de recherche en haut à droite vous remettra sur la bonne voie.',
    ],
    sr: [
      'Тражена страница не постоји',
      'Могуће је да је садржај премештен или обрисан, или да сте погрешили при куцању адресе. Вратите се на почетну страницу или нам се јавите.',
    ],
    el: [
      'Εδώ δεν υπάρχει τίποτα',
      'Ο σύνδεσμος που ακολουθήσατε είναι παλιός ή λανθασμένος. Δοκιμάστε την αναζήτηση ή επιστρέψτε στην αρχική σελίδα.',
    ],
    ta: [
      'இந்தப் பக்கம் கிடைக்கவில்லை',
      'நீங்கள் தேடும் பக்கம் நீக்கப்பட்டிருக்கலாம் அல்லது முகவரி தவறாக இருக்கலாம். முகப்புப் பக்கத்திற்குத் திரும்பவும்.',
    ],
  },
  error: {
    en: [
      'We dropped a spanner',
      'While fetching what you wanted, one of our cogs jammed. Nobody was hurt. We oil it as we speak; knock again in a little while.',
    ],
    ja: [
      'エラーが発生しました',
      'ただいまアクセスが集中しているか、システムに問題が発生しているため、ページを表示できません。しばらく時間をおいてから、もう一度お試しください。',
    ],
    tr: [
      'Beklenmeyen bir hata oluştu',
      'İsteğiniz işlenirken sunucularımızda bir sorun meydana geldi. Ekibimiz durumdan haberdar. Lütfen birkaç dakika sonra yeniden deneyin.',
    ],
  },
  'bot check': {
    en: [
      'One moment, we are counting your fingers',
      'Machines knock here all day. To see that you are none of them, your browser does a small sum for us. It takes some four seconds, and you need not do anything.',
    ],
    es: [
      'Verificando que eres una persona',
      'Hemos detectado una actividad poco habitual desde tu conexión. Marca la casilla y espera unos segundos. Si el problema continúa, desactiva la VPN o prueba desde otro dispositivo.',
    ],
    fa: [
      'بررسی امنیتی مرورگر',
      'پیش از ورود باید مطمئن شویم که شما ربات نیستید. این کار خودکار است و چند ثانیه طول می‌کشد. لطفاً جاوااسکریپت را فعال نگه دارید.',
    ],
  },
  'region block': {
    en: [
      'Our rights end at the border',
      'We may show this in four countries, and the number you call from belongs to none of them. We would let you in if we could.',
    ],
    ka: [
      'თქვენს ქვეყანაში მიუწვდომელია',
      'საავტორო უფლებების გამო ამ მასალის ნახვა თქვენი რეგიონიდან შეუძლებელია. ბოდიშს გიხდით უხერხულობისთვის.',
    ],
    fr: [
      'Contenu indisponible dans votre pays',
      'Pour des raisons de droits, cette page ne peut être consultée depuis votre emplacement. Si vous êtes en voyage, connectez-vous depuis votre lieu de résidence habituel.',
    ],
  },
  maintenance: {
    en: [
      'The lift is out of order',
      'We are changing the ropes tonight from eleven to five. Take the stairs, or come back for breakfast. What you left with us is safe.',
    ],
    ko: [
      '시스템 점검 중입니다',
      '더 나은 서비스를 위해 서버를 점검하고 있습니다. 점검 시간에는 모든 메뉴를 이용하실 수 없습니다. 이용에 불편을 드려 죄송합니다.',
    ],
    pt: [
      'Voltamos já',
      'Estamos a fazer obras para o servir melhor. O site volta a abrir assim que terminarmos, em princípio ainda hoje. Obrigado pela paciência.',
    ],
    ms: [
      'Penyelenggaraan berjadual',
      'Portal ini ditutup sementara bagi kerja-kerja naik taraf. Perkhidmatan kaunter dibuka seperti biasa. Kami memohon maaf atas segala kesulitan.',
    ],
  },
  paywall: {
    en: [
      'You have reached the end of the free pier',
      'Three stories a month are on the house, and you have had yours. For the price of a coffee a week you can walk on. Subscribers, please sign in.',
    ],
    de: [
      'Jetzt weiterlesen mit Plus',
      'Dieser Artikel ist Teil unseres Abonnements. Im ersten Monat zahlen Sie einen Euro, danach 9,90 Euro, jederzeit kündbar. Sie haben schon ein Abo? Dann melden Sie sich an.',
    ],
    da: [
      'Kun for abonnenter',
      'Artiklen er låst. Få adgang til alt indhold i en måned for ni kroner. Er du allerede abonnent, kan du logge ind her.',
    ],
  },
  adblock: {
    en: [
      'Your shield is up',
      'Something in your browser hides the notices that pay for our ink. Lower it for this house, then load again. We show no films that play by themselves.',
    ],
    tr: [
      'Reklam engelleyici algılandı',
      'Yayınlarımız reklam gelirleriyle sürüyor. Okumaya devam etmek için lütfen eklentinizi bu site için kapatın ve sayfayı yenileyin.',
    ],
    es: [
      'Desactiva tu bloqueador',
      'Este periódico es gratuito gracias a la publicidad. Añádenos a la lista de sitios permitidos o hazte socio por dos euros al mes y navega sin anuncios.',
    ],
  },
  'waiting room': {
    en: [
      'You are in line',
      'More people want in than we have chairs. Leave this open; when it is your turn you have ten minutes to walk through. Loading again sends you to the end of the line.',
    ],
    ja: [
      '順番にご案内しています',
      '現在、大変混み合っております。このままの画面でお待ちください。再読み込みをすると順番が最後になりますのでご注意ください。',
    ],
    el: [
      'Βρίσκεστε στην ουρά',
      'Η κίνηση είναι αυξημένη. Μην κλείσετε και μην ανανεώσετε τη σελίδα. Θα μεταφερθείτε αυτόματα όταν έρθει η σειρά σας.',
    ],
  },
  'session expired': {
    en: [
      'You have been away too long',
      'For your safety we closed the desk after twenty quiet minutes. What was not saved is gone. Open it again from the front door.',
    ],
    fi: [
      'Istunto on vanhentunut',
      'Et ole käyttänyt palvelua vähään aikaan, joten yhteys katkaistiin turvallisuussyistä. Aloita uudelleen etusivulta. Tallentamattomat tiedot on hylätty.',
    ],
    sr: [
      'Сесија је истекла',
      'Због неактивности сте аутоматски одјављени. Пријавите се поново да бисте наставили. Подаци које нисте сачували нису унети.',
    ],
  },
  removed: {
    en: [
      'Taken down by its author',
      'What stood here has been withdrawn by the person who wrote it. Neither we nor anybody else can bring it back. Replies have been put away with it.',
    ],
    ca: [
      'Aquest contingut s’ha retirat',
      'El titular n’ha demanat la supressió o bé incomplia les normes de la comunitat. Si creus que és un error, pots presentar una al·legació.',
    ],
    ko: [
      '삭제된 게시물입니다',
      '작성자의 요청이나 운영 원칙에 따라 게시물이 삭제되었습니다. 목록으로 돌아가 다른 글을 확인해 주세요.',
    ],
  },
  quota: {
    en: [
      'This house has used up its water',
      'The traffic that its owner paid for this month is spent. The tap opens on the first, or sooner if the owner buys more.',
    ],
    fa: [
      'پهنای باند این وب‌گاه تمام شده است',
      'حجم ترافیک ماهانه‌ی این میزبانی به پایان رسیده است. اگر مدیر وب‌گاه هستید برای ارتقای سرویس با پشتیبانی تماس بگیرید.',
    ],
    et: [
      'Andmemaht on täis',
      'Selle veebilehe kuine liiklus on lubatud piiri ületanud ja leht on ajutiselt suletud. Omanik saab paketti muuta haldusliideses.',
    ],
  },
  'leaving the site': {
    en: [
      'You are about to step ashore',
      'The place you asked for is not ours, and we do not answer for it. If nothing happens within five seconds, go on by the link below, or turn back.',
    ],
    de: [
      'Sie verlassen unsere Seiten',
      'Der gewählte Verweis führt zu einem fremden Angebot, für dessen Inhalt wir nicht haften. Sie werden gleich weitergeleitet; andernfalls klicken Sie bitte auf Weiter.',
    ],
    sw: [
      'Unaondoka kwenye tovuti yetu',
      'Kiungo ulichobofya kinaelekea tovuti nyingine ambayo hatuisimamii. Bonyeza endelea kama unakubali, au rudi nyuma.',
    ],
  },
  parked: {
    en: [
      'Nobody lives here yet',
      'This address was bought by someone who has not built on it. It may be had. Brokers answer within a day and take a tenth.',
    ],
    fr: [
      'Ce nom de domaine est réservé',
      'Il a été enregistré par l’un de nos clients et n’a pas encore de site. Vous le souhaitez ? Nos conseillers transmettent votre offre au titulaire, sans engagement.',
    ],
    ms: [
      'Domain ini untuk dijual',
      'Berminat dengan nama ini? Hantarkan tawaran anda dan pemilik akan menghubungi anda. Bayaran dilindungi oleh pihak ketiga.',
    ],
    es: [
      'Página en espera',
      'Este dominio ha sido registrado recientemente con nosotros. Su titular todavía no ha publicado contenido. Si es usted, empiece a crear su web desde el panel.',
    ],
  },
  expired: {
    en: [
      'The rent was not paid',
      'Whoever held this name let it lapse. For some weeks it can still be claimed back; then it goes under the hammer.',
    ],
    tr: [
      'Alan adının süresi doldu',
      'Bu alan adı yenilenmediği için yayından kaldırılmıştır. Sahibi sizseniz kontrol panelinden ödeme yaparak yeniden etkinleştirebilirsiniz.',
    ],
    ta: [
      'டொமைன் காலாவதியானது',
      'இந்த இணைய முகவரி புதுப்பிக்கப்படவில்லை. உரிமையாளர் தனது பதிவாளரைத் தொடர்புகொண்டு கட்டணம் செலுத்தலாம்.',
    ],
  },
};

/** Every wording of the fourth group; all are held out. */
export const fourthWordings: readonly Wording[] = wordingsOf(texts);
