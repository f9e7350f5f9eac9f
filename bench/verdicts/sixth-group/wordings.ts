import { filledWith, type Wording, wordingsOfLines } from '../wordings.ts';

/**
 * What sites show in place of pages, in seventeen kinds and 35 languages; in words of our own, written without knowledge of how
 * walls are known. A line has a language, a title and paragraphs. What stands in braces differs from page to page: see `numbered`.
 */
const lines: Readonly<Record<string, string>> = {
  consent: `
en | Read with ads, or subscribe without | Choose how you want to use our site. With ads: visit us as usual, with advertising and the usual tracking. Details and how to withdraw are in the privacy centre. Without ads: from 2.99 a month you read everything free of advertising and without tracking by third parties. | We, our group and up to 214 partners process personal data such as your IP address and identifiers, measure how ads and content perform, and build audience profiles. Processing may also happen outside the EEA, where the level of protection may be lower. | Accept and continue. Subscribe now. Already a pur subscriber? Log in here.
nb | Vi bruker informasjonskapsler | Noen er nødvendige for at nettstedet skal virke. Andre hjelper oss å forstå hva du leser, slik at vi kan gjøre det bedre. Du kan trekke samtykket når som helst. | Godta alle. Bare nødvendige. Innstillinger.
sl | Vaša zasebnost nam je pomembna | S klikom na gumb se strinjate, da mi in naši oglaševalski partnerji na vašo napravo shranjujemo piškotke ter obdelujemo podatke o brskanju. Izbiro lahko kadar koli spremenite v nogi strani.`,
  login: `
en | Sign in to continue to the site | You need to be a member of this workspace. Continue with single sign-on, with a work email, or with a code that we send you. | By continuing you agree to the Acceptable Use Policy. Requested resource: {path}
da | Log på med MitID | Selvbetjeningen kræver, at du er logget på. Hav din kodeviser eller app klar. Er du logget på et andet sted, bliver du logget af der.
zh | 請先登入 | 您尚未登入，或登入逾時。請輸入帳號與密碼後再繼續瀏覽本頁。忘記密碼？註冊新帳號。
es | Identifícate para ver este hilo | Tienes que estar registrado y haber confirmado tu correo para participar en el foro. Usuario. Contraseña. Recordarme. He olvidado mi contraseña.`,
  'not found': `
en | We looked everywhere for that page | It may have been archived when we launched the new site in May. Old links are no longer forwarded. | Were you perhaps looking for {first}, {second} or {third}?
is | Síðan fannst ekki | Slóðin sem þú baðst um er ekki lengur til eða hefur verið færð. Notaðu leitina eða veftréð til að finna það sem þig vantar.
tr | Aradığınız sayfaya ulaşılamıyor | Bağlantı hatalı olabilir ya da içerik yayından kaldırılmış olabilir. İstenen adres kayıt altına alınmıştır. | Adres: {path}
cy | Heb ddod o hyd i’r dudalen | Mae’n bosibl bod y cyfeiriad wedi newid. Ewch yn ôl i’r hafan neu chwiliwch.`,
  error: `
en | Application error: a server-side exception has occurred | See the server logs for more information. | Digest: {n}{n}{n}
fr | Oups, un incident technique | Le service que vous demandez ne répond pas. Nos équipes sont prévenues et travaillent à son rétablissement. Aucune démarche n’est nécessaire de votre part : vos données sont conservées et les délais légaux sont prolongés d’autant. | Référence {id}, le {time}
sv | Det blev fel hos oss | Ladda om sidan eller försök igen om en stund. | Ärende {id}`,
  captcha: `
en | Let us make sure that you are human | Press and hold the button until the bar is full. Accessibility challenge: use the audio puzzle instead. If you keep seeing this, allow scripts and cookies, and turn off your VPN. | Reference {id}
he | אימות אנושי | כדי להמשיך לאתר יש לסמן את כל התמונות שבהן מופיע רמזור. הבדיקה עוזרת לנו לחסום תוכנות אוטומטיות.
et | Turvakontroll | Enne jätkamist kontrollime, kas päring tuleb inimeselt. See võtab mõne hetke ja sind suunatakse automaatselt edasi. | Päringu tunnus {id}, aadress {ip}`,
  'rate limit': `
en | Slow down, sailor | You have used up the requests that an anonymous visitor gets in an hour. Sign in or get a key for a higher limit. | Limit 60, remaining 0, resets in {n} s, client {ip}
ru | Слишком частые обращения | С вашего адреса поступает необычно много запросов. Подождите немного и обновите страницу. Если вы используете программу для загрузки, уменьшите число потоков. | Ваш адрес {ip}, {time}
it | Hai superato il limite | Hai raggiunto il numero massimo di pagine consultabili oggi da questa postazione. Riprova domani o contatta la biblioteca.`,
  maintenance: `
en | The catalogue is being upgraded | We expect to be finished by Tuesday noon. Items on loan will not fall due meanwhile, and holds stay in their order.
sq | Faqja është në mirëmbajtje | Po punojmë për ta përmirësuar shërbimin. Ju kërkojmë ndjesë dhe ju presim përsëri së shpejti.
ar | الموقع تحت الصيانة | نقوم حالياً بأعمال تحديث مجدولة لتحسين الخدمة. تتوقف جميع الطلبات الإلكترونية حتى الساعة السادسة صباحاً، ولن تتأثر المعاملات التي سبق تقديمها. شكراً لتفهمكم.`,
  'age gate': `
en | Mature content | This community is marked as meant for adults. It may show things that are not suitable at work. Are you over eighteen and willing to see it? Yes, I am over 18. No, take me back.
fi | Oletko täysi-ikäinen? | Sivusto sisältää tietoa alkoholijuomista. Vahvista ikäsi jatkaaksesi.
ja | 年齢確認 | この先には十八歳未満の方にふさわしくない内容が含まれています。あなたは十八歳以上ですか。はい。いいえ。`,
  'region block': `
en | This video is not shown where you are | The rights we have bought end at the border. If you live in the country and travel within the Union, sign in once at home and you can watch for thirty days.
hu | Az oldal az Ön országából nem érhető el | Jogi okokból a tartalmat jelenleg csak az Európai Gazdasági Térségen belül tudjuk megjeleníteni. Ha ezt tévesnek gondolja, kapcsolja ki a proxyt, és próbálja újra. | Észlelt cím: {ip}
id | Konten tidak tersedia di wilayah Anda | Pemilik hak siar membatasi tayangan ini. Lihat jadwal siaran di negara Anda.`,
  'session expired': `
en | You have been away for a while | For your security we closed the session after fifteen minutes. Nothing that you had not saved is kept. Start again from the first step of the form. | Session {id}
lv | Sesija ir beigusies | Lai turpinātu, lūdzu, pieslēdzieties vēlreiz. Neiesniegtie dati nav saglabāti.
ro | Sesiunea dumneavoastră a expirat | Din motive de securitate, conexiunea s-a închis după o perioadă de inactivitate. Reveniți la pagina de căutare și reluați interogarea. | Cod: {id}`,
  'sold out': `
en | Currently unavailable | We do not know when or if this item will be back in stock. Leave your address and we write to you once.
de | Artikel ausverkauft | Der gewünschte Artikel ist derzeit nicht lieferbar. Unser Lager wird wöchentlich aufgefüllt; lassen Sie sich benachrichtigen oder sehen Sie sich vergleichbare Artikel an.
uk | Товар закінчився | На жаль, цього товару вже немає. Перегляньте схожі. | Може підійти: {first}, {second}`,
  withheld: `
en | This post has been deleted by its author | Replies to it can no longer be seen. Posts are kept for moderators for ninety days.
pt | Este perfil é privado | Só os seguidores aprovados veem as fotos e as publicações desta conta. Envie um pedido para seguir; você será avisado se ele for aceito.
ko | 비공개 게시물입니다 | 작성자가 이 글을 비공개로 바꾸었거나 운영 원칙에 따라 가려졌습니다. 이웃 신청 후 다시 확인해 주세요.`,
  'empty search': `
en | No results | Check the spelling, use fewer or more general words, or clear the filters. We searched titles, authors and full text. | Popular right now: {first}, {second}, {third}
nl | Geen resultaten gevonden | Er is niets dat aan alle voorwaarden voldoet. Pas de filters aan of begin opnieuw.
ca | No hem trobat res | Prova amb altres paraules o treu algun filtre. També pots demanar ajuda al taulell. | Consulta {id}`,
  newsletter: `
en | Before you read on: the Friday letter | Join 48,000 readers who get our five best pieces each week. No spam, one click to leave. Your email. Subscribe. No thanks, take me to the page.
pl | Zapisz się i odbierz dziesięć procent rabatu | Podaj adres, a kod na pierwsze zakupy wyślemy od razu. Rabat nie łączy się z innymi promocjami. Zapisując się, akceptujesz regulamin i wiesz, że zgodę można cofnąć.
el | Μείνετε ενημερωμένοι | Γραφτείτε στο δελτίο μας για να λαμβάνετε τα νέα κάθε πρωί. Όχι τώρα.`,
  'app download': `
en | It is better in the app | Open this in the app to see it all: faster, with pictures in full size and answers to your messages. Open app. Not now. | Or scan the code on your phone. Link {id}
vi | Mở trong ứng dụng | Nội dung này chỉ xem được trên ứng dụng. Tải miễn phí cho điện thoại của bạn, đăng nhập và tiếp tục từ chỗ đang xem.
th | เปิดในแอป | ดาวน์โหลดแอปเพื่ออ่านต่อและรับคูปองส่วนลดสำหรับสมาชิกใหม่`,
  parked: `
en | Is this your domain? | It points at our servers, but no site has been added for it. Sign in and connect it to a site, or wait: changes of name servers take up to two days.
nl | Deze domeinnaam is te koop | Doe een bod vanaf 250 euro. De overdracht is binnen vijf werkdagen geregeld en u betaalt pas als de naam van u is.
es | Dominio registrado | Este dominio ha sido registrado a través de nuestro servicio y su titular todavía no ha publicado contenido. ¿Es tuyo? Crea tu web en minutos.
az | Bu domen satılır | Təklifinizi göndərin, sahibi sizinlə bir gün içində əlaqə saxlayacaq.`,
  'server default': `
en | It is installed and running | If you can see this, the web server works, but its owner has not put anything here. Put files into the document root or point a virtual host at another folder. The manual is on this machine and online. Do not report this to the authors of the server: they do not run it.
de | Hier entsteht eine neue Internetpräsenz | Die Einrichtung war erfolgreich. Laden Sie Ihre Dateien in das Verzeichnis und löschen Sie dann diese Platzhalterseite.
fa | هاست شما فعال شد | این صفحه پیش‌فرض سرور است. پس از بارگذاری فایل‌های سایت، آن را پاک کنید.`,
};

const offers =
  'harbour dues|tide tables|night ferries|winter berths|grain prices|crane permits|crew lists|pilot fees|fish auction|dry docks|light vessels|rope works|salt trade|customs forms|port history|ship spotting|sea charts'.split(
    '|',
  );

/** Every wording of the sixth group; all are held out. */
export const sixthWordings: readonly Wording[] = wordingsOfLines(lines);

/** A message as one page shows it: with what was asked for, who asked and when, and suggestions that differ. */
export function numbered(wording: Wording, url: string, number: number): Wording {
  const offer = (step: number): string => offers[(number * step + step) % offers.length];
  const two = (value: number): string => String(value).padStart(2, '0');
  const { pathname, search } = new URL(url);
  const values: Readonly<Record<string, string>> = {
    id: `${((number * 2_246_822_519 + 374_761_393) % 4_294_967_296).toString(36)}-${(number * 7919 + 104_729).toString(16)}`,
    ip: `2001:db8:${(number * 31 + 16).toString(16)}::${(number * 7 + 1).toString(16)}`,
    time: `2026-11-${two(1 + (number % 28))}T${two(number % 24)}:${two((number * 7) % 60)}:${two((number * 13) % 60)}Z`,
    path: pathname + search,
    n: String(103 + ((number * 197) % 896)),
    first: offer(1),
    second: offer(3),
    third: offer(5),
  };
  return filledWith(values, wording);
}
