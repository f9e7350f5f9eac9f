import { filledWith, type Wording, wordingsOfLines } from '../wordings.ts';

/**
 * What sites show in place of pages, in twenty kinds and 41 languages; in words of our own, written without knowledge of how
 * walls are known. A line has a language, a title and paragraphs. What stands in braces differs from page to page: see `numbered`.
 */
const lines: Readonly<Record<string, string>> = {
  'bot check': `
en | Verify you are human | We need to review the security of your connection before you can go on. This may take a few seconds. | Ray ID: {id}. Your IP: {ip}. Performance and security by the edge of our network.
en-GB | Making sure you are not a bot | You see this because the administrator has set up a proof of work to protect the server against firms that scrape the web to train their models. | Calculating… Difficulty: 4, speed: {n} kH/s. Reference {id}.
de | Einen Moment, wir prüfen Ihren Browser | Das dauert nur ein paar Sekunden. Danach werden Sie von selbst weitergeleitet. | Vorgangsnummer {id}
zh | 拖动滑块完成验证 | 为了保护网站安全，请按住滑块，拖动到最右边。 | 请求编号：{id}
tr | Robot olmadığınızı doğrulayın | Devam etmek için aşağıdaki kutuyu işaretleyin. Bu işlem yalnızca birkaç saniye sürer.`,
  'consent or pay': `
de | Weiterlesen mit Werbung oder im Pur-Abo | Besuchen Sie uns wie gewohnt mit Werbung und üblichem Tracking. Details finden Sie in der Datenschutzerklärung und im Privacy Center. | Oder nutzen Sie unser Angebot ohne Werbetracking für 4,99 Euro im Monat, monatlich kündbar. Schon Abonnent? Hier anmelden. | Mit unseren bis zu {n} Partnern verarbeiten wir Daten von Ihrem Gerät, etwa Kennungen in Cookies, um Inhalte und Anzeigen zu messen.
fr | Continuer avec publicité ou s’abonner | En acceptant les traceurs, vous accédez gratuitement à nos articles et nous aidez à financer le travail de la rédaction. | Vous préférez ne pas être suivi ? Abonnez-vous dès 1,99 euro par mois, sans engagement.
it | Accetta i cookie oppure abbonati | Per continuare a leggere gratis serve il tuo consenso al trattamento dei dati per finalità pubblicitarie da parte nostra e dei nostri fornitori. | Fornitori: {n}. | In alternativa puoi abbonarti a 2 euro al mese e navigare senza profilazione.
es | Acepta las cookies o suscríbete | Si rechaza las cookies puede seguir leyendo con una suscripción de 0,99 euros la primera semana. | Aceptar y continuar. Rechazar y suscribirse. Ya soy suscriptor.`,
  login: `
en | Sign in to continue | Log in or create an account to see this page. It only takes a minute. | Continue with Google. Continue with Apple. Use your e-mail address instead.
en-GB | You must be signed in to do that | Sessions from your network need an account. Guests can read three pages a day.
ja | ログインが必要です | このページを表示するには、ログインまたは会員登録（無料）をお願いします。
nl | Inloggen vereist | Deze pagina is alleen zichtbaar voor leden. Log in met uw e-mailadres of maak gratis een account aan.
ar | تسجيل الدخول | يرجى تسجيل الدخول إلى حسابك للمتابعة. إذا لم يكن لديك حساب، يمكنك إنشاء حساب جديد مجانًا.`,
  'not found': `
en | This one got away | The page you asked for does not exist, has another name now, or never was. | Try the search above, or start over from the home page.
da | Siden findes ikke længere | Den side, du leder efter, er flyttet eller slettet. Brug søgefeltet øverst, eller gå til forsiden.
sk | Ľutujeme, stránku sme nenašli | Skontrolujte, či ste adresu zadali správne. | Hľadaná adresa: {path}
et | Seda lehte ei ole | Lehekülg, mida otsite, on kustutatud või teisaldatud.
uk | Такої сторінки немає | Можливо, її видалили або адресу набрано з помилкою. Спробуйте скористатися пошуком.`,
  'no results': `
en | No matches for your filters | Try removing a filter, widening the area or searching for something else. | People also look for: {first}, {second}, {third}.
sv | Inga träffar | Din sökning gav inga träffar. Kontrollera stavningen eller prova med färre filter.
pl | Brak wyników dla podanych kryteriów | Spróbuj zmienić filtry lub wpisz inną frazę. Zapisz wyszukiwanie, a powiadomimy Cię o nowych ogłoszeniach.
ko | 검색 조건에 맞는 결과가 없어요 | 필터를 줄이거나 다른 검색어로 다시 시도해 보세요.`,
  'expired offer': `
en | No longer on offer | The advertiser has taken it down or it has run out. Similar ones may still be open. | Get an alert when one like it appears.
de | Diese Stellenanzeige ist nicht mehr verfügbar | Die Stelle wurde besetzt oder die Laufzeit ist abgelaufen. Lassen Sie sich ähnliche Angebote per E-Mail schicken.
pt | Este anúncio já não está disponível | O anunciante retirou o anúncio ou o prazo terminou. Veja outros anúncios parecidos. | Terminou em {time}.
ru | Объявление снято с публикации | Возможно, товар уже продан. | Посмотрите похожие объявления: {first}, {second}.
nl | Helaas, deze woning is al verhuurd | De advertentie is gesloten. Maak een zoekopdracht aan en ontvang als eerste nieuwe woningen.`,
  'age gate': `
en | Before you come in: how old are you? | You must be old enough to buy alcohol in the country from which you visit. Please enter your date of birth. | By entering you accept our terms of use. Please drink responsibly.
fr | Avez-vous plus de 18 ans ? | L’accès à ce contenu est réservé aux personnes majeures. La loi impose désormais de vérifier l’âge des visiteurs.
fi | Oletko täyttänyt 18 vuotta? | Tämän sivun sisältö on tarkoitettu vain täysi-ikäisille.
th | คุณอายุครบ 20 ปีแล้วหรือยัง | เว็บไซต์นี้มีเนื้อหาเกี่ยวกับเครื่องดื่มแอลกอฮอล์ กรุณายืนยันอายุของคุณ`,
  'region block': `
en | We cannot show this in your country | For legal reasons we cannot offer this page where you are. | If you believe this is a mistake, write to us and quote {ip}.
es | Contenido no disponible en su país | Por motivos de derechos, este contenido solo puede verse desde España.
hr | Sadržaj nije dostupan u vašoj regiji | Zbog autorskih prava ovaj sadržaj možete gledati samo u Hrvatskoj.
zh-TW | 此內容在您的國家或地區無法使用 | 由於授權限制，目前無法在您的所在地提供此頁面。
cs | Obsah není ve vaší zemi k dispozici | Z licenčních důvodů je přístup možný pouze z území České republiky.`,
  maintenance: `
en | We are making things better | The site is offline for planned work until tonight. Your data are safe, and no orders are lost.
it | Sito in manutenzione | Stiamo aggiornando i nostri sistemi. Il servizio tornerà disponibile il prima possibile.
hu | Karbantartás alatt | Oldalunk jelenleg karbantartás miatt nem érhető el. Kérjük, látogasson vissza később.
ca | Estem fent millores | El web torna d’aquí a poca estona. Disculpeu les molèsties.
lv | Notiek tehniskie darbi | Lapa uz laiku nav pieejama. Lūdzu, mēģiniet vēlāk.`,
  'rate limit': `
en | Too fast: take a short break | You have sent more requests than we allow in an hour. | Wait {n} seconds and try again. Requests from {ip} were counted at {time}.
en-GB | Whoa there, pardner! | Our servers are getting hit pretty hard right now. If you run a program, send a name of your own as user agent. | Your request has been blocked with code {id}.
es | Demasiadas solicitudes | Ha superado el límite de consultas. Vuelva a intentarlo dentro de unos minutos.
id | Permintaan Anda dibatasi sementara | Anda telah mengirim terlalu banyak permintaan dalam waktu singkat. Silakan coba lagi nanti.`,
  error: `
en | Application error: something was thrown on the server | Check the logs of the server for more information. | Digest: {id}
no | Noe gikk galt hos oss | Vi klarte ikke å laste siden. Prøv å oppdatere den om litt.
bg | Възникна грешка | Страницата не може да бъде заредена в момента. Моля, опитайте отново след няколко минути.
he | משהו השתבש | אירעה שגיאה בטעינת הדף. נסו לרענן את הדף או לחזור מאוחר יותר.
en-GB | 504 Gateway Time-out | The upstream server did not answer in time. | Request {id} at {time}.`,
  'app instead': `
en | Better in the app | See this page and more in our app. It is free, faster and saves your data. | Open app. Not now.
pt-BR | Continue no aplicativo | Para ver este conteúdo, abra ou baixe o nosso aplicativo. É grátis e rápido.
vi | Xem tiếp trên ứng dụng | Mở ứng dụng để xem toàn bộ nội dung và bình luận. Tải về miễn phí.
hi | ऐप में पढ़ें | यह सामग्री केवल हमारे ऐप में उपलब्ध है। ऐप डाउनलोड करें और पढ़ना जारी रखें।`,
  queue: `
en | You are now in line | When it is your turn you will have ten minutes to enter. Do not refresh this page, or you lose your place. | Number in line: {n}. Queue ID: {id}.
sl | Trenutno ste v čakalni vrsti | Zaradi velikega števila obiskovalcev boste na stran preusmerjeni samodejno. | Pred vami je {n} obiskovalcev.
de | Warteraum | Derzeit möchten sehr viele Menschen diese Seite aufrufen. Sie werden automatisch weitergeleitet, sobald Sie an der Reihe sind.`,
  'old browser': `
en | Your browser is out of date | Update to the latest version of your browser to view this site properly.
ro | Browserul dumneavoastră nu este acceptat | Pentru a folosi acest site, actualizați browserul la o versiune mai nouă.
fa | مرورگر شما پشتیبانی نمی‌شود | برای مشاهدهٔ این صفحه لطفاً مرورگر خود را به‌روزرسانی کنید.`,
  'subscribers only': `
en | Keep reading for one pound a week | You have reached your limit of free articles. Subscribe to go on, and cancel at any time. | Digital: one pound a week for six months. All access: three pounds a week. Already a subscriber? Log in.
el | Το άρθρο είναι διαθέσιμο μόνο για συνδρομητές | Αποκτήστε πρόσβαση σε όλα τα άρθρα με 1 ευρώ για τον πρώτο μήνα. Είστε ήδη συνδρομητής; Συνδεθείτε.
lt | Straipsnis tik prenumeratoriams | Norėdami skaityti toliau, užsiprenumeruokite. Pirmas mėnuo kainuoja 1 eurą.
sv | Lås upp artikeln | Som prenumerant får du tillgång till alla våra artiklar. Första månaden kostar 9 kronor, därefter 129 kronor i månaden.`,
  'session over': `
en | You were signed out | For your safety we end sessions that are idle for fifteen minutes. Nothing that you entered was stored.
sr | Ваша сесија је истекла | Из безбедносних разлога одјављени сте после дужег времена неактивности. Пријавите се поново.
ms | Sesi anda telah tamat | Sila log masuk semula untuk meneruskan.
ro | Sesiunea a expirat | Din motive de securitate ați fost deconectat. Reîncărcați pagina și completați din nou formularul.`,
  withheld: `
en | Sorry, you do not have access to this content | This post is for members of the group, or was removed by whoever wrote it.
ja | この投稿は表示できません | 投稿者によって削除されたか、公開範囲が変更されました。
tr | Bu içerik kaldırıldı | Bu gönderi, topluluk kurallarına aykırı olduğu için kaldırılmıştır.`,
  'select country': `
en | Choose where you are | Prices, stock and delivery depend on your country. | Europe. North America. Asia and the Pacific. Rest of the world. Remember my choice.
fr | Choisissez votre pays | Sélectionnez votre pays de livraison pour voir les prix et la disponibilité.
pl | Wybierz język i kraj | Wybierz, dokąd mamy wysłać zamówienie. Ceny pokażemy w Twojej walucie.`,
  'private project': `
en | 404: project not found or private | The project does not exist, or you have no right to see it. Sign in if you have an account. | Requested: {path}
pt-BR | Você não tem permissão | Peça acesso ao dono deste espaço ou entre com outra conta.
ko | 접근 권한이 없습니다 | 이 페이지를 보려면 관리자에게 권한을 요청하세요. | 요청 번호: {id}`,
  parked: `
en | Own this domain today | Buy it now with instalments, or make an offer to its owner. | Related searches: {first}. {second}. {third}.
en-GB | Welcome to your new website | If you see this, the web server works. Upload your files to the folder public to replace this page.
de | Diese Domain ist bereits vergeben | Diese Domain wurde im Kundenauftrag registriert.
es | Sitio web suspendido | Póngase en contacto con su proveedor de alojamiento para obtener más información.
zh | 此域名可以转让 | 如果您对该域名感兴趣，请点击此处提交您的报价。
cs | Doména je zaregistrována | Na této adrese zatím nejsou umístěny žádné stránky.
ru | Этот домен временно припаркован | Владелец домена ещё не разместил здесь сайт.`,
};

const offers =
  'two rooms near the harbour|night shifts|lemon cake|hearing aids|second-hand bikes|evening courses|bird boxes|travel cots|sash windows|piano tuners|school bags|rain barrels|garage to let|wood glue|ferry crew|dog sitters|flour mills'.split(
    '|',
  );

/** Every wording of the eighth group; all are held out. */
export const eighthWordings: readonly Wording[] = wordingsOfLines(lines);

/** A message as one page shows it: with what was asked for, who asked and when, and suggestions that differ. */
export function numbered(wording: Wording, url: string, number: number): Wording {
  const two = (value: number): string => String(value).padStart(2, '0');
  const [first, second, third] = [3, 5, 11].map((step) => offers[(number * step + step) % offers.length]);
  const { pathname, search } = new URL(url);
  const values: Readonly<Record<string, string>> = {
    id: `${((number * 2_246_822_519 + 374_761) % 4_294_967_296).toString(16).padStart(8, '0')}b${(number * 977 + 4099).toString(16)}`,
    ip: `203.0.${(number * 13) % 256}.${1 + ((number * 23) % 254)}`,
    time: `2026-11-${two(1 + (number % 28))} ${two((number * 7) % 24)}:${two((number * 11) % 60)}`,
    path: pathname + search,
    n: String(21 + ((number * 131) % 976)),
    first,
    second,
    third,
  };
  return filledWith(values, wording);
}
