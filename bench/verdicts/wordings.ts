/** A message that a site shows instead of the requested page. */
export interface Wording {
  /** The purpose: `consent`, `login`, `parked` … */
  readonly kind: string;
  readonly language: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Whether it was held out before anything was measured. Nothing may be tuned to it. */
  readonly isHeldOut: boolean;
}

type Texts = Readonly<
  Record<
    'en' | 'de' | 'fr' | 'es' | 'pl' | 'ja' | 'ru' | 'zh',
    readonly [title: string, ...paragraphs: string[]]
  >
>;

/**
 * Six kinds in eight languages, short and long. Written in our own words, without knowledge of how walls are
 * recognised.
 */
const texts: Readonly<Record<'consent' | 'login' | 'error' | 'not found' | 'parked' | 'expired', Texts>> = {
  consent: {
    en: [
      'Your privacy matters to us',
      'We and 847 vendors use cookies and similar technologies to keep this site running, to count visits and, if you agree, to show advertising that is tailored to your interests. Some vendors process your data on the basis of legitimate interest, to which you can object below.',
      'Strictly necessary cookies cannot be switched off. Performance cookies let us see which pages are the most and least popular. Targeting cookies may be set through our site by our advertising partners to build a profile of your interests. They store a unique identifier of your browser and of your internet device. If you do not allow these cookies, the advertising you see will be less relevant.',
      'Accept all. Reject all. Manage preferences. Read our cookie policy and the list of vendors.',
    ],
    de: [
      'Datenschutz-Einstellungen',
      'Diese Website verwendet Cookies. Einige davon sind technisch notwendig, andere helfen uns, Inhalte zu verbessern und Werbung auszuspielen. Mit einem Klick auf „Alle akzeptieren“ willigen Sie in die Verarbeitung ein, auch durch Anbieter außerhalb der EU.',
      'Alle akzeptieren. Nur notwendige. Impressum.',
    ],
    fr: [
      'Gérer mes cookies',
      'En poursuivant, vous autorisez le dépôt de traceurs destinés à mesurer l’audience, à personnaliser l’affichage du site et à vous proposer des publicités ciblées. Ces traceurs sont conservés treize mois au plus. Certains de nos prestataires se trouvent hors de l’Union européenne et appliquent des garanties contractuelles.',
      'Vous pouvez accepter l’ensemble de ces finalités, les refuser en bloc ou régler chacune d’elles. Votre refus n’empêche pas la consultation du site, mais certaines vidéos et certains boutons de partage resteront désactivés. Vous pourrez revenir sur votre décision grâce au lien placé en pied de page, à tout moment et sans avoir à vous justifier.',
      'Tout accepter. Continuer sans accepter. Paramétrer.',
    ],
    es: [
      'Uso de cookies',
      'Utilizamos cookies propias y de terceros para fines analíticos y para mostrarle publicidad personalizada según un perfil elaborado a partir de sus hábitos de navegación. Aceptar. Rechazar. Configurar.',
    ],
    pl: [
      'Szanujemy Twoją prywatność',
      'Aby móc wyświetlić tę stronę, potrzebujemy Twojej decyzji. Administratorem danych jest wydawca serwisu. Wraz z zaufanymi partnerami chcemy zapisywać na Twoim urządzeniu pliki cookie i odczytywać je w celu dopasowania treści i reklam, pomiaru ich skuteczności oraz rozwijania naszych usług.',
      'Zgoda jest dobrowolna i możesz ją w dowolnym momencie wycofać, wchodząc w ustawienia zaawansowane. Masz prawo dostępu do danych, ich sprostowania, usunięcia lub ograniczenia przetwarzania, a także prawo wniesienia skargi do organu nadzorczego. Szczegóły znajdziesz w polityce prywatności oraz na liście partnerów.',
      'Przejdź do serwisu. Ustawienia zaawansowane.',
    ],
    ja: [
      'クッキーの使用について',
      '当サイトでは、利便性の向上と利用状況の分析、広告配信のためにクッキーを使用しています。閲覧を続ける場合は、クッキーの使用に同意していただく必要があります。詳しくはプライバシーポリシーをご覧ください。',
      '必須のクッキーはサイトを正しく表示するために必要で、無効にすることはできません。分析用のクッキーは、どのページがよく読まれているかを把握するために利用されます。広告用のクッキーは提携企業によって設定され、お客様の関心に合わせた広告を表示するために使われます。設定はいつでも画面下部のリンクから変更できます。',
      'すべて同意する。必須のみ許可する。設定を開く。',
    ],
    ru: [
      'Мы используем файлы cookie',
      'Продолжая пользоваться сайтом, вы соглашаетесь на обработку файлов cookie и пользовательских данных: сведений о местоположении, типе устройства, источнике перехода. Эти данные нужны для работы сайта и для проведения статистических исследований. Если вы не хотите, чтобы ваши данные обрабатывались, покиньте сайт.',
    ],
    zh: [
      '隐私设置',
      '为了向您提供更好的浏览体验，我们和合作伙伴会在您的设备上存储并读取信息，用于统计访问量、保存您的偏好以及展示与您兴趣相关的广告。部分合作伙伴可能会将数据传输到境外处理。您可以选择接受全部用途，也可以逐项进行设置。',
      '必要的小型文本文件用于保障网站的基本功能，无法关闭。统计类文件帮助我们了解哪些栏目最受欢迎。推广类文件由广告商设置，用来限制同一广告的展示次数。您可以随时在页面底部修改自己的选择，修改之后立即生效，不会影响此前已经进行的处理。',
      '全部接受。仅接受必要项。自定义设置。',
    ],
  },
  login: {
    en: [
      'Sign in',
      'Please sign in to continue. Email. Password. Keep me signed in. Forgot your password? New here? Create an account.',
    ],
    de: [
      'Anmelden und weiterlesen',
      'Dieser Artikel ist exklusiv für Abonnentinnen und Abonnenten. Mit einem Digital-Abo lesen Sie alle Beiträge auf der Website und in der App, jeden Abend das E-Paper von morgen, und Sie unterstützen unabhängige Berichterstattung. Die ersten vier Wochen kosten einen Euro, danach läuft das Angebot monatlich weiter, bis Sie kündigen.',
      'Sie haben bereits ein Abo? Geben Sie bitte Ihre E-Mail-Adresse und Ihr Passwort ein. Falls Sie Ihr Passwort vergessen haben, schicken wir Ihnen einen Link, mit dem Sie ein neues festlegen können. Bei Fragen erreichen Sie den Leserservice montags bis freitags von acht bis achtzehn Uhr.',
    ],
    fr: [
      'Connexion requise',
      'L’accès à cette rubrique est réservé aux adhérents. Identifiez-vous avec votre adresse électronique et votre mot de passe. Mot de passe oublié ? Pas encore de compte ? Inscrivez-vous gratuitement.',
    ],
    es: [
      'Contenido exclusivo para suscriptores',
      'Has alcanzado el límite de artículos gratuitos de este mes. Suscríbete para seguir leyendo sin límites, con acceso a la hemeroteca, a los boletines de los corresponsales y a los foros de lectores. Puedes cancelar cuando quieras desde tu área personal, sin permanencia y sin dar explicaciones.',
      'Si ya tienes una suscripción, entra con el correo con el que te diste de alta. Si compras el periódico en papel, activa tu cuenta con el código que aparece en la factura. Nuestro equipo de atención al cliente responde por teléfono y por correo de lunes a domingo, de nueve de la mañana a diez de la noche.',
    ],
    pl: [
      'Logowanie',
      'Ta strona jest dostępna tylko dla zalogowanych użytkowników. Nazwa użytkownika. Hasło. Zaloguj się. Nie pamiętasz hasła? Zarejestruj się.',
    ],
    ja: [
      'ログイン',
      'このページをご覧になるには会員登録が必要です。メールアドレスとパスワードを入力してください。パスワードをお忘れの方はこちら。初めての方は新規登録へお進みください。',
    ],
    ru: [
      'Вход в личный кабинет',
      'Чтобы продолжить, войдите под своей учётной записью или зарегистрируйтесь. Регистрация займёт не больше минуты и не требует оплаты. После входа вы сможете читать материалы целиком, сохранять их в закладки, оставлять комментарии и получать подборку лучших публикаций за неделю на почту.',
      'Если вы забыли пароль, укажите адрес электронной почты, и мы отправим ссылку для восстановления. Проверьте папку со спамом, если письмо не пришло в течение десяти минут. По всем вопросам пишите в службу поддержки: мы отвечаем по рабочим дням.',
    ],
    zh: [
      '请先登录',
      '您尚未登录或登录已超时，请登录后继续访问。用户名。密码。记住我。忘记密码。注册新账号。',
    ],
  },
  error: {
    en: [
      '503 Service Temporarily Unavailable',
      'We are carrying out planned maintenance on our systems. The site will be back shortly. We are sorry for the inconvenience and thank you for your patience. Follow our status page for updates.',
    ],
    de: [
      'Interner Serverfehler',
      'Bei der Verarbeitung Ihrer Anfrage ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.',
    ],
    fr: [
      'Le service est momentanément indisponible',
      'Notre plateforme connaît actuellement une affluence exceptionnelle et ne peut pas répondre à toutes les demandes. Vous avez été placé dans une file d’attente virtuelle. Ne rechargez pas la page : elle s’actualisera d’elle-même dès qu’une place se libérera, en général en moins de cinq minutes.',
      'Si le problème persiste au-delà d’une heure, signalez-le à notre équipe technique en précisant l’adresse consultée, le navigateur employé et l’heure de l’incident. Les commandes déjà validées ne sont pas perdues et seront traitées normalement. Nous vous remercions de votre compréhension et vous prions de nous excuser pour la gêne occasionnée.',
    ],
    es: ['Error 500', 'Se ha producido un error al conectar con la base de datos.'],
    pl: [
      'Trwają prace techniczne',
      'Serwis jest chwilowo niedostępny z powodu zaplanowanej przerwy konserwacyjnej. W tym czasie przenosimy dane na nowe serwery, aby w przyszłości wszystko działało szybciej. Przewidywany czas zakończenia prac to godzina szósta rano. Zamówienia złożone przed rozpoczęciem przerwy zostaną zrealizowane w normalnym trybie.',
      'Nie musisz niczego robić: po zakończeniu prac zaloguj się tak jak zwykle. Jeżeli po tym czasie nadal widzisz ten komunikat, wyczyść pamięć podręczną przeglądarki lub skontaktuj się z biurem obsługi klienta, podając numer swojego konta. Przepraszamy za utrudnienia.',
    ],
    ja: [
      'アクセスが集中しています',
      'ただいまアクセスが集中しているため、ページを表示できません。しばらく時間をおいてから、もう一度お試しください。',
    ],
    ru: [
      'Ошибка 502',
      'Сервер временно не отвечает. Мы уже работаем над устранением неполадки. Обновите страницу через несколько минут.',
    ],
    zh: [
      '系统维护公告',
      '尊敬的用户，为了提供更稳定的服务，我们将于今日凌晨对系统进行升级维护，期间网站的全部功能暂停使用，已经提交的订单不受影响。维护预计需要六个小时，具体的恢复时间以实际情况为准，如有延迟恕不另行通知。',
      '维护结束之后，请清除浏览器缓存并重新打开页面。如果仍然无法访问，请将您的账号、所在地区以及出错的时间告知在线客服，我们会尽快为您处理。给您带来的不便，我们深表歉意，感谢您的理解与支持。',
    ],
  },
  'not found': {
    en: [
      'Nothing here',
      'We looked everywhere, but the address you followed does not lead to anything on this site any more. It may have been mistyped, or what it pointed at has been taken down. Use the search box, or start again from the home page.',
    ],
    de: ['404', 'Seite nicht gefunden.'],
    fr: [
      'Oups, page introuvable',
      'Le lien que vous avez suivi est peut-être rompu, ou la page a été supprimée. Retour à l’accueil.',
    ],
    es: [
      'No hemos encontrado lo que buscabas',
      'La dirección que has escrito no corresponde a ninguna página de nuestra web. Es posible que el contenido se haya trasladado durante la última renovación, que haya caducado o que el enlace que has seguido contenga una errata. Lo sentimos mucho.',
      'Te proponemos varias alternativas: utilizar el buscador que aparece en la parte superior, consultar el mapa del sitio, volver a la portada o visitar las secciones más leídas de esta semana. Si crees que se trata de un fallo nuestro, escríbenos y lo revisaremos lo antes posible.',
    ],
    pl: [
      'Nie ma takiej strony',
      'Ups! Strona, której szukasz, nie istnieje albo została przeniesiona. Wróć na stronę główną.',
    ],
    ja: [
      'お探しのページは見つかりませんでした',
      '申し訳ございません。お探しのページは移動または削除されたか、現在ご利用いただけない可能性があります。アドレスが正しく入力されているかどうか、もう一度ご確認ください。以前のブックマークからお越しの場合は、サイトの改修に伴いアドレスが変更されていることがあります。',
      'お手数ですが、画面上部の検索窓から目的の情報をお探しいただくか、トップページからもう一度たどり直してください。それでも見つからない場合は、お問い合わせ窓口までご連絡ください。担当者が確認のうえ、三営業日以内にご返答いたします。',
    ],
    ru: [
      'Страница не найдена',
      'К сожалению, запрошенная вами страница не существует или была удалена. Перейдите на главную или воспользуйтесь поиском.',
    ],
    zh: ['页面不存在', '抱歉，您访问的页面已被删除或者地址有误，五秒后将自动返回首页。'],
  },
  parked: {
    en: [
      'This domain may be available',
      'The domain name you entered has been registered, and its holder is open to offers. Start the conversation with a broker today: leave your name, your phone number and the amount you had in mind, and a specialist will come back to you within one business day.',
      'Why buy through a broker? Payment is held in escrow until the name is in your account. Prices start low, instalments are possible, and there is no fee unless the deal is done. More than two hundred thousand names changed hands last year. Related searches: cheap flights, car insurance, credit cards, online degrees, hotels near me.',
    ],
    de: [
      'Domain geparkt',
      'Diese Domain wurde vom Inhaber geparkt. Hier entsteht in Kürze eine neue Internetpräsenz.',
    ],
    fr: [
      'Ce nom de domaine est à vendre',
      'Le propriétaire de ce nom souhaite le céder. Faites une offre sans engagement. Recherches associées : assurance, voyages, crédit, mutuelle.',
    ],
    es: [
      'Este dominio está aparcado',
      'El titular ha registrado este nombre en nuestro servicio y todavía no ha publicado ningún contenido. Si eres el propietario, accede a tu panel de control para crear una página, redirigir las visitas a otra dirección o activar el correo electrónico. La configuración puede tardar hasta cuarenta y ocho horas en propagarse por toda la red.',
      'Si te interesa este dominio, puedes hacer una propuesta de compra a través de nuestro servicio de intermediación. Contactamos con el titular en tu nombre, negociamos el precio y nos ocupamos del traspaso. También puedes registrar nombres parecidos con otras terminaciones, que todavía están libres, desde un euro el primer año.',
    ],
    pl: [
      'Domena na sprzedaż',
      'Ta domena jest wystawiona na sprzedaż na giełdzie. Złóż ofertę kupna lub wydzierżaw ją na raty.',
    ],
    ja: [
      'このドメインはお名前の登録のみ行われています',
      'このドメインは、お客様によって取得されましたが、ホームページはまだ公開されていません。サーバーの契約をお済みの方は、管理画面からネームサーバーの設定を行ってください。設定の反映には最大で七十二時間かかることがあります。',
      '当社では、ドメインの取得からサーバーの設置、メールアドレスの作成まで、すべてを一つの画面で行うことができます。初めての方でも安心な電話サポートを二十四時間体制で提供しています。今なら独自ドメインを一年間無料でご利用いただけるキャンペーンを実施中です。',
    ],
    ru: [
      'Домен припаркован',
      'Домен зарегистрирован и припаркован у регистратора. Возможно, он продаётся: узнайте цену у владельца.',
    ],
    zh: ['该域名正在出售', '您正在访问的域名可以转让！如有意向请联系经纪人，交易安全快捷，可分期付款。'],
  },
  expired: {
    en: [
      'Website expired',
      'This account has been suspended because its plan has run out. If you own this website, renew your plan to bring it back.',
    ],
    de: [
      'Diese Domain ist abgelaufen',
      'Die Registrierung dieses Namens wurde nicht verlängert und befindet sich in der Wiederherstellungsphase. Der bisherige Inhaber kann sie innerhalb von dreißig Tagen gegen eine Gebühr reaktivieren. Melden Sie sich dazu in Ihrem Kundenkonto an und begleichen Sie die offene Rechnung. Anschließend dauert es bis zu vierundzwanzig Stunden, bis die Inhalte wieder erreichbar sind.',
      'Nach Ablauf der Frist wird der Name gelöscht und steht der Allgemeinheit zur Verfügung. Sie möchten ihn übernehmen? Mit unserem Vormerkdienst sichern Sie sich den Namen, sobald er frei wird. Die Vormerkung ist kostenlos; bezahlt wird nur im Erfolgsfall. Wir benachrichtigen Sie per E-Mail über jede Änderung.',
    ],
    fr: [
      'Nom de domaine expiré',
      'L’abonnement de ce site est arrivé à échéance et n’a pas été renouvelé. Les pages et les boîtes aux lettres qui y sont rattachées sont suspendues. Si vous êtes le titulaire, connectez-vous à votre espace client et réglez la facture en attente : la remise en service intervient dans les heures qui suivent le paiement.',
      'Sans action de votre part, le nom entrera dans une période de rédemption de trente jours, au cours de laquelle sa récupération est encore possible moyennant des frais, puis il sera supprimé et pourra être enregistré par un tiers. Nous vous recommandons d’activer le renouvellement automatique pour éviter toute interruption.',
    ],
    es: [
      'Dominio caducado',
      'El periodo de registro de este dominio ha finalizado. Renuévelo en su área de cliente.',
    ],
    pl: [
      'Ważność domeny wygasła',
      'Abonament za tę domenę nie został opłacony w terminie, dlatego strona oraz skrzynki pocztowe zostały zablokowane. Jeśli jesteś abonentem, opłać fakturę w panelu klienta, a usługa zostanie przywrócona automatycznie w ciągu kilku godzin od zaksięgowania wpłaty. Pamiętaj, że okres karencji trwa piętnaście dni.',
      'Po tym czasie domena zostanie usunięta z rejestru i każdy będzie mógł ją zarejestrować. Możesz już teraz zamówić opcję na tę domenę: jeżeli dotychczasowy abonent jej nie odnowi, zostanie przepisana na Ciebie bez dodatkowych formalności. Opcję wykupuje się na trzy lata.',
    ],
    ja: [
      'ドメインの有効期限が切れています',
      'このドメインは更新手続きが行われなかったため、現在利用を停止しています。所有者の方は管理画面から更新してください。',
    ],
    ru: [
      'Срок регистрации домена истёк',
      'Владелец не продлил этот домен вовремя, поэтому работа сайта приостановлена. Если домен принадлежит вам, войдите в личный кабинет регистратора и оплатите продление. После поступления средств сайт и почта снова станут доступны, обычно в течение суток. Содержимое сайта сохраняется на сервере ещё тридцать дней.',
      'Если продление не будет оплачено, домен освободится и его сможет зарегистрировать любой желающий. Вы можете заранее оставить заявку на освобождающийся домен: деньги спишутся только в случае успешной регистрации. О ходе заявки мы сообщим по электронной почте и в личном кабинете.',
    ],
    zh: ['网站已到期', '您访问的网站因服务期满未续费已被暂停，请联系网站管理员及时续费，以免数据丢失。'],
  },
};

/** A title and paragraphs by language. */
export type TextsByLanguage = Readonly<Record<string, readonly [title: string, ...paragraphs: string[]]>>;

/** The wordings of texts by kind and language. @param isHeldOut by the number of the kind, and of the language in it */
export function wordingsOf(
  texts: Readonly<Record<string, TextsByLanguage>>,
  isHeldOut: (kind: number, language: number) => boolean = () => true,
): Wording[] {
  return Object.entries(texts).flatMap(([kind, byLanguage], i) =>
    Object.entries(byLanguage).map(([language, [title, ...paragraphs]], j) => ({
      kind,
      language,
      title,
      paragraphs,
      isHeldOut: isHeldOut(i, j),
    })),
  );
}

/** {@link wordingsOf} texts by kind that are a wording a line: `en | Title | Paragraph | …`. */
export function wordingsOfLines(lines: Readonly<Record<string, string>>): Wording[] {
  return wordingsOf(
    Object.fromEntries(Object.entries(lines).map(([kind, text]) => [kind, byLanguage(text)])),
  );
}

/** A wording whose paragraphs have values in place of their names in braces. */
export function filledWith(values: Readonly<Record<string, string>>, wording: Wording): Wording {
  const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name]);
  return { ...wording, paragraphs: wording.paragraphs.map(filled) };
}

function byLanguage(text: string): TextsByLanguage {
  const wordings = text.trim().split('\n');
  return Object.fromEntries(
    wordings.map((line) => {
      const [language, title, ...paragraphs] = line.split(' | ');
      return [language, [title, ...paragraphs]];
    }),
  );
}

/** Every wording. The halves alternate over kinds and languages, so that each half has all of both. */
export const wordings: readonly Wording[] = wordingsOf(
  texts,
  (kind, language) => (kind + language) % 2 === 1,
);
