import { filledWith, type Wording, wordingsOfLines } from '../wordings.ts';

/**
 * What sites show in place of pages, in eighteen kinds and 52 languages; in words of our own, written without knowledge of how
 * walls are known. A line has a language, a title and paragraphs. What stands in braces differs from page to page: see `numbered`.
 */
const lines: Readonly<Record<string, string>> = {
  consent: `
en | Hold on, a word about cookies | We use them to keep you signed in and to see which pages work. With your leave we also use them for adverts. | Strictly needed (always on): session, load balancer, choice of language. Statistics: visits, duration, referring page, kept for 13 months. Marketing: identifiers of 38 firms, kept for up to two years. | Allow all. Save my choice. Decline.
de | Zustimmung erforderlich | Um unser Angebot werbefinanziert zu lesen, stimmen Sie der Nutzung von Cookies und ähnlichen Techniken zu. Verarbeitet werden etwa Gerätekennungen, die gekürzte IP-Adresse und das Nutzungsverhalten. | Ihre Zustimmung gilt für alle Seiten unserer Verlagsgruppe und lässt sich am Seitenende unter Datenschutz widerrufen. Kein Interesse an Werbung? Dann nehmen Sie das Abo ohne Tracking für 3,99 Euro im Monat.
sk | Nastavenie súborov cookie | Táto stránka používa súbory cookie. Nevyhnutné sú vždy zapnuté, o ostatných rozhodujete vy. | Prijať všetko. Odmietnuť. Podrobnosti.
mt | Il-privatezza tiegħek | Nużaw cookies biex is-sit jaħdem sew u biex inkejlu kemm jintuża. Agħżel jekk taċċettax jew le.
ka | ქუქი-ფაილები | ვებგვერდი იყენებს ქუქი-ფაილებს მუშაობის გასაუმჯობესებლად და სტატისტიკისთვის. გთხოვთ, აირჩიოთ, რომელს ეთანხმებით. შერჩევის შეცვლა ნებისმიერ დროს შეგიძლიათ. | ვეთანხმები. მხოლოდ აუცილებელი.`,
  login: `
en | Please log in | The page that you want is open to registered users only. User name or email. Password. Stay signed in on this device. Forgot your password? | New here? Creating an account is free and takes a minute. You will come back to {path} afterwards.
en-GB | Access through your institution | You do not currently have access to this content. Choose your university or library from the list to sign in, or enter your library card number. | Not listed? Ask your librarian about a subscription. Institution detected for {ip}: none.
fi | Kirjaudu palveluun | Tämä osio on tarkoitettu jäsenille. Kirjaudu pankkitunnuksilla, mobiilivarmenteella tai jäsennumerolla.
sr | Пријавите се | Немате дозволу да видите ову страницу. Разлози могу бити следећи: нисте пријављени, ваш налог још није потврђен, или страница припада затвореном одељку. | Корисничко име. Лозинка. Запамти ме.
hi | कृपया लॉग इन करें | यह पृष्ठ केवल पंजीकृत सदस्यों के लिए है। अपना मोबाइल नंबर डालें, हम आपको एक कोड भेजेंगे।`,
  'not found': `
en | Nothing at this address | Our server has no file of this name, or may not show it. | Requested: {path}. The page that the owner made for this case is missing too.
en-GB | Oh dear, this link seems to be broken | You may have typed the address by hand, or followed an old bookmark. Things move about on a site of this age. | Try one of these: {first}, {second}, {third}. Or write to the webmaster and quote {id}.
et | Lehte ei leitud | Otsitud lehte ei ole olemas või on see ümber tõstetud. Kasuta otsingut või mine avalehele.
gl | Non atopamos a páxina | É posible que a ligazón caducase ou que o contido se retirase. Volve ao inicio ou proba co mapa do sitio.
pa | ਸਫ਼ਾ ਨਹੀਂ ਲੱਭਿਆ | ਜਿਸ ਪਤੇ ਦੀ ਤੁਸੀਂ ਮੰਗ ਕੀਤੀ ਹੈ, ਉਹ ਇੱਥੇ ਮੌਜੂਦ ਨਹੀਂ। ਕਿਰਪਾ ਕਰਕੇ ਮੁੱਖ ਸਫ਼ੇ ਤੋਂ ਮੁੜ ਸ਼ੁਰੂ ਕਰੋ।`,
  error: `
en | A serious fault has stopped this website | The owner has been sent a mail about it and can restart the site in recovery mode. Visitors can only wait.
en-GB | Sorry, something broke while building this page | It is not your fault. The fault has been written to our log and somebody will be woken up. Wait a little, then load the page again; do not send the form twice. | Fault {id} on node web-{n} at {time}
nl | Er ging iets mis | Onze server kan uw verzoek even niet verwerken. Probeer het over een paar minuten opnieuw. | Foutcode {n}, tijdstip {time}
be | Унутраная памылка сервера | Пры апрацоўцы запыту адбылася памылка. Адміністратар ужо ведае пра яе. Паспрабуйце абнавіць старонку пазней. | Нумар памылкі: {id}
ta | பிழை ஏற்பட்டது | எங்கள் சேவையகத்தில் தற்காலிகச் சிக்கல் ஏற்பட்டுள்ளது. சிறிது நேரம் கழித்து மீண்டும் முயலவும்.`,
  captcha: `
en | Checking your browser | There is nothing for you to do. A short test is running in your browser, and what you asked for will follow in about five seconds. | Why am I seeing this? The owner has turned on protection against scripts. Request {id}
en-GB | One moment, are you a person? | The way in which pages are being opened from here looks like a program to us: very fast, without cookies, or with scripts blocked by an extension. Tick the box below and you are back at once. | Reference number {id}, your address {ip}
ja | アクセスの確認 | 通信が自動的なプログラムによるものでないことを確認しています。下の文字を入力してください。画像が読みにくい場合は、更新ボタンを押すか音声を再生してください。
mk | Проверка за безбедност | Потврдете дека не сте робот за да продолжите. Проверката трае само неколку секунди.
da | Er du et menneske? | Vi har modtaget mange forespørgsler fra dit netværk. Løs opgaven for at fortsætte. | Sag {id}, adresse {ip}`,
  'rate limit': `
en | 429: too many requests | You are being limited. Back off and try again later; the Retry-After header says when. | retry after {n} seconds, key {ip}
en-GB | Please wait in the queue | Many people want in at the same moment. We let everybody in by turn; keep this page open and leave it alone, it moves forward without you. | Number of people ahead of you: {n}. Your place is held until {time}.
fr | Trop de requêtes | Vous avez consulté un grand nombre de notices en peu de temps. Par mesure de protection, l’accès depuis votre réseau est suspendu pour une heure. Les téléchargements massifs doivent passer par notre interface de programmation. | Adresse concernée : {ip}
mn | Хэт олон хандалт | Таны хаягаас хэт олон хүсэлт ирсэн тул хандалтыг түр хязгаарлалаа. Хэсэг хугацааны дараа дахин оролдоно уу.`,
  maintenance: `
en | Down for scheduled work | The archive is moving to new machines this weekend. Pages will come back one by one from Sunday evening. Follow the status page for news. | Started {time}
pl | Przerwa techniczna | Trwają prace konserwacyjne. Serwis będzie ponownie dostępny jutro od godziny szóstej rano. Za utrudnienia przepraszamy.
lt | Atnaujiname svetainę | Šiuo metu vyksta planiniai darbai. Kviečiame sugrįžti po valandos.
te | నిర్వహణ పనులు | సేవలను మెరుగుపరచడానికి సైట్ తాత్కాలికంగా నిలిపివేయబడింది. అసౌకర్యానికి చింతిస్తున్నాము. కొద్ది సేపటి తర్వాత మళ్ళీ రండి.
hr | Stranica je u izradi | Upravo dorađujemo izgled i sadržaj. Vraćamo se uskoro; do tada nas možete dobiti telefonom svakog radnog dana od 8 do 16.`,
  'age gate': `
en | How old are you? | To visit us you have to be of legal drinking age in the country in which you live. Day. Month. Year. Remember me, not on a shared computer. | By entering you accept our terms and the policy on privacy. Please enjoy responsibly and do not share with minors.
cs | Je vám více než 18 let? | Obsah těchto stránek je určen pouze dospělým. Vstupem potvrzujete, že jste zletilí podle práva své země. Ano, vstoupit. Ne, odejít.
bg | Проверка на възрастта | Продажбата на тютюневи изделия на лица под осемнадесет години е забранена. Навършили ли сте пълнолетие?
ms | Pengesahan umur | Laman ini mengandungi bahan untuk orang dewasa sahaja. Sila sahkan bahawa anda telah berumur 18 tahun ke atas.`,
  'region block': `
en | 451: closed to readers in Europe | Your connection comes from a country in the European Economic Area, whose rules on data we have not prepared our site for. We are looking into ways to let you in. Questions go to our office by telephone or letter.
en-GB | Turn off your VPN or proxy | We cannot tell where you are, because you reach us through an anonymous network. Our licences only let us show programmes to viewers whose country we know. Switch it off and load the page once more. | Error {n}-{n}, seen from {ip}
sv | Innehållet kan inte visas här | Av rättighetsskäl går det bara att se i Sverige. Om du är på resa inom EU kan du verifiera ditt abonnemang med e-legitimation. | Upptäckt adress {ip}
uz | Sizning hududingizda mavjud emas | Mualliflik huquqi egasining talabiga ko‘ra bu material mamlakatingizda ko‘rsatilmaydi.
zh-TW | 您所在的地區無法瀏覽 | 由於版權限制，本內容僅提供特定國家或地區的使用者觀看。若您認為這是誤判，請關閉代理伺服器後重新整理頁面。`,
  'session expired': `
en | Your session has timed out | You did nothing for twenty minutes, so we logged you out. Unsaved work is lost. Close the window or go back to the start page and begin again.
it | Sessione scaduta | Per motivi di sicurezza la sessione è terminata. La ricerca va ripetuta dalla pagina iniziale: i collegamenti diretti ai risultati non restano validi. | Identificativo {id}
hu | A munkamenet lejárt | Hosszabb ideje nem történt művelet, ezért kijelentkeztettük. Kérjük, lépjen be újra.
hy | Ձեր նիստն ավարտվել է | Անվտանգության նկատառումներով կապը փակվել է։ Խնդրում ենք սկսել կրկին։ | Կոդ {id}`,
  'empty cart': `
en | Your basket is empty | You have no items in your basket. Sign in to see what you may have put there before, or go on shopping. | People are looking at: {first}, {second}, {third}
ru | Ваша корзина пуста | Выберите товары в каталоге и вернитесь сюда, чтобы оформить заказ. Если вы уже добавляли товары, войдите, чтобы увидеть их. | Возможно, вас заинтересует: {first}, {second}
lv | Jūsu grozs ir tukšs | Vēl neko neesat izvēlējies. Turpiniet iepirkties.
el | Το καλάθι σας είναι άδειο | Δεν έχετε προσθέσει προϊόντα. Δείτε τις προσφορές της εβδομάδας ή συνεχίστε τις αγορές σας.`,
  moved: `
en | We have moved | Our pages are now at a new address. If you are not taken there in ten seconds, follow the link below, and please change your bookmarks and links.
en-GB | This page has been archived | The department was abolished in April, and its pages are now kept by the National Archives. What is there is a copy of what stood here and is no longer looked after. | Look for it under {first}, {second} or {third}
es | Esta página ha cambiado de sitio | Hemos renovado el portal y reorganizado sus secciones. En unos segundos será redirigido a la portada, desde donde podrá localizar el trámite que busca.
uk | Сторінку перенесено | Ця адреса більше не використовується. Вас буде автоматично переспрямовано на нову версію сайту. | Через {n} мс
eu | Orria lekuz aldatu da | Webgune berria prest dago. Eguneratu zure laster-markak, mesedez.`,
  'search instead': `
en | We could not find an exact match, so we searched for you | 0 documents match all of the words. Use quotation marks for phrases, a minus before words that you do not want, and fewer filters. | You may also like {first} ({n}), {second} ({n}) and {third}
ro | Rezultatele căutării | Nu am găsit nimic care să se potrivească. Verificați ortografia sau folosiți cuvinte mai generale. | Cele mai căutate: {first}, {second}, {third}
ko | 검색 결과가 없습니다 | 단어의 철자가 정확한지 확인해 주세요. 검색어의 단어 수를 줄이거나 보다 일반적인 단어로 다시 검색해 보세요. | 인기 검색어: {first}, {second}
fa | نتیجه‌ای یافت نشد | با عبارت مورد نظر شما مطلبی پیدا نکردیم. لطفاً واژه‌های دیگری را امتحان کنید.`,
  paywall: `
en | You have read your last free article this month | Subscribe to go on reading. One pound a week for the first half year, cancel at any time. All articles, the paper of the day as it is printed, puzzles and the archive since 1851. | Already with us? Sign in. Offer {id}
no | Denne saken er for abonnenter | Kjøp tilgang for én krone den første måneden, deretter 249 kroner. Ingen binding.
pt-BR | Conteúdo exclusivo para assinantes | Assine e leia sem limites no computador e no celular. Você já atingiu o limite de cinco matérias gratuitas. Se preferir, cadastre-se e ganhe mais três. | Já é assinante? Entre.
sl | Članek je zaklenjen | Za branje potrebujete naročnino. Izberite dnevni, mesečni ali letni dostop in plačajte z mobilnim telefonom.`,
  'needs scripts': `
en | This site does not run without scripts | Your browser does not execute them, or something keeps them from loading. Allow them for this site, or open it with another browser; our help pages list those that we test.
de | Ihr Browser ist veraltet | Diese Anwendung setzt eine aktuelle Version von Firefox, Chrome, Edge oder Safari voraus. Aus Sicherheitsgründen werden ältere Versionen nicht mehr unterstützt. | Erkannt: Version {n}. Bitte aktualisieren Sie und laden Sie die Seite neu.
is | Kveiktu á forskriftum | Þessi vefur virkar ekki nema leyft sé að keyra forskriftir í vafranum.
ur | آپ کا براؤزر پرانا ہے | اس صفحے کو دیکھنے کے لیے جاوا اسکرپٹ چالو کریں یا کوئی نیا براؤزر استعمال کریں۔`,
  withheld: `
en | You cannot see this at the moment | Most often that means that it was shared with a few people only, that its owner has since narrowed who may see it, or that it is gone. To the feed. Back. Help.
en-GB | Post removed by the moderators | It broke one of the rules of this community. If you think that a mistake was made, write to the moderators with the number of the post. | Case {id}
he | הפרופיל הזה פרטי | רק חברים מאושרים יכולים לראות את התוכן. שלחו בקשת חברות כדי להמשיך.
tr | Bu ilan yayından kaldırılmıştır | İlan sahibi ilanı geri çekmiş ya da süresi dolmuş olabilir. Benzer ilanlar için arama yapabilirsiniz. | Benzer: {first}, {second}
sw | Maudhui haya yameondolewa | Mwandishi ameyaondoa au yamefichwa kwa sababu yanakiuka kanuni zetu.`,
  newsletter: `
en | Wait! Take ten per cent with you | Give us your email address and we send a code for your first order at once. Unsubscribe whenever you like. | Code {id} is yours for the next fifteen minutes. No, I would rather pay the full price.
ca | Apunta-t’hi i no et perdis res | Cada divendres, una carta amb el millor de la setmana. Nom. Adreça electrònica. Accepto la política de privadesa. | Ja la rebo. Ara no.
af | Kry ons nuusbrief | Sluit aan by 12 000 lesers wat elke oggend eerste weet. Jou e-pos. Teken in. Nee dankie.
th | รับข่าวสารก่อนใคร | สมัครรับจดหมายข่าวเพื่อรับส่วนลดและโปรโมชั่นพิเศษทุกสัปดาห์ กรอกอีเมลของคุณด้านล่าง หรือปิดหน้าต่างนี้`,
  parked: `
en | Account suspended | The hosting account of this site has been switched off. If it is yours, ask our billing desk why; everybody else, come back another day.
en-GB | Coming soon | We are building something new here. Leave your address and be the first to know when the doors open. Get in touch for early access.
fr | Félicitations, votre hébergement est actif | Cette page a été créée automatiquement lors de la mise en service. Pour la remplacer, déposez vos fichiers dans le dossier www à l’aide d’un client FTP, puis supprimez le fichier index. | Besoin d’aide ? Consultez nos guides.
pl | Domena jest utrzymywana na serwerach | Właściciel tej domeny nie opublikował jeszcze strony. Chcesz kupić tę lub podobną nazwę? Sprawdź ofertę na giełdzie domen.
vi | Tên miền này đang được rao bán | Hãy gửi đề nghị giá của bạn, chúng tôi sẽ chuyển tới chủ sở hữu trong vòng 24 giờ. Giao dịch an toàn qua trung gian.
ru | Сайт отключён за неуплату | Обслуживание приостановлено. Владельцу необходимо пополнить баланс в панели управления; данные хранятся ещё четырнадцать дней.
ja | このドメインはお名前お預かり中です | 現在、このアドレスではホームページは公開されていません。サーバーの設定が反映されるまで、最大で七十二時間ほどかかることがあります。`,
};

const offers =
  'winter tyres|garden benches|bus routes|library hours|rent tables|cake tins|wool socks|night school|river walks|old maps|oil lamps|ferry cards|stove pipes|town twins|bell ropes|seed lists|tax bands|cycle lanes|chess sets'.split(
    '|',
  );

/** Every wording of the seventh group; all are held out. */
export const seventhWordings: readonly Wording[] = wordingsOfLines(lines);

/** A message as one page shows it: with what was asked for, who asked and when, and suggestions that differ. */
export function numbered(wording: Wording, url: string, number: number): Wording {
  const offer = (step: number): string => offers[(number * step + 2 * step) % offers.length];
  const two = (value: number): string => String(value).padStart(2, '0');
  const { pathname, search } = new URL(url);
  const values: Readonly<Record<string, string>> = {
    id: `${((number * 2_654_435_761 + 97_531) % 4_294_967_296).toString(16).padStart(8, '0')}${(number * 6007 + 65_537).toString(16)}`,
    ip: `198.51.${(number * 7) % 256}.${1 + ((number * 11) % 254)}`,
    time: `${two(1 + (number % 28))}/11/2026 ${two((number * 5) % 24)}:${two((number * 17) % 60)}:${two((number * 29) % 60)}`,
    path: pathname + search,
    n: String(102 + ((number * 211) % 895)),
    first: offer(1),
    second: offer(4),
    third: offer(7),
  };
  return filledWith(values, wording);
}
